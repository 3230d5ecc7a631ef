import { context, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { TracerProvider, BatchSpanProcessor, SimpleSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { names, path, tenSecondsLater } from '../helpers/data/traces.ts'
import { completeInput, twuModels } from '../helpers/data/twu-models.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

let service: TestService
let modelId: string
beforeAll(async () => {
  service = await startTestService({}, { jobTimings: { pollSeconds: 0.5 } })
  const models = twuModels(service)
  modelId = (await models.create(completeInput())).body.id
  await models.publish(modelId)
})
afterAll(() => service.close())

const begun = Date.parse('2026-11-20T08:14:03.000Z')

/** An agent that asks a model and calls a tool that fails, with times of its own. */
function work(tracer: Tracer, id: string): void {
  const root = tracer.startSpan('Refund order', { startTime: begun, attributes: names(modelId, id) })
  const inRoot = trace.setSpan(context.active(), root)
  const attributes = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'refunds' }
  const agent = tracer.startSpan('invoke_agent refunds', { startTime: begun, attributes }, inRoot)
  const inAgent = trace.setSpan(inRoot, agent)
  const call = tracer.startSpan('chat gpt-5', { startTime: begun + 500 }, inAgent)
  call.setAttributes({ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-5', 'twu.cost': 0.25 })
  call.setAttributes({ 'gen_ai.usage.input_tokens': 900, 'gen_ai.usage.output_tokens': 80 })
  call.setAttribute('gen_ai.input.messages', JSON.stringify([{ role: 'user', content: '€ and "quotes"' }]))
  call.end(begun + 2000)
  const tool = tracer.startSpan('execute_tool payRefund', { startTime: begun + 2000 }, inAgent)
  tool.setAttributes({ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'payRefund' })
  tool.recordException(new Error('a secret'))
  tool.setStatus({ code: SpanStatusCode.ERROR, message: 'a secret' })
  tool.end(begun + 2250)
  agent.end(begun + 3000)
  root.end(begun + 3000)
}

type Make = (options: ConstructorParameters<typeof JsonExporter>[0]) => SpanExporter
const exporters: [string, Make][] = [
  ['exporter-trace-otlp-http', (options) => new JsonExporter(options)],
  ['exporter-trace-otlp-proto', (options) => new ProtobufExporter(options)],
]
const compressions = ['none', 'gzip'] as const

test.each(exporters.flatMap(([name, make]) => compressions.map((compression) => [name, compression, make] as const)))(
  '@opentelemetry/%s with the compression %s fills the ledger, in one batch and span by span',
  async (name, compression, make) => {
    const token = await service.token('Recorder')
    const open = () =>
      make({
        url: service.baseUrl + path,
        headers: { Authorization: `Bearer ${token}` },
        // The type is an enum of a package that is not a dependency.
        ...Object.fromEntries([['compression', compression]]),
      })
    const ids = ['batch', 'single'].map((way) => `${name.slice(20)}-${compression}-${way}`)
    const processors = [new BatchSpanProcessor({ exporter: open() }), new SimpleSpanProcessor({ exporter: open() })]
    for (const [at, processor] of processors.entries()) {
      const provider = new TracerProvider({ spanProcessors: [processor] })
      work(provider.getTracer('test'), ids[at] ?? '')
      await provider.shutdown()
    }
    expect(await service.db('waiting_spans').select('span_id')).toHaveLength(8)
    await tenSecondsLater(service)
    for (const id of ids) {
      const entry = await until(() => service.acme().workLedger.get(id))
      expect(entry).toMatchObject({ title: 'Refund order', status: 'completed', cost: 0.25, activeTime: 1.75 })
      const usage = { inputTokens: 900, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 80 }
      expect(entry.agents).toMatchObject([{ id: 'refunds', operations: 2, cost: 0.25, usage }])
      const { items } = await service.acme().workLedger.operations.list(id)
      expect(items.map(({ operation }) => [operation.action, operation.attributes])).toEqual([
        ['chat', undefined],
        ['payRefund', { error: 'error' }],
      ])
    }
    await until(async () => expect(await service.db('waiting_spans').select('span_id')).toEqual([]))
  },
)

test('an exporter is told of a refusal', async () => {
  for (const [, make] of exporters) {
    const exporter = make({ url: service.baseUrl + path, headers: { Authorization: 'Bearer none' } })
    const results: unknown[] = []
    const watched: SpanExporter = {
      export: (spans, done) =>
        exporter.export(spans, (result) => {
          results.push(result.error)
          done(result)
        }),
      shutdown: () => exporter.shutdown(),
    }
    const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: watched })] })
    provider.getTracer('test').startSpan('one').end()
    await provider.shutdown()
    expect(results).toMatchObject([{ code: 401 }])
  }
})
