import type { Knex } from 'knex'
import { workLedgerColumns, type WorkLedgerEntryRow } from './work-ledger-entries.ts'

/** Whoever else writes to the ledger of this instance waits until the transaction ends. */
export async function lockLedger(transaction: Knex, instanceId: string): Promise<void> {
  await transaction('instances').where({ id: instanceId }).forNoKeyUpdate().select('id')
}

/** When each of these entries that is there was updated, by id. */
export async function findKnownEntries(
  transaction: Knex,
  instanceId: string,
  ids: string[],
): Promise<Map<string, Date>> {
  const rows = await transaction<WorkLedgerEntryRow>('work_ledger_entries')
    .where({ instance_id: instanceId })
    .whereRaw('id = any(?)', [ids])
    // The primary key's order: the planner may know nothing of a new instance yet, and take any other index.
    .orderBy('id')
    .select('id', 'updated_at')
  return new Map(rows.map((row) => [row.id, row.updated_at]))
}

/** Inserts rows, or replaces those that are there. */
export async function upsertEntries(transaction: Knex, rows: readonly WorkLedgerEntryRow[]): Promise<void> {
  const columns = workLedgerColumns.join(', ')
  const changes = workLedgerColumns
    .filter((column) => column !== 'instance_id' && column !== 'id')
    .map((column) => `${column} = excluded.${column}`)
  await transaction.raw(
    `insert into work_ledger_entries (${columns})
     select ${columns} from json_populate_recordset(null::work_ledger_entries, ?::json)
     on conflict (instance_id, id) do update set ${changes.join(', ')}`,
    [JSON.stringify(rows)],
  )
}

/** The oldest entries that were created before this instant. */
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

export async function deleteEntries(transaction: Knex, instanceId: string, ids: string[]): Promise<void> {
  await transaction('work_ledger_entries')
    .where({ instance_id: instanceId })
    .whereRaw('id = any(?)', [ids])
    .delete()
}
