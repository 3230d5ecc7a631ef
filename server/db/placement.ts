import { LRUCache } from 'lru-cache'
import sql from 'sql-template-tag'
import { markDistributed } from './connection/knex-client.ts'
import type { Database } from './database.ts'
import { query, queryPrepared } from './query/query.ts'

/** Names the part of the database that has the rows of an instance, for what concerns all instances of a part alike. */
export type FindPart = (instanceId: string) => string | Promise<string>

/** A part is a worker of Citus. Where instances are not distributed, each is a part of its own. */
export async function findParts(db: Database): Promise<FindPart> {
  const [table] = await query<{ name: string | null }>(db, sql`select to_regclass('pg_dist_partition')::text as name`)
  const isDistributed =
    table?.name &&
    (await query(db, sql`select from pg_dist_partition where logicalrelid = 'users'::regclass`)).length > 0
  if (!isDistributed) return (instanceId) => instanceId
  markDistributed(db)
  return findWorkers(db)
}

/** Remembers the worker of an instance for a minute: rebalancing moves instances while servers run. */
function findWorkers(db: Database): FindPart {
  const known = new LRUCache<string, string>({ max: 10_000, ttl: 60_000 })
  return (instanceId) => known.get(instanceId) ?? ask(instanceId)

  async function ask(instanceId: string): Promise<string> {
    const found = sql`select groupid::text as worker from pg_dist_placement
      where shardid = get_shard_id_for_distribution_column('users', ${instanceId}::text)`
    const [row] = await queryPrepared<{ worker: string }>(db, found)
    const worker = row?.worker ?? instanceId
    known.set(instanceId, worker)
    return worker
  }
}
