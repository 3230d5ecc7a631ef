import { toKept, type SentSpan } from '../../../contract/rules/traces/conventions.ts'
import { refuse } from '../../../contract/rules/refusals.ts'
import type { Database } from '../../db/database.ts'
import { readTime } from '../../db/query/query.ts'
import {
  countIntoTraces,
  countWaitingSpans,
  emptyTraces,
  findClosedTraces,
  insertWaitingSpans,
  lockWaiting,
  type NewSpans,
} from '../../db/waiting-spans.ts'
import type { TraceQueue } from './complete.ts'

/** What a trace may have, and what may wait in an instance. */
const mostOfTrace = 1000
export const mostOfInstance = 20_000

/** How many spans were not taken, by why. */
export type Received = Record<'invalid' | 'late' | 'tooMany', number>

export const tooManyWaiting = {
  ...refuse(
    429,
    'rate_limited',
    `${mostOfInstance} spans of this instance wait for the rest of their traces. Send no spans of other programs here, and these again later.`,
  ),
  headers: { 'Retry-After': '10' },
}

/** Lets spans wait for the rest of their traces, all or none of them. Repeated spans change nothing. */
export async function receiveSpans(
  transaction: Database,
  instanceId: string,
  reportedBy: string,
  spans: readonly SentSpan[],
  queue: TraceQueue,
): Promise<Received | typeof tooManyWaiting> {
  const valid = spans.filter(hasIds)
  const sent = [...Map.groupBy(valid, ({ traceId }) => traceId)].map(toNewSpans)
  await lockWaiting(transaction, instanceId)
  const ids = sent.map(({ traceId }) => traceId)
  const closed = await findClosedTraces(transaction, instanceId, ids)
  const open = sent.filter(({ traceId }) => !closed.has(traceId))
  if ((await countWaitingSpans(transaction, instanceId)) + countOf(open) > mostOfInstance) return tooManyWaiting
  const oversized = await addSpans(transaction, instanceId, reportedBy, open, queue)
  const received = {
    invalid: spans.length - valid.length,
    late: valid.length - countOf(open),
    tooMany: countOf(open.filter(({ traceId }) => oversized.has(traceId))),
  }
  for (const reason of ['invalid', 'late', 'tooMany'] as const) queue.count(reason, received[reason])
  queue.count('taken', countOf(open) - received.tooMany)
  return received
}

/** Returns the ids of the traces that have too many spans now. These are closed, and nothing of them is kept. */
async function addSpans(
  transaction: Database,
  instanceId: string,
  reportedBy: string,
  open: readonly NewSpans[],
  queue: TraceQueue,
): Promise<ReadonlySet<string>> {
  const added = await insertWaitingSpans(transaction, instanceId, open)
  const grown = open.flatMap(({ traceId, isNamed, hasEnded }) => {
    const count = added.get(traceId)
    return count === undefined ? [] : { traceId, isNamed, hasEnded, added: count, reportedBy }
  })
  const time = await readTime(transaction)
  const traces = await countIntoTraces(transaction, instanceId, time, grown)
  const oversized = new Set(traces.filter(({ spans }) => spans > mostOfTrace).map(({ trace_id }) => trace_id))
  if (oversized.size > 0) await emptyTraces(transaction, instanceId, [...oversized], time)
  const isDue = traces.some(({ trace_id, is_due }) => is_due && !oversized.has(trace_id))
  if (isDue) await queue.enqueue(transaction, instanceId, time)
  return oversized
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

function hasIds({ traceId, spanId, parentId }: SentSpan): boolean {
  return isId(traceId, 32) && isId(spanId, 16) && (parentId === '' || isId(parentId, 16))
}

function isId(id: string, length: number): boolean {
  return id.length === length && /^[0-9a-f]*[1-9a-f][0-9a-f]*$/.test(id)
}
