import type { Database } from './database.ts'
import { whereAmong } from './query/conditions.ts'
import { lockName, planned } from './query/query.ts'
import { addToDays, summedColumns } from './work-ledger-days.ts'
import { workLedgerColumns, type WorkLedgerEntryRow } from './work-ledger-entries.ts'

/** Makes every other transaction that writes to the ledger of this instance wait until this transaction ends. */
export async function lockLedger(transaction: Database, instanceId: string): Promise<void> {
  await lockName(transaction, `ledger ${instanceId}`)
}

/** What is known of each existing entry, by id. */
export async function findKnownEntries(
  transaction: Database,
  instanceId: string,
  ids: string[],
): Promise<Map<string, KnownEntry>> {
  // Ordering by the primary key makes PostgreSQL use its index. For a new instance it has no statistics and may choose badly.
  const known = transaction('work_ledger_entries')
    .select('id', 'updated_at', transaction.raw('reported_by is not null as "isReported"'))
    .select(transaction.raw('review is not null as "isReviewed"'))
    .where({ instance_id: instanceId })
    .modify(whereAmong, 'id', ids)
    .orderBy('id')
  const rows = await planned<KnownEntry & { id: string }>(transaction, known)
  return new Map(rows.map((row) => [row.id, row]))
}

export interface KnownEntry extends Pick<WorkLedgerEntryRow, 'updated_at'> {
  isReported: boolean
  isReviewed: boolean
}

/** Inserts new entries, and adds them to the sums by day. */
export async function insertEntries(transaction: Database, rows: readonly WorkLedgerEntryRow[]): Promise<void> {
  const columns = workLedgerColumns.join(', ')
  const inserted = transaction.raw(
    `insert into work_ledger_entries (${columns})
     select ${columns} from json_populate_recordset(null::work_ledger_entries, :rows::json)
     returning ${summedColumns.join(', ')}`,
    { rows: JSON.stringify(rows) },
  )
  await addToDays(transaction, inserted, 1)
}

/** Deletes entries, and subtracts them from the sums by day. */
export async function deleteEntries(transaction: Database, instanceId: string, ids: string[]): Promise<void> {
  const deleted = transaction('work_ledger_entries')
    .where({ instance_id: instanceId })
    .modify(whereAmong, 'id', ids)
    .delete()
    .returning(summedColumns)
  await addToDays(transaction, deleted, -1)
}

/**
 * Tunes a transaction of an import. After a crash, PostgreSQL may lose the last batches, but only together with their stored
 * position. A large pending list lets the text index take new texts in large pieces, which it sorts first.
 */
export async function tuneForImport(transaction: Database): Promise<void> {
  await transaction.raw(
    `set local statement_timeout = 0; set local synchronous_commit = off;
     set local gin_pending_list_limit = '32MB'; set local work_mem = '64MB'`,
  )
}

/** The ids of the oldest entries that were created before this instant. */
export async function findOldEntries(
  transaction: Database,
  instanceId: string,
  before: Date,
  limit: number,
): Promise<string[]> {
  const old = await transaction('work_ledger_entries')
    .select<{ id: string }[]>('id')
    .where({ instance_id: instanceId })
    .where('created_at', '<', before)
    .orderBy(['created_at', 'id'])
    .limit(limit)
  return old.map(({ id }) => id)
}

/** Deletes the sums of days without entries. */
export async function deleteEmptyDays(db: Database, instanceId: string): Promise<void> {
  await db('work_ledger_days').where({ instance_id: instanceId, entries: 0 }).delete()
}

/** Computes the sums by day again from all entries. Other writers of the ledger wait meanwhile. */
export async function recountDays(db: Database, instanceId: string): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.raw('set local statement_timeout = 0')
    await lockLedger(transaction, instanceId)
    await transaction('work_ledger_days').where({ instance_id: instanceId }).delete()
    const entries = transaction('work_ledger_entries').select(summedColumns).where({ instance_id: instanceId })
    await addToDays(transaction, entries, 1)
  })
}
