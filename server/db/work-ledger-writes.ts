import type { Knex } from 'knex'
import { copyFrom, formatValue } from './copy.ts'
import type { WorkLedgerEntryRow } from './work-ledger-entries.ts'

interface PlacedRow extends WorkLedgerEntryRow {
  /** Its place in the ledger of the instance, counted from 0 in the order of writing. A change moves it to the end. */
  position: number
}

/** The next free position. Whoever else writes to the ledger of this instance waits until the transaction ends. */
export async function lockLedger(transaction: Knex, instanceId: string): Promise<number> {
  await transaction('instances').where({ id: instanceId }).forNoKeyUpdate().select('id')
  const last = await transaction<PlacedRow>('work_ledger_entries')
    .where({ instance_id: instanceId })
    .orderBy('position', 'desc')
    .first('position')
  return last ? last.position + 1 : 0
}

/** When each of these entries that is there was updated, by id. */
export async function findKnownEntries(
  transaction: Knex,
  instanceId: string,
  ids: readonly string[],
): Promise<Map<string, Date>> {
  const asked = [...ids]
  const rows = await transaction<PlacedRow>('work_ledger_entries')
    .where({ instance_id: instanceId })
    .whereRaw('id = any(?)', [asked])
    // Ids often begin with their time: when all are later than what is there, one look at the index tells.
    .whereRaw(
      `exists (select from work_ledger_entries where instance_id = ?
                  and id >= (select min(id) from unnest(?::text[]) as asked (id)))`,
      [instanceId, asked],
    )
    // The primary key's order: the planner may know nothing of a new instance yet, and take any other index.
    .orderBy('id')
    .select('id', 'updated_at')
  return new Map(rows.map((row) => [row.id, row.updated_at]))
}

/** Inserts rows that are not there yet, in places from `position` on. */
export async function copyEntries(
  transaction: Knex,
  rows: readonly WorkLedgerEntryRow[],
  position: number,
): Promise<void> {
  if (rows.length === 0) return
  await copyFrom(transaction, 'work_ledger_entries', [...columns, 'position'], formatRows(rows, position))
}

/** Changes rows that are there, and moves them to places from `position` on. */
export async function updateEntries(
  transaction: Knex,
  rows: readonly WorkLedgerEntryRow[],
  position: number,
): Promise<void> {
  if (rows.length === 0) return
  const placed = rows.map((row, index): PlacedRow => ({ ...row, position: position + index }))
  const changed = [...columns, 'position'].filter((column) => column !== 'instance_id' && column !== 'id')
  await transaction.raw(
    `update work_ledger_entries entry set ${changed.map((column) => `${column} = written.${column}`).join(', ')}
       from json_populate_recordset(null::work_ledger_entries, ?::json) written
      where entry.instance_id = written.instance_id and entry.id = written.id`,
    [JSON.stringify(placed)],
  )
}

const columns = [
  'instance_id',
  'id',
  'title',
  'description',
  'type',
  'status',
  'entity_id',
  'related_entity',
  'actors',
  'active_time',
  'cost',
  'policy_status',
  'model_name',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof WorkLedgerEntryRow)[]

/** Some hundred rows at a time. */
function* formatRows(rows: readonly WorkLedgerEntryRow[], position: number): Generator<string> {
  let chunk = ''
  for (const [index, row] of rows.entries()) {
    chunk += `${columns.map((column) => formatValue(row[column])).join('\t')}\t${position + index}\n`
    if (chunk.length < 65_536) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}
