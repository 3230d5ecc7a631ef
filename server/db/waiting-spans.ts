import type { TokenUsage } from '../../spec/gen/openapi.gen.ts'
import type { Database } from './database.ts'
import { whereAmong } from './query/conditions.ts'
import { insertRows, lockName, planned, prepared, preparedOne, readTime } from './query/query.ts'

/** What is kept of a span while it waits. */
export interface KeptSpan {
  id: string
  parent: string | null
  /** In nanoseconds since 1970. */
  start: string
  end: string
  kind?: 'call' | 'tool' | 'agent' | undefined
  /** Made an identifier, where `twu.action` does not say it. */
  action?: string | undefined
  agent?: string | undefined
  aiModel?: string | undefined
  usage?: TokenUsage | undefined
  cost?: number | undefined
  /** The type of an error; only where the span has failed. */
  error?: string | undefined
  /** The name of a root, or of a span that names the execution. */
  name?: string | undefined
  execution?: { modelId: string; executionId: string; entityId: string } | undefined
  /** Of the execution, as it was sent. */
  status?: string | undefined
  attributes?: Record<string, string | number | boolean>
}

export interface NewSpan {
  traceId: string
  span: KeptSpan
}

/** Makes others wait who change what waits in the instance, so that its limits hold exactly. Returns the time. */
export async function lockWaiting(transaction: Database, instanceId: string): Promise<Date> {
  await lockName(transaction, `waiting_spans ${instanceId}`)
  return new Date(await readTime(transaction))
}

/** How many spans wait in the instance. */
export async function countWaitingSpans(db: Database, instanceId: string): Promise<number> {
  const counted = db('waiting_traces').where({ instance_id: instanceId }).sum({ spans: 'spans' })
  return (await preparedOne<{ spans: number | null }>(db, counted)).spans ?? 0
}

/** Those of these traces to which nothing is added any more. */
export async function findClosedTraces(
  db: Database,
  instanceId: string,
  traceIds: readonly string[],
): Promise<Set<string>> {
  const closed = db('waiting_traces')
    .select('trace_id')
    .where({ instance_id: instanceId })
    .modify(whereAmong, 'trace_id', traceIds)
    .whereNotNull('closed_at')
  return new Set((await prepared<{ trace_id: string }>(db, closed)).map(({ trace_id }) => trace_id))
}

/** Adds spans that are not there yet, and returns the traces that have more of them now. */
export async function addWaitingSpans(
  transaction: Database,
  instanceId: string,
  { time, reportedBy }: { time: Date; reportedBy: string },
  spans: readonly NewSpan[],
): Promise<{ trace_id: string; spans: number; is_due: boolean }[]> {
  const rows = spans.map(({ traceId, span }) => ({ trace_id: traceId, span_id: span.id, span }))
  const inserted = insertRows(transaction, 'waiting_spans', instanceId, ['trace_id', 'span_id', 'span'], rows)
    .onConflict(['instance_id', 'trace_id', 'span_id'])
    .ignore()
    .returning('trace_id')
  const added = Map.groupBy(await prepared<{ trace_id: string }>(transaction, inserted), ({ trace_id }) => trace_id)
  const grown = [...Map.groupBy(spans, ({ traceId }) => traceId)].map(([traceId, sent]) => ({
    traceId,
    isNamed: sent.some(({ span }) => span.execution),
    hasEnded: sent.some(({ span }) => span.parent === null || span.status !== undefined),
    spans: added.get(traceId)?.length ?? 0,
  }))
  const counted = transaction.raw(
    `insert into waiting_traces as trace
       (instance_id, trace_id, first_at, last_at, spans, is_named, has_ended, reported_by)
     select :instanceId, "traceId", :time::timestamptz, :time::timestamptz, spans, "isNamed", "hasEnded",
            case when "isNamed" then :reportedBy end
       from json_to_recordset(:grown::json)
         as sent ("traceId" text, spans integer, "isNamed" boolean, "hasEnded" boolean)
     on conflict (instance_id, trace_id) do update
        set spans = trace.spans + excluded.spans, last_at = excluded.last_at,
            is_named = trace.is_named or excluded.is_named, has_ended = trace.has_ended or excluded.has_ended,
            reported_by = case when trace.reported_by is null then excluded.reported_by else trace.reported_by end
     returning trace_id, spans, is_named and has_ended as is_due`,
    { instanceId, time, reportedBy, grown: JSON.stringify(grown.filter((trace) => trace.spans > 0)) },
  )
  return prepared(transaction, counted)
}

/** Closes traces that have ended and to which nothing was added since `quietSince`, and those whose job is silent since `silentSince`. */
export async function closeDueTraces(
  transaction: Database,
  instanceId: string,
  { time, quietSince, silentSince }: Record<'time' | 'quietSince' | 'silentSince', Date>,
): Promise<ClosedTrace[]> {
  const closed = transaction.raw(
    `update waiting_traces set closed_at = :time
      where instance_id = :instanceId and trace_id in (
        select trace_id from waiting_traces
         where instance_id = :instanceId and spans > 0 and is_named and has_ended
           and case when closed_at is null then last_at <= :quietSince else closed_at <= :silentSince end
         order by last_at limit 10)
     returning trace_id, reported_by`,
    { instanceId, time, quietSince, silentSince },
  )
  return prepared(transaction, closed)
}

/** A trace to which nothing is added any more. */
export interface ClosedTrace {
  trace_id: string
  reported_by: string
}

export async function findWaitingSpans(
  db: Database,
  instanceId: string,
  traceIds: readonly string[],
): Promise<Map<string, KeptSpan[]>> {
  const found = db('waiting_spans')
    .select('trace_id', db.raw('json_agg(span) as spans'))
    .where({ instance_id: instanceId })
    .modify(whereAmong, 'trace_id', traceIds)
    .groupBy('trace_id')
  const rows = await prepared<{ trace_id: string; spans: KeptSpan[] }>(db, found)
  return new Map(rows.map(({ trace_id, spans }) => [trace_id, spans]))
}

/** Deletes the spans of traces, which stay closed, so that later spans are known to be late. */
export async function emptyTraces(
  transaction: Database,
  instanceId: string,
  traceIds: readonly string[],
  time: Date,
): Promise<void> {
  const ofTraces = (table: string) =>
    transaction(table).where({ instance_id: instanceId }).modify(whereAmong, 'trace_id', traceIds)
  await ofTraces('waiting_spans').delete()
  await ofTraces('waiting_traces').update({ spans: 0, closed_at: time })
}

export async function listInstancesWithTraces(db: Database): Promise<string[]> {
  const rows = await prepared<{ instance_id: string }>(db, db('waiting_traces').distinct('instance_id'))
  return rows.map(({ instance_id }) => instance_id)
}

/** Deletes traces that began before this time, or of which a named one got its last span before it, at most `limit`. */
export async function deleteOldTraces(
  transaction: Database,
  instanceId: string,
  before: Date,
  limit: number,
): Promise<{ traces: number; spans: number }> {
  const old = transaction('waiting_traces')
    .select('trace_id', 'spans')
    .where({ instance_id: instanceId })
    .whereRaw('case when is_named then last_at else first_at end <= :before', { before })
    .limit(limit)
  const rows = await planned<{ trace_id: string; spans: number }>(transaction, old)
  const ids = rows.map(({ trace_id }) => trace_id)
  for (const table of ['waiting_spans', 'waiting_traces'])
    await transaction(table).where({ instance_id: instanceId }).modify(whereAmong, 'trace_id', ids).delete()
  return { traces: rows.length, spans: rows.reduce((sum, { spans }) => sum + spans, 0) }
}
