import type { Knex } from 'knex'

/**
 * Creates the index for filters and searches unless it exists: some minutes for millions of entries. Reads go on meanwhile;
 * writes to the ledger wait.
 *
 * A first import works without the index (`dropSearchIndexOfSmallLedger`). So every start of a server calls this, after the
 * migrations: a killed import may have left the index out.
 */
export async function createSearchIndex(db: Knex): Promise<void> {
  const index = await db('pg_indexes')
    .where({ indexname: 'work_ledger_entries_by_filter' })
    .whereRaw('schemaname = current_schema()')
    .pluck<string[]>('indexname')
  if (index.length > 0) return
  await db.transaction(async (transaction) => {
    await transaction.raw(`set local statement_timeout = 0; set local maintenance_work_mem = '256MB'`)
    // When two servers start at once, one waits here for the other's lock: "if not exists" alone would not see an index that
    // is still being built.
    await transaction.raw('lock table work_ledger_entries in share row exclusive mode')
    await transaction.raw(`
      create index if not exists work_ledger_entries_by_filter on work_ledger_entries
       using gin (instance_id, status, type, policy_status, actors, model_name, searched gin_trgm_ops)`)
  })
}

/**
 * Updating this index entry by entry takes two thirds of an import's time; building it at the end takes one third. So the
 * first import of many entries drops it: the few entries from before can be searched without an index.
 */
export async function dropSearchIndexOfSmallLedger(db: Knex): Promise<void> {
  const few = await db('work_ledger_entries')
    .select('id')
    .limit(SMALL + 1)
  if (few.length <= SMALL) await db.raw('drop index if exists work_ledger_entries_by_filter')
}

const SMALL = 10_000
