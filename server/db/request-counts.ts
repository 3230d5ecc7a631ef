import type { Database } from './database.ts'
import { prepared } from './query/query.ts'

/**
 * Requests to add to a count, or all of a count; by the hash of the caller or instance that is limited. `ageMs`: since the
 * minute began.
 */
export interface CountRow {
  key: string
  requests: number
  ageMs: number
}

/**
 * Adds requests to counts, and returns the counts of all servers. A count's minute begins when the first server adds to it, by
 * the clock of the database. The keys are in order, so that two servers do not wait for each other.
 */
export async function addRequests(db: Database, added: readonly CountRow[]): Promise<CountRow[]> {
  const counts = db.raw(
    `insert into request_counts as counted (key, requests, begun_at)
     select key, requests, now() - "ageMs" * interval '1 ms'
       from json_to_recordset(:added) as added (key text, requests int, "ageMs" float8)
      order by key
     on conflict (key) do update set
       requests = excluded.requests + case when ${isSameMinute} then counted.requests else 0 end,
       begun_at = case when ${isSameMinute} then counted.begun_at else excluded.begun_at end
     returning key, requests, extract(epoch from now() - begun_at)::float8 * 1000 as "ageMs"`,
    { added: JSON.stringify(added) },
  )
  return prepared<CountRow>(db, counts)
}

/** Minutes that began up to a minute apart are the same one: the server that sends first need not have begun first. */
const isSameMinute = `excluded.begun_at - counted.begun_at between interval '-1 minute' and interval '1 minute'`

/** Deletes counts whose minute is long over, at most `limit`. A count that another statement holds is left for later. */
export async function deleteOldRequestCounts(db: Database, limit: number): Promise<number> {
  const old = db('request_counts')
    .select('key')
    .whereRaw(`begun_at < now() - interval '5 minutes'`)
    .limit(limit)
    .forUpdate()
    .skipLocked()
  return db('request_counts').whereIn('key', old).delete()
}
