import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { create, toBinary } from '@bufbuild/protobuf'
import { ExportTraceServiceRequestSchema } from '../../server/ledger/traces/otlp/trace-service.gen.js'
import { createClient } from '../../sdk/src/index.ts'
import { fail } from '../../server/commands/fail.ts'
import { wholeNumber } from '../../server/commands/read-arguments.ts'
import { subcommand } from '../../server/commands/run-command.ts'
import { openInstance, publishModel, type Opened } from './measure-reports.ts'
import { memoryOf, processorTimeOf, startServer, type Server } from './server.ts'
import { sendLoad } from './load.ts'

/** Each has its own 20,000 spans that may wait: ten seconds of 2,000 a second. */
const instances = 4
const perTrace = 20
const perBatch = 200
/** Ten seconds after its last span a trace is due. */
const untilReportedMs = 15_000

async function main(values: Record<'spans' | 'seconds' | 'data-dir', string>): Promise<number> {
  const [rate, seconds] = [values.spans, values.seconds].map((text) => wholeNumber(text, 1, 1e6))
  if (!rate || !seconds) return fail(`--spans and --seconds take whole numbers.\n\n${usage}`)
  const server = await startServer(resolve(values['data-dir']))
  try {
    const places = await Promise.all(Array.from({ length: instances }, (_, at) => openPlace(server, `traces-${at}`)))
    const filling = await send(server, places, rate, 5)
    await sleep(untilReportedMs)
    // Reads take longer as the ledgers grow: the reads alone are those before and after.
    const before = await read(server, places, 10)
    const startedAt = processorTimeOf(server.pid)
    const reading = read(server, places, seconds)
    const latencies = await send(server, places, rate, seconds)
    const beside = await reading
    const busy = (processorTimeOf(server.pid) - startedAt) / 1e6 / seconds
    await sleep(untilReportedMs)
    const after = await read(server, places, 10)
    const counts = places.map(async ({ acme }) => (await acme.workLedger.summarise({ search: run })).total.count)
    const entries = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
    const perSecond = Math.round((latencies.length * perBatch) / seconds)
    const sent = ((filling.length + latencies.length) * perBatch) / perTrace
    const [memory, times] = [Math.round(memoryOf(server.pid) / 1e6), (beside * 2) / (before + after)]
    console.log(
      `${perSecond} spans/s in batches of ${perBatch}, p95 ${Math.round(p95(latencies))} ms, ${busy.toFixed(2)} processors
reads (p95) ${before.toFixed(1)} ms before, ${beside.toFixed(1)} ms beside them, ${after.toFixed(1)} ms after: ${times.toFixed(2)} x
${entries} of ${sent} executions in the ledger, server ${memory} MB`,
    )
    return 0
  } finally {
    await server.stop()
  }
}

async function openPlace(server: Server, instanceId: string) {
  const opened = await openInstance(server, instanceId)
  const acme = createClient({ baseUrl: server.baseUrl, token: opened.token }).instance(instanceId)
  return { ...opened, acme, modelId: await publishModel(acme) }
}

/** The p95 of pages of agents and of entries, on one connection. */
async function read(server: Server, places: readonly Opened[], duration: number): Promise<number> {
  let sent = 0
  const next = () => {
    const { instanceId, token } = places[sent++ % places.length] ?? { instanceId: '', token: '' }
    const path = `/instances/${instanceId}/${sent % 2 ? 'agents' : 'work-ledger?size=20'}`
    return { method: 'GET' as const, path, headers: { Authorization: `Bearer ${token}` } }
  }
  return (await sendLoad(server.baseUrl, { statuses: [200], next }, { duration, connections: 1 })).p95
}

/** Sends batches at their times, whether the ones before are answered or not, and returns how long each took. */
async function send(
  { baseUrl }: Server,
  places: readonly (Opened & { modelId: string })[],
  rate: number,
  seconds: number,
): Promise<number[]> {
  const templates = places.map(({ modelId }) => makeBatch(modelId))
  const begun = performance.now()
  const running: Promise<number>[] = []
  for (let at = 0; at < (rate * seconds) / perBatch; at += 1) {
    await sleep(Math.max(0, begun + (at * perBatch * 1000) / rate - performance.now()))
    const { instanceId, token } = places[at % places.length] ?? { instanceId: '', token: '' }
    const body = stamp(templates[at % places.length] ?? Buffer.of(), (batches += 1))
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-protobuf' }
    const sentAt = performance.now()
    running.push(
      sendOne(`${baseUrl}/instances/${instanceId}/otlp/v1/traces`, { method: 'POST', headers, body }, sentAt),
    )
  }
  return Promise.all(running)
}

/** As exporters do, sends again what is answered with 503. */
async function sendOne(url: string, request: RequestInit, sentAt: number): Promise<number> {
  const answer = await fetch(url, request)
  await answer.arrayBuffer()
  if (answer.status === 200) return performance.now() - sentAt
  if (answer.status !== 503) throw new Error(`A batch was answered ${answer.status}.`)
  await sleep(1000)
  return sendOne(url, request, sentAt)
}

let batches = 0

const run = `r${Date.now().toString(36)}`

const idOf = (number: number) => `${run}-${String(number).padStart(15 - run.length, '0')}`

/** The batch with other traces: to encode each would keep this process from reading answers. */
function stamp(template: Buffer, batch: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(template)
  for (let at = template.indexOf(`${run}-`); at >= 0; at = template.indexOf(`${run}-`, at + 16)) {
    const number = Number(template.toString('latin1', at + run.length + 1, at + 16))
    bytes.set(Buffer.from(idOf((batch * perBatch) / perTrace + number)), at)
  }
  return bytes
}

function makeBatch(modelId: string): Buffer {
  const spans = Array.from({ length: perBatch }, (_, at) => {
    const [number, place] = [Math.floor(at / perTrace), at % perTrace]
    const id = idOf(number)
    const own = { 'twu.model.id': modelId, 'twu.execution.id': id, 'twu.entity.id': `order-${number}` }
    const call = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-5', 'gen_ai.prompt': 'x'.repeat(1000) }
    const start = BigInt(Date.now()) * 1_000_000n
    return {
      traceId: Buffer.from(id),
      spanId: Buffer.from(String(place + 1).padStart(8, '.')),
      parentSpanId: place === 0 ? new Uint8Array() : Buffer.from('1'.padStart(8, '.')),
      name: place === 0 ? `Refund ${id}` : 'chat gpt-5',
      startTimeUnixNano: start,
      endTimeUnixNano: start + 1_500_000_000n,
      attributes: [
        ...Object.entries(place === 0 ? own : { ...call, 'twu.action': 'payRefund' }).map(([key, value]) =>
          text(key, value),
        ),
        ...Array.from({ length: 10 }, (_, at) => text(`other.attribute.${at}`, 'a value')),
        count('gen_ai.usage.input_tokens', 1200n),
        count('gen_ai.usage.output_tokens', 90n),
      ],
    }
  })
  const request = create(ExportTraceServiceRequestSchema, { resourceSpans: [{ scopeSpans: [{ spans }] }] })
  return Buffer.from(toBinary(ExportTraceServiceRequestSchema, request))
}

function text(key: string, value: string) {
  return { key, value: { value: { case: 'stringValue' as const, value } } }
}

function count(key: string, value: bigint) {
  return { key, value: { value: { case: 'intValue' as const, value } } }
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? NaN
}

const usage = `Sends spans of OpenTelemetry at a fixed rate, in batches of ${perBatch}, beside reads.

  npm run bench -- traces [--spans <n>] [--seconds <n>] [--data-dir <folder>]

  --spans     spans a second (default: 2000)
  --seconds   for how long (default: 60)
  --data-dir  folder for the database of the measured server (default: .data/bench-traces)
  --help      this text`

export const benchTraces = subcommand(main, {
  usage,
  options: {
    spans: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '60' },
    'data-dir': { type: 'string', default: join('.data', 'bench-traces') },
  },
})
