import type { Knex } from 'knex'
import { copyFrom, createCopyWriter } from './copy.ts'
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
  ids: string[],
): Promise<Map<string, Date>> {
  if (!(await mayKnow(transaction, instanceId, ids))) return new Map()
  const rows = await transaction<PlacedRow>('work_ledger_entries')
    .where({ instance_id: instanceId })
    .whereRaw('id = any(?)', [ids])
    // The primary key's order: the planner may know nothing of a new instance yet, and take any other index.
    .orderBy('id')
    .select('id', 'updated_at')
  return new Map(rows.map((row) => [row.id, row.updated_at]))
}

/**
 * Ids often begin with their time: when all are later than the last one there, none is known, and one look at the index
 * tells. That is the first row of an order, as the planner would look for `exists` in the index of another one, all of it.
 */
async function mayKnow(transaction: Knex, instanceId: string, ids: string[]): Promise<boolean> {
  const { rows } = await transaction.raw<{ rows: { known: boolean | null }[] }>(
    `select (select id from work_ledger_entries where instance_id = ? order by id desc limit 1)
              >= (select min(id) from unnest(?::text[]) as asked (id)) as known`,
    [instanceId, ids],
  )
  return rows[0]?.known === true
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

/** Some hundred rows at a time; the values of each in the order of `columns`. */
function* formatRows(rows: readonly WorkLedgerEntryRow[], position: number): Generator<Buffer> {
  const writer = createCopyWriter()
  for (const [index, row] of rows.entries()) {
    writer.row(columns.length + 1)
    writer.text(row.instance_id)
    writer.text(row.id)
    writer.text(row.title)
    writer.text(row.description)
    writer.text(row.type)
    writer.text(row.status)
    writer.text(row.entity_id)
    writer.text(row.related_entity)
    writer.text(row.actors)
    writer.double(row.active_time)
    writer.double(row.cost)
    writer.text(row.policy_status)
    writer.text(row.model_name)
    writer.timestamp(row.created_at)
    writer.timestamp(row.updated_at)
    writer.bigint(position + index)
    if (writer.isFull()) yield writer.take()
  }
  yield writer.take()
}
