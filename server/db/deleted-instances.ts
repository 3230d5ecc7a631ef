import type { Database } from './database.ts'

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
  return db('deleted_instances')
    .select<DeletedInstanceRow[]>('id', 'row_counts', 'begun_at', 'deleted_at')
    .orderBy('id')
}

/** Whether there was an instance with this id, or it is being deleted. */
export async function wasInstance(db: Database, id: string): Promise<boolean> {
  return (await db('deleted_instances').where({ id }).first('id')) !== undefined
}

/** Makes the instance unknown, for ever. False when there is none. */
export async function beginDeletion(db: Database, id: string): Promise<boolean> {
  return db.transaction(async (transaction) => {
    if ((await transaction('instances').where({ id }).update({ status: 'deleting' })) === 0) return false
    await transaction('deleted_instances').insert({ id }).onConflict().ignore()
    return true
  })
}

/** Adds to the record, in the transaction that deletes the rows. */
export async function recordDeleted(transaction: Database, id: string, table: string, rows: number): Promise<void> {
  const counts = transaction.raw(
    `row_counts || jsonb_build_object(
       cast(:table as text), coalesce((row_counts ->> :table)::bigint, 0) + cast(:rows as bigint))`,
    { table, rows },
  )
  await transaction('deleted_instances').where({ id }).update({ row_counts: counts })
}

/** Deletes the instance itself. Throws a foreign key violation when rows are left. */
export async function finishDeletion(db: Database, id: string): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction('instances').where({ id }).delete()
    await transaction('deleted_instances').where({ id }).update({ deleted_at: transaction.fn.now() })
  })
}
