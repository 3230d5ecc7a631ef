import type { Knex } from 'knex'
import sql, { raw } from 'sql-template-tag'
import { queryPrepared } from './query/query.ts'

export interface RequestKey {
  /** The instance that the requests are for; empty for all that are unknown. */
  instanceId: string
  /** A hash that names the caller, or all callers. */
  key: string
}

export interface Counted {
  /** The requests of the minute, those that were added last included. */
  requests: number
  /** How long ago the minute began. */
  ageMs: number
}

/**
 * Adds requests to a count, and returns it. A minute begins with the first request after the one before, by the clock of the
 * database, so that servers need not agree on the time. (Citus takes no function here whose value may change, such as now()
 * itself: `excluded.told_at` is now.)
 */
export async function addRequests(
  db: Knex,
  { instanceId, key }: RequestKey,
  requests: number,
): Promise<Counted> {
  const [row] = await queryPrepared<Counted>(
    db,
    sql`insert into request_counts as counted (instance_id, key, requests, begun_at, told_at)
        values (${instanceId}, ${key}, ${requests}, now(), now())
        on conflict (instance_id, key) do update set
          requests = excluded.requests + case when ${isSameMinute} then counted.requests else 0 end,
          begun_at = case when ${isSameMinute} then counted.begun_at else excluded.begun_at end,
          told_at = excluded.told_at
        returning requests, greatest(0, extract(epoch from told_at - begun_at) * 1000)::float8 as "ageMs"`,
  )
  if (!row) throw new Error('A count that was written is returned.')
  return row
}

/** False also where the clock of the database was put back. */
const isSameMinute = raw(
  `excluded.told_at - counted.begun_at between interval '-1 minute' and interval '1 minute'`,
)

/** Deletes counts whose minute is long over, at most `limit`, so that other statements need not wait long. */
export async function deleteOldRequestCounts(db: Knex, limit: number): Promise<number> {
  const isOld = `begun_at < now() - interval '5 minutes'`
  const old = db('request_counts').select('instance_id', 'key').whereRaw(isOld).limit(limit)
  return db('request_counts').whereIn(['instance_id', 'key'], old).whereRaw(isOld).delete()
}
