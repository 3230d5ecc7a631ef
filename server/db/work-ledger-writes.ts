import type { Knex } from 'knex'
import { addToDays } from './work-ledger-days.ts'
import { workLedgerColumns, type WorkLedgerEntryRow } from './work-ledger-entries.ts'

/** Makes every other transaction that writes to the ledger of this instance wait until this transaction ends. */
export async function lockLedger(transaction: Knex, instanceId: string): Promise<void> {
  await transaction('instances').where({ id: instanceId }).forNoKeyUpdate().select('id')
}

/** The time of the last update of each existing entry, by id. */
export async function findKnownEntries(
  transaction: Knex,
  instanceId: string,
  ids: string[],
): Promise<Map<string, string>> {
  const rows = await transaction<WorkLedgerEntryRow>('work_ledger_entries')
    .where({ instance_id: instanceId })
    .whereRaw('id = any(?)', [ids])
    // Ordering by the primary key makes PostgreSQL use its index. For a new instance it has no statistics and may choose
    // badly.
    .orderBy('id')
    .select('id', 'updated_at')
  return new Map(rows.map((row) => [row.id, row.updated_at]))
}

/** Inserts new entries, and adds them to the sums by day. */
export async function insertEntries(transaction: Knex, rows: readonly WorkLedgerEntryRow[]): Promise<void> {
  const columns = workLedgerColumns.join(', ')
  await transaction.raw(
    `with written as (
       insert into work_ledger_entries (${columns})
       select ${columns} from json_populate_recordset(null::work_ledger_entries, ?::json)
       returning ${summedColumns})
     ${addToDays('written', 1)}`,
    [JSON.stringify(rows)],
  )
}

/** Deletes entries, and subtracts them from the sums by day. */
export async function deleteEntries(transaction: Knex, instanceId: string, ids: string[]): Promise<void> {
  await transaction.raw(
    `with deleted as (
       delete from work_ledger_entries where instance_id = ? and id = any(?) returning ${summedColumns})
     ${addToDays('deleted', -1)}`,
    [instanceId, ids],
  )
}

/**
 * Tunes a transaction of an import. After a crash, PostgreSQL may lose the last batches, but only together with their stored
 * position. A large pending list lets the text index take new texts in large pieces, which it sorts first.
 */
export async function tuneForImport(transaction: Knex): Promise<void> {
  await transaction.raw(
    `set local statement_timeout = 0; set local synchronous_commit = off;
     set local gin_pending_list_limit = '32MB'; set local work_mem = '64MB'`,
  )
}

/** The ids of the oldest entries that were created before this instant. */
export async function findOldEntries(
  transaction: Knex,
  instanceId: string,
  before: Date,
  limit: number,
): Promise<string[]> {
  return transaction<WorkLedgerEntryRow>('work_ledger_entries')
    .where({ instance_id: instanceId })
    .where('created_at', '<', before)
    .orderBy([{ column: 'created_at' }, { column: 'id' }])
    .limit(limit)
    .pluck<string[]>('id')
}

/** Deletes the sums of days without entries. */
export async function deleteEmptyDays(db: Knex, instanceId: string): Promise<void> {
  await db('work_ledger_days').where({ instance_id: instanceId, entries: 0 }).delete()
}

/** Computes the sums by day again from all entries. Other writers of the ledger wait meanwhile. */
export async function recountDays(db: Knex, instanceId: string): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.raw('set local statement_timeout = 0')
    await lockLedger(transaction, instanceId)
    await transaction('work_ledger_days').where({ instance_id: instanceId }).delete()
    await transaction.raw(addToDays('work_ledger_entries where instance_id = ?', 1), [instanceId])
  })
}

/** The columns from which the sums by day are computed. */
const summedColumns =
  'instance_id, created_at, model_name, type, status, policy_status, actors, cost, active_time'
