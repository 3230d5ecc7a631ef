import type { Database } from './database.ts'
import sql, { raw } from 'sql-template-tag'
import { lockName, query } from './query/query.ts'
import { addToDays } from './work-ledger-days.ts'
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
  const known = sql`
    select id, updated_at, reported_by is not null as "isReported", review is not null as "isReviewed"
      from work_ledger_entries
     where instance_id = ${instanceId} and id = any(${ids}) order by id`
  const rows = await query<KnownEntry & { id: string }>(transaction, known)
  return new Map(rows.map((row) => [row.id, row]))
}

export interface KnownEntry extends Pick<WorkLedgerEntryRow, 'updated_at'> {
  isReported: boolean
  isReviewed: boolean
}

/** Inserts new entries, and adds them to the sums by day. */
export async function insertEntries(transaction: Database, rows: readonly WorkLedgerEntryRow[]): Promise<void> {
  await query(
    transaction,
    sql`with written as (
          insert into work_ledger_entries (${columns})
          select ${columns} from json_populate_recordset(null::work_ledger_entries, ${JSON.stringify(rows)}::json)
          returning ${summedColumns})
        ${addToDays(sql`written`, 1)}`,
  )
}

/** Deletes entries, and subtracts them from the sums by day. */
export async function deleteEntries(transaction: Database, instanceId: string, ids: string[]): Promise<void> {
  await query(
    transaction,
    sql`with deleted as (
          delete from work_ledger_entries where instance_id = ${instanceId} and id = any(${ids}) returning ${summedColumns})
        ${addToDays(sql`deleted`, -1)}`,
  )
}

/**
 * Tunes a transaction of an import. After a crash, PostgreSQL may lose the last batches, but only together with their stored
 * position. A large pending list lets the text index take new texts in large pieces, which it sorts first.
 */
export async function tuneForImport(transaction: Database): Promise<void> {
  await query(
    transaction,
    sql`set local statement_timeout = 0; set local synchronous_commit = off;
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
  const old = sql`select id from work_ledger_entries
    where instance_id = ${instanceId} and created_at < ${before} order by created_at, id limit ${limit}`
  return (await query<{ id: string }>(transaction, old)).map(({ id }) => id)
}

/** Deletes the sums of days without entries. */
export async function deleteEmptyDays(db: Database, instanceId: string): Promise<void> {
  await query(db, sql`delete from work_ledger_days where instance_id = ${instanceId} and entries = 0`)
}

/** Computes the sums by day again from all entries. Other writers of the ledger wait meanwhile. */
export async function recountDays(db: Database, instanceId: string): Promise<void> {
  await db.transaction(async (transaction) => {
    await query(transaction, sql`set local statement_timeout = 0`)
    await lockLedger(transaction, instanceId)
    await query(transaction, sql`delete from work_ledger_days where instance_id = ${instanceId}`)
    await query(transaction, addToDays(sql`work_ledger_entries where instance_id = ${instanceId}`, 1))
  })
}

/** The columns from which the sums by day are computed. */
const summedColumns = raw('instance_id, created_at, model_name, type, status, policy_status, actors, cost, active_time')

const columns = raw(workLedgerColumns)
