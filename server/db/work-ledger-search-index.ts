import type { Database } from './database.ts'
import { buildIndex, hasIndex } from './schema/build-index.ts'
import { withAdvisoryLock, onOwnConnections } from './connection/advisory-lock.ts'
import { keepsSession, type DatabaseAddress } from './connection/pool.ts'

/**
 * Creates the index for filters and searches unless it exists: some minutes for millions of entries, while others read and
 * write.
 *
 * A first import works without the index (`dropSearchIndexOfSmallLedger`). So every start of a server calls this, after the
 * migrations: a killed import may have left the index out.
 */
export async function createSearchIndex(database: DatabaseAddress): Promise<void> {
  await onOwnConnections(database, async (db) => {
    if (await hasIndex(db, indexName)) return
    await withAdvisoryLock(db, async () => {
      // On the connection that builds: the lock has the other one.
      if (keepsSession(db)) await db.raw("set maintenance_work_mem = '256MB'")
      await buildIndex(db, indexName, indexDefinition)
    })
  })
}

/**
 * Updating this index entry by entry takes two thirds of an import's time; building it at the end takes one third. So the
 * first import of many entries drops it: the few entries from before can be searched without an index.
 */
export async function dropSearchIndexOfSmallLedger(db: Database): Promise<void> {
  const few = await db('work_ledger_entries')
    .select(1)
    .limit(smallLedger + 1)
  if (few.length <= smallLedger) await db.raw('drop index concurrently if exists ??', [indexName])
}

const indexName = 'work_ledger_entries_by_filter'

const indexDefinition = `on work_ledger_entries
  using gin (instance_id, status, type, policy_status, actors, model_name, searched gin_trgm_ops)`

const smallLedger = 10_000
