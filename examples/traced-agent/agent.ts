/**
 * An agent on plain OpenTelemetry, with the spans that frameworks write. Of the ledger it knows three attributes, and an
 * address, which its exporter reads from OTEL_EXPORTER_OTLP_TRACES_ENDPOINT.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { context, trace, type Attributes, type Context } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

const { MODEL = '', JOB = `refund-${Date.now()}`, ORDER = '48-1178' } = process.env
const provider = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })] })
const tracer = provider.getTracer('traced-agent')

const execution = { 'twu.model.id': MODEL, 'twu.execution.id': JOB, 'twu.entity.id': ORDER }
await within(context.active(), `Refund order ${ORDER}`, execution, async (root) => {
  const agent = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'refund-agent' }
  await within(root, 'invoke_agent refund-agent', agent, async (around) => {
    await within(around, 'execute_tool checkPolicy', tool('checkPolicy'), async () => sleep(5))
    await within(around, 'chat gpt-5', { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-5' }, askModel)
    await within(around, 'execute_tool payRefund', tool('payRefund'), async () => sleep(5))
  })
})
await provider.shutdown()

/** In place of this, ask your model; libraries for its API set these attributes themselves. */
async function askModel(own: Context): Promise<void> {
  await sleep(20)
  trace.getSpan(own)?.setAttributes({ 'gen_ai.usage.input_tokens': 1200, 'gen_ai.usage.output_tokens': 90 })
}

function tool(name: string): Attributes {
  return { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name }
}

async function within(around: Context, name: string, attributes: Attributes, run: (own: Context) => Promise<void>) {
  const span = tracer.startSpan(name, { attributes }, around)
  await run(trace.setSpan(around, span)).finally(() => span.end())
}
