import type { Knex } from 'knex'
import type { Database } from '../database.ts'
import { planned } from '../query/query.ts'
import { instanceTables } from './instance-tables.ts'

export type Distribution =
  | { ok: true; /** The tables that this call distributed. */ tables: string[]; workers: number }
  | { ok: false; reason: 'no_citus' | 'no_worker' }

/**
 * Distributes the tables of the instances' data over the workers of Citus by `instance_id`, so that all rows of an instance are
 * on one worker. `instances` is copied to every worker, because the others refer to it. Everything else stays on the
 * coordinator: the lists of migrations and the jobs' queue are no instance's. Tables that are distributed already are left
 * alone, so the call may be repeated after an upgrade. No server writes meanwhile; it takes as long as copying the data takes.
 */
export async function distribute(db: Database): Promise<Distribution> {
  const extensions = await db('pg_extension').where({ extname: 'citus' })
  if (extensions.length === 0) return { ok: false, reason: 'no_citus' }
  const workers = await db('pg_dist_node').where({ shouldhaveshards: true, isactive: true })
  if (workers.length === 0) return { ok: false, reason: 'no_worker' }
  return db.transaction(async (transaction) => {
    await transaction.raw('set local statement_timeout = 0')
    const tables = await instanceTables(transaction).modify(whereLocal).orderBy('relname').pluck<string[]>('relname')
    // Citus refuses a foreign key to a table that is not distributed yet.
    const keys = await findForeignKeys(transaction, tables)
    for (const { name, table } of keys) await transaction.raw('alter table ?? drop constraint ??', [table, name])
    await transaction('pg_class')
      .select(transaction.raw(`create_reference_table('instances')`))
      .whereRaw(`oid = 'instances'::regclass`)
      .modify(whereLocal)
    for (const table of tables)
      await transaction.raw(`select create_distributed_table(:table, 'instance_id')`, { table })
    for (const { name, table, definition } of keys)
      await transaction.raw(`alter table ?? add constraint ?? ${definition}`, [table, name])
    return { ok: true, tables, workers: workers.length }
  })
}

function whereLocal(tables: Knex.QueryBuilder): void {
  tables.whereRaw('not exists (select from pg_dist_partition where logicalrelid = pg_class.oid)')
}

async function findForeignKeys(db: Database, tables: string[]): Promise<ForeignKey[]> {
  return planned<ForeignKey>(
    db,
    db.raw(
      `select conname as name, tables.relname as table, pg_get_constraintdef(keys.oid) as definition
         from pg_constraint keys
         join pg_class tables on tables.oid = conrelid
         join pg_class targets on targets.oid = confrelid
        where contype = 'f' and tables.relname = any(:tables) and targets.relname = any(:tables)`,
      { tables },
    ),
  )
}

interface ForeignKey {
  name: string
  table: string
  definition: string
}
