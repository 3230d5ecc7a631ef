import type { Database } from '../database.ts'
import sql, { raw } from 'sql-template-tag'
import { query } from '../query/query.ts'

export type Distribution =
  | { ok: true; /** The tables that this call distributed. */ tables: string[]; workers: number }
  | { ok: false; reason: 'no_citus' | 'no_worker' }

/**
 * Distributes the tables of the instances' data over the workers of Citus by `instance_id`, so that all rows of an instance are
 * on one worker. `instances` is copied to every worker, because the others refer to it. Everything else stays on the
 * coordinator: `migrations` and the jobs' queue are no instance's. Tables that are distributed already are left alone, so the
 * call may be repeated after an upgrade. Nobody writes meanwhile; it takes as long as copying the data takes.
 */
export async function distribute(db: Database): Promise<Distribution> {
  const extensions = await query(db, sql`select from pg_extension where extname = 'citus'`)
  if (extensions.length === 0) return { ok: false, reason: 'no_citus' }
  const workers = await query(db, sql`select from pg_dist_node where shouldhaveshards and isactive`)
  if (workers.length === 0) return { ok: false, reason: 'no_worker' }
  return db.transaction(async (transaction) => {
    await query(transaction, sql`set local statement_timeout = 0`)
    const tables = await findLocalTables(transaction)
    // Citus refuses a foreign key to a table that is not distributed yet.
    const keys = await findForeignKeys(transaction, tables)
    for (const { name, table } of keys) await query(transaction, raw(`alter table ${table} drop constraint ${name}`))
    await query(
      transaction,
      sql`select create_reference_table('instances') from pg_class
      where oid = 'instances'::regclass and oid not in (select logicalrelid from pg_dist_partition)`,
    )
    for (const table of tables) await query(transaction, sql`select create_distributed_table(${table}, 'instance_id')`)
    for (const { name, table, definition } of keys)
      await query(transaction, raw(`alter table ${table} add constraint ${name} ${definition}`))
    return { ok: true, tables, workers: workers.length }
  })
}

/** By their column, so that no new table is forgotten. */
async function findLocalTables(db: Database): Promise<string[]> {
  const rows = await query<{ name: string }>(
    db,
    sql`select relname as name from pg_class
         where relkind = 'r' and relnamespace = current_schema()::regnamespace
           and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'instance_id')
           and not exists (select from pg_dist_partition where logicalrelid = pg_class.oid)
         order by relname`,
  )
  return rows.map(({ name }) => name)
}

async function findForeignKeys(db: Database, tables: string[]): Promise<ForeignKey[]> {
  return query<ForeignKey>(
    db,
    sql`select conname as name, tables.relname as table, pg_get_constraintdef(keys.oid) as definition
          from pg_constraint keys
          join pg_class tables on tables.oid = conrelid
          join pg_class targets on targets.oid = confrelid
         where contype = 'f' and tables.relname = any(${tables}) and targets.relname = any(${tables})`,
  )
}

interface ForeignKey {
  name: string
  table: string
  definition: string
}
