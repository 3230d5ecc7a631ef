import { setImmediate } from 'node:timers/promises'
import { refuse } from '../../../contract/rules/refusals.ts'
import type { OtlpBody } from '../../contract/operation.ts'
import type { Database } from '../../db/database.ts'
import {
  addWaitingSpans,
  countWaitingSpans,
  emptyTraces,
  findClosedTraces,
  lockWaiting,
  type NewSpan,
} from '../../db/waiting-spans.ts'
import type { TraceQueue } from './complete.ts'
import { toKept } from './conventions.ts'
import { decodeSpans, type SentSpan } from './decode.ts'

/** What a trace may have, and what may wait in an instance. */
const mostOfTrace = 1000
export const mostOfInstance = 20_000

/** How many spans were not taken, by why. */
export type Received = Record<'invalid' | 'late' | 'tooMany', number>

const detail = `${mostOfInstance} spans of this instance wait for the rest of their traces. Send no spans of other programs here, and these again later.`
export const tooManyWaiting = { ...refuse(429, 'rate_limited', detail), headers: { 'Retry-After': '10' } }

/** The spans of a body, of which invalid ones are null, or null for what is no request. Other requests have their turns in between. */
export async function readSpans(body: OtlpBody): Promise<(NewSpan | null)[] | null> {
  const spans: (NewSpan | null)[] = []
  for (const sent of decodeSpans(body)) {
    if (!sent) return null
    spans.push(isValid(sent) ? { traceId: sent.traceId, span: toKept(sent) } : null)
    if (spans.length % 20 === 0) await setImmediate()
  }
  return spans
}

/** Lets spans wait for the rest of their traces, all or none of them. Repeated spans change nothing. */
export async function receiveSpans(
  transaction: Database,
  instanceId: string,
  reportedBy: string,
  spans: readonly (NewSpan | null)[],
  queue: TraceQueue,
): Promise<Received | typeof tooManyWaiting> {
  const valid = spans.filter((span) => span !== null)
  const time = await lockWaiting(transaction, instanceId)
  const traceIds = new Set(valid.map(({ traceId }) => traceId))
  const closed = await findClosedTraces(transaction, instanceId, [...traceIds])
  const open = valid.filter(({ traceId }) => !closed.has(traceId))
  if ((await countWaitingSpans(transaction, instanceId)) + open.length > mostOfInstance) return tooManyWaiting
  const traces = await addWaitingSpans(transaction, instanceId, { time, reportedBy }, open)
  // Nothing is kept of a trace that has too many spans now.
  const oversized = new Set(traces.filter(({ spans }) => spans > mostOfTrace).map(({ trace_id }) => trace_id))
  if (oversized.size > 0) await emptyTraces(transaction, instanceId, [...oversized], time)
  const isDue = traces.some(({ trace_id, is_due }) => is_due && !oversized.has(trace_id))
  if (isDue) await queue.enqueue(transaction, instanceId, time)
  const tooMany = open.filter(({ traceId }) => oversized.has(traceId)).length
  const received = { invalid: spans.length - valid.length, late: valid.length - open.length, tooMany }
  for (const reason of ['invalid', 'late', 'tooMany'] as const) queue.count(reason, received[reason])
  queue.count('taken', open.length - tooMany)
  return received
}

/** An id of zeros is none. */
function isValid({ traceId, spanId, parentId, span }: SentSpan): boolean {
  const hasIds = /^(?!0*$)[0-9a-f]{32}$/.test(traceId) && /^(?!0*$)[0-9a-f]{16}$/.test(spanId)
  return hasIds && /^([0-9a-f]{16})?$/.test(parentId) && span.startTimeUnixNano > 0n
}
