import { LRUCache } from 'lru-cache'
import { markDistributed } from './connection/pool.ts'
import type { Database } from './database.ts'
import { planned } from './query/query.ts'

/** Names the part of the database that has the rows of an instance, for what concerns all instances of a part alike. */
export type FindPart = (instanceId: string) => string | Promise<string>

/** A part is a worker of Citus. Where instances are not distributed, each is a part of its own. */
export async function findParts(db: Database): Promise<FindPart> {
  const catalog = db.raw("select to_regclass('pg_dist_partition')::text as name")
  const [table] = await planned<{ name: string | null }>(db, catalog)
  const distributed = db('pg_dist_partition').whereRaw("logicalrelid = 'users'::regclass")
  const isDistributed = table?.name && (await distributed.pluck<string[]>('logicalrelid')).length > 0
  if (!isDistributed) return (instanceId) => instanceId
  markDistributed(db)
  return findWorkers(db)
}

/** Remembers the worker of an instance for a minute: rebalancing moves instances while servers run. */
function findWorkers(db: Database): FindPart {
  const known = new LRUCache<string, string>({ max: 10_000, ttl: 60_000 })
  return (instanceId) => known.get(instanceId) ?? ask(instanceId)

  async function ask(instanceId: string): Promise<string> {
    const [row] = await db('pg_dist_placement')
      .select<{ worker: string }[]>(db.raw('groupid::text as worker'))
      .whereRaw("shardid = get_shard_id_for_distribution_column('users', ?::text)", instanceId)
    const worker = row?.worker ?? instanceId
    known.set(instanceId, worker)
    return worker
  }
}
