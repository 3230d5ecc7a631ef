import type { TestService } from '../service.ts'

export type Attributes = Readonly<Record<string, string | number | boolean>>

/** A span in the JSON of OTLP. */
export interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Record<string, string | number | boolean> }[]
  status?: { code: number; message?: string }
}

/** A span of a trace that is written as a tree: its id, its seconds from the start, what it says, and its children. */
export interface Node {
  id: string
  at: [start: number, end: number]
  name?: string
  says?: Attributes
  fails?: boolean
  children?: Node[]
}

const begun = 1_795_162_443_120_000_000n

/** The time of so many seconds from the start of every trace. */
export const timeOf = (seconds: number) => new Date(Number(begun / 1_000_000n) + seconds * 1000).toISOString()

export const idOf = (name: string, length = 16) =>
  Buffer.from(name).toString('hex').padEnd(length, '0').slice(0, length)

/** The spans of a tree, in the order in which exporters send them: children first. */
export function spansOf(trace: string, node: Node, parent?: string): Span[] {
  const { id, at, name = id, says = {}, fails = false, children = [] } = node
  const [start, end] = at.map((seconds) => String(begun + BigInt(Math.round(seconds * 1000)) * 1_000_000n))
  const span: Span = {
    traceId: idOf(trace, 32),
    spanId: idOf(id),
    ...(parent !== undefined && { parentSpanId: idOf(parent) }),
    name,
    startTimeUnixNano: start ?? '',
    endTimeUnixNano: end ?? '',
    attributes: attributesOf(says),
    ...(fails && { status: { code: 2, message: 'what a user said' } }),
  }
  return [...children.flatMap((child) => spansOf(trace, child, id)), span]
}

export function attributesOf(says: Attributes): Span['attributes'] {
  return Object.entries(says).map(([key, value]) => ({ key, value: valueOf(value) }))
}

function valueOf(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

/** The three attributes that a program has to set. */
export const names = (modelId: string, executionId: string) => ({
  'twu.model.id': modelId,
  'twu.execution.id': executionId,
  'twu.entity.id': 'order-48-1177',
})

export const requestOf = (spans: readonly unknown[]) => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] })

export const path = '/instances/acme/otlp/v1/traces'

export function sendSpans(service: TestService, spans: readonly unknown[], headers: Record<string, string> = {}) {
  return service.request(path, { method: 'POST', role: 'Recorder', headers, body: requestOf(spans) })
}

/** Makes it ten seconds later for all that waits. */
export async function tenSecondsLater({ db }: TestService): Promise<void> {
  // In the time of no zone: Citus takes no functions here that read the zone of the session.
  const earlier = db.raw(`(last_at at time zone 'UTC' - interval '10 seconds') at time zone 'UTC'`)
  await db('waiting_traces').whereNull('closed_at').update({ last_at: earlier })
  await db.raw(`update pgboss.job set start_after = now() where name = 'complete-traces' and state < 'active'`)
}
