import { refuse } from '../../../contract/rules/refusals.ts'
import type { Database } from '../../db/database.ts'
import {
  addWaitingSpans,
  countWaitingSpans,
  emptyTraces,
  findClosedTraces,
  lockWaiting,
  type NewSpans,
} from '../../db/waiting-spans.ts'
import type { TraceQueue } from './complete.ts'
import { toKept } from './conventions.ts'
import type { SentSpan } from './decode.ts'

/** What a trace may have, and what may wait in an instance. */
const mostOfTrace = 1000
export const mostOfInstance = 20_000

/** How many spans were not taken, by why. */
export type Received = Record<'invalid' | 'late' | 'tooMany', number>

const detail = `${mostOfInstance} spans of this instance wait for the rest of their traces. Send no spans of other programs here, and these again later.`
export const tooManyWaiting = { ...refuse(429, 'rate_limited', detail), headers: { 'Retry-After': '10' } }

/** Lets spans wait for the rest of their traces, all or none of them. Repeated spans change nothing. */
export async function receiveSpans(
  transaction: Database,
  instanceId: string,
  reportedBy: string,
  spans: readonly SentSpan[],
  queue: TraceQueue,
): Promise<Received | typeof tooManyWaiting> {
  const valid = spans.filter(isValid)
  const sent = [...Map.groupBy(valid, ({ traceId }) => traceId)].map(toNewSpans)
  const time = await lockWaiting(transaction, instanceId)
  const ids = sent.map(({ traceId }) => traceId)
  const closed = await findClosedTraces(transaction, instanceId, ids)
  const open = sent.filter(({ traceId }) => !closed.has(traceId))
  if ((await countWaitingSpans(transaction, instanceId)) + countOf(open) > mostOfInstance) return tooManyWaiting
  const traces = await addWaitingSpans(transaction, instanceId, { time, reportedBy }, open)
  // Nothing is kept of a trace that has too many spans now.
  const oversized = new Set(traces.filter(({ spans }) => spans > mostOfTrace).map(({ trace_id }) => trace_id))
  if (oversized.size > 0) await emptyTraces(transaction, instanceId, [...oversized], time)
  const isDue = traces.some(({ trace_id, is_due }) => is_due && !oversized.has(trace_id))
  if (isDue) await queue.enqueue(transaction, instanceId, time)
  const received = {
    invalid: spans.length - valid.length,
    late: valid.length - countOf(open),
    tooMany: countOf(open.filter(({ traceId }) => oversized.has(traceId))),
  }
  for (const reason of ['invalid', 'late', 'tooMany'] as const) queue.count(reason, received[reason])
  queue.count('taken', countOf(open) - received.tooMany)
  return received
}

function toNewSpans([traceId, sent]: [string, SentSpan[]]): NewSpans {
  const spans = sent.map(toKept)
  return {
    traceId,
    spans,
    isNamed: spans.some(({ execution }) => execution),
    hasEnded: spans.some(({ parent, status }) => parent === null || status !== undefined),
  }
}

function countOf(traces: readonly NewSpans[]): number {
  return traces.reduce((sum, { spans }) => sum + spans.length, 0)
}

function isValid({ traceId, spanId, parentId, span }: SentSpan): boolean {
  const hasIds = isId(traceId, 32) && isId(spanId, 16) && (parentId === '' || isId(parentId, 16))
  return hasIds && span.startTimeUnixNano > 0n
}

function isId(id: string, length: number): boolean {
  return id.length === length && /^[0-9a-f]*[1-9a-f][0-9a-f]*$/.test(id)
}
