import type { Database } from './database.ts'
import sql from 'sql-template-tag'
import { query } from './query/query.ts'

/** What is left of an instance that was deleted. */
export interface DeletedInstanceRow {
  id: string
  /** How many rows of each table were deleted. */
  row_counts: Record<string, number>
  begun_at: string
  /** Null while rows may be left. */
  deleted_at: string | null
}

export async function listDeletedInstances(db: Database): Promise<DeletedInstanceRow[]> {
  return query(db, sql`select id, row_counts, begun_at, deleted_at from deleted_instances order by id`)
}

/** Whether there was an instance with this id, or it is being deleted. */
export async function wasInstance(db: Database, id: string): Promise<boolean> {
  return (await query(db, sql`select from deleted_instances where id = ${id}`)).length === 1
}

/** Makes the instance unknown, for ever. False when there is none. */
export async function beginDeletion(db: Database, id: string): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const marked = sql`update instances set status = 'deleting' where id = ${id} returning id`
    if ((await query(transaction, marked)).length === 0) return false
    await query(transaction, sql`insert into deleted_instances (id) values (${id}) on conflict do nothing`)
    return true
  })
}

/** Adds to the record, in the transaction that deletes the rows. */
export async function recordDeleted(transaction: Database, id: string, table: string, rows: number): Promise<void> {
  await query(
    transaction,
    sql`update deleted_instances
           set row_counts = row_counts || jsonb_build_object(${table}::text, coalesce((row_counts ->> ${table})::bigint, 0) + ${rows}::bigint)
         where id = ${id}`,
  )
}

/** Deletes the instance itself. Throws a foreign key violation when rows are left. */
export async function finishDeletion(db: Database, id: string): Promise<void> {
  await db.transaction(async (transaction) => {
    await query(transaction, sql`delete from instances where id = ${id}`)
    await query(transaction, sql`update deleted_instances set deleted_at = now() where id = ${id}`)
  })
}
