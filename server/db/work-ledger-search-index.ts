import type { Knex } from 'knex'

/**
 * Builds the index behind filters and searches, unless it is there: some minutes for millions of entries. Reads go on
 * meanwhile, writes to the ledger wait.
 *
 * A first import does without it (`dropSearchIndexOfSmallLedger`), so each start of a server sees to it, after the
 * migrations: an import that was killed may have left it out.
 */
export async function createSearchIndex(db: Knex): Promise<void> {
  const index = await db('pg_indexes')
    .where({ indexname: 'work_ledger_entries_by_filter' })
    .whereRaw('schemaname = current_schema()')
    .pluck<string[]>('indexname')
  if (index.length > 0) return
  await db.transaction(async (transaction) => {
    await transaction.raw(`set local statement_timeout = 0; set local maintenance_work_mem = '256MB'`)
    // Of two servers that start at once one waits here, since "if not exists" looks before either is done.
    await transaction.raw(`
      lock table work_ledger_entries in share row exclusive mode;
      create index if not exists work_ledger_entries_by_filter on work_ledger_entries
       using gin (instance_id, status, type, policy_status, actors, model_name, searched gin_trgm_ops)`)
  })
}

/**
 * Entry by entry, this index takes two thirds of an import's time; built at the end, a third. So the first import of many
 * entries drops it: what was there before is little enough to be searched without.
 */
export async function dropSearchIndexOfSmallLedger(db: Knex): Promise<void> {
  await db.raw(`
    do $$ begin
      if (select count(*) from (select from work_ledger_entries limit ${SMALL + 1}) few) <= ${SMALL} then
        drop index if exists work_ledger_entries_by_filter;
      end if;
    end $$`)
}

const SMALL = 10_000
