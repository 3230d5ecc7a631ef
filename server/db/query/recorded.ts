import type { Knex } from 'knex'
import type { Database } from '../database.ts'
import { inTransaction, isDistributed } from '../connection/pool.ts'
import { whereRevision } from './conditions.ts'
import { lockOf, prepared, preparedOne, preparedRow } from './query.ts'

/** Who changes something in an instance, and by what. Every function that writes a resource takes it. */
export interface ChangeOrigin {
  instanceId: string
  /** The operationId, or the name of the command or of the background work. */
  operation: string
  actor: { type: 'user' | 'client' | 'service'; id: string | null; name: string | null }
  /** Null for the service. */
  requestId: string | null
}

/** The origin of a change that no request makes. */
export function serviceOrigin(instanceId: string, operation: string): ChangeOrigin {
  return { instanceId, operation, actor: { type: 'service', id: null, name: null }, requestId: null }
}

/** A table whose rows are resources: with `instance_id`, `id` and `revision`. */
export interface RecordedTable {
  table: string
  resourceType: string
  /** The columns that writers get back. */
  columns: readonly string[]
  /**
   * What the record keeps of a row, as columns in SQL: nothing secret, and not the time of the change, which it has itself.
   */
  kept: readonly string[]
  /** Null where no resource of the table has a name. */
  nameColumn: string | null
}

/** A change, as `changes` has it; what is left out is null. */
export interface RecordedChange {
  kind: 'created' | 'updated' | 'deleted' | 'started' | 'finished' | 'flagged'
  resource_type: string
  resource_id: string
  resource_name?: string | null
  version?: number | null
  revision_before?: number | null
  revision_after?: number | null
  before?: object | null
  after?: object | null
  /** Pointers to secrets that were set, changed or removed. */
  secrets?: readonly string[]
}

/** Inserts a resource and its record. */
export async function insertRecorded<Row extends object>(
  db: Database,
  origin: ChangeOrigin,
  table: RecordedTable,
  values: Record<string, Knex.Value | Knex.Raw>,
  secrets: readonly string[] = [],
): Promise<Row> {
  const insert = db(table.table)
    .insert({ instance_id: origin.instanceId, ...values })
    .returning('*')
  const row = await write<Row>(db, origin, table, { kind: 'created', write: insert, secrets })
  if (!row) throw new Error('An insert without a conflict clause returns its row.')
  return row
}

/**
 * Updates a resource, and records the change where `isRecorded` holds: by default, where the revision is another then. Null
 * when no row has this id and one of these revisions (null allows any) and meets `where`.
 */
export async function updateRecorded<Row extends object>(
  db: Database,
  origin: ChangeOrigin,
  table: RecordedTable,
  { id, revisions, where = {}, set, secrets = [], isRecorded = revisionDiffers }: RecordedUpdate,
): Promise<Row | null> {
  const isRow = { instance_id: origin.instanceId, id }
  const before = db(table.table).where(isRow).modify(whereRevision, revisions).where(where).forUpdate()
  // By its id again: a join with the row before may be planned as a look at every row.
  const update = db(table.table).where(isRow).whereExists(db.select(1).from('before')).update(set).returning('*')
  return write<Row>(db, origin, table, { kind: 'updated', before, write: update, isRecorded, secrets })
}

interface RecordedUpdate {
  id: string
  revisions: readonly number[] | null
  where?: Record<string, Knex.Value> | Knex.QueryCallback
  set: Record<string, Knex.Value | Knex.Raw>
  /** Pointers to the secrets that are changed. */
  secrets?: readonly string[] | undefined
  /** A condition on the rows `before` and `written`, in SQL. */
  isRecorded?: string
}

const revisionDiffers = 'written.revision <> before.revision'

/** Deletes a resource. False when no row has this id and one of these revisions. Null allows any revision. */
export async function deleteRecorded(
  db: Database,
  origin: ChangeOrigin,
  table: RecordedTable,
  id: string,
  revisions: readonly number[] | null,
): Promise<boolean> {
  const isRow = { instance_id: origin.instanceId, id }
  const deletion = db(table.table).where(isRow).modify(whereRevision, revisions).delete().returning('*')
  return (await write(db, origin, table, { kind: 'deleted', write: deletion, secrets: [] })) !== null
}

/**
 * Runs `run` in a transaction, and then inserts the records that it made with `record`. They come last: a transaction that
 * waits for the number of a record then waits for nothing that this one still has to wait for.
 */
export async function recording<Result>(
  db: Database,
  origin: ChangeOrigin,
  run: (transaction: Database, record: RecordChange) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (transaction) => {
    const changes: RecordedChange[] = []
    const result = await run(transaction, (change) => changes.push(change))
    await insertChanges(transaction, origin, changes)
    return result
  })
}

export type RecordChange = (change: RecordedChange) => void

/** Records that a command which takes its time begins, or that it has ended with these counts. */
export async function recordCommand(
  db: Database,
  origin: ChangeOrigin,
  resource: 'work_ledger' | 'instance',
  counts: Record<string, number> | null,
): Promise<void> {
  const kind = counts ? 'finished' : 'started'
  const id = resource === 'instance' ? origin.instanceId : 'work-ledger'
  await recording(db, origin, async (_transaction, record) =>
    record({ kind, resource_type: resource, resource_id: id, after: counts }),
  )
}

interface RecordedWrite {
  kind: 'created' | 'updated' | 'deleted'
  /** The row before an update, locked: PostgreSQL 15 returns no old row. */
  before?: Knex.QueryBuilder
  write: Knex.QueryBuilder
  isRecorded?: string
  secrets: readonly string[]
}

/** One statement for the row and its record; on Citus two, because one would ask all workers (E-58). */
async function write<Row extends object>(
  db: Database,
  origin: ChangeOrigin,
  table: RecordedTable,
  { kind, before, write, isRecorded = 'true', secrets }: RecordedWrite,
): Promise<Row | null> {
  const rows = before ? 'before as (:before), written as (:write)' : 'written as (:write)'
  const from = before ? 'before, written' : 'written'
  const change = `change as (select ${describe(table, kind)}, :secrets::text[] as secrets from ${from} where ${isRecorded})`
  const columns = table.columns.join(', ')
  const parts = { before, write, secrets: [...secrets], ...valuesOf(origin) }
  if (isDistributed(db)) {
    return inTransaction(db, async (transaction) => {
      const recorded = '(select to_jsonb(change) from change) as recorded_change'
      const statement = transaction.raw(`with ${rows}, ${change} select ${columns}, ${recorded} from written`, parts)
      const row = await preparedRow<Row & { recorded_change: RecordedChange | null }>(transaction, statement)
      if (row?.recorded_change) await insertChanges(transaction, origin, [row.recorded_change])
      return row
    })
  }
  // Writers wait for this lock in a queue. To wait for the row of the head itself takes half as much time again.
  const statement = db.raw(
    `with ${rows}, ${change},
       queued as (select :lock from change),
       head as (${nextNumber('select :instanceId, 1 from queued')}),
       recorded as (
         insert into changes (${originColumns}, sequence, ${changeColumns})
         select ${originValues}, head.sequence, change.* from change, head)
     select ${columns} from written`,
    { ...parts, lock: lockOf(db, `changes ${origin.instanceId}`) },
  )
  return preparedRow<Row>(db, statement)
}

async function insertChanges(transaction: Database, origin: ChangeOrigin, changes: readonly RecordedChange[]) {
  if (changes.length === 0) return
  const { instanceId } = origin
  const count = changes.length
  const taken = transaction.raw(nextNumber('values (:instanceId, :count::bigint)'), { instanceId, count })
  const head = await preparedOne<{ sequence: number }>(transaction, taken)
  const first = head.sequence - count + 1
  // The same statement for any number of them: a batch of reports makes up to 1,000.
  const rows = changes.map((change, at) => ({ sequence: first + at, ...change, secrets: change.secrets ?? [] }))
  const inserted = transaction.raw(
    `insert into changes (${originColumns}, sequence, ${changeColumns})
     select ${originValues}, sequence, ${changeColumns}
       from json_to_recordset(:rows::json) as made (sequence bigint, kind text, resource_type text, resource_id text,
         resource_name text, version integer, revision_before integer, revision_after integer, before jsonb, after jsonb,
         secrets text[])`,
    { ...valuesOf(origin), rows: JSON.stringify(rows) },
  )
  await prepared(transaction, inserted)
}

/** Takes as many numbers as `rows` says, in the first change of an instance from 1 on. The last of them is returned. */
function nextNumber(rows: string): string {
  return `insert into change_heads as head (instance_id, sequence) ${rows}
    on conflict (instance_id) do update set sequence = head.sequence + excluded.sequence returning sequence`
}

/** What a record says of the resource: its `changeColumns` but for the secrets. */
function describe({ resourceType, nameColumn, kept }: RecordedTable, kind: RecordedWrite['kind']): string {
  const before = kind === 'created' ? null : kind === 'updated' ? 'before' : 'written'
  const after = kind === 'deleted' ? null : 'written'
  const revisionOf = (row: string | null) => (row === null ? 'null::integer' : `${row}.revision`)
  const keep = (row: string | null) =>
    row === null ? 'null::jsonb' : `(select to_jsonb(kept) from (select ${kept.join(', ')} from ${row}) kept)`
  return `'${kind}' as kind, '${resourceType}' as resource_type, written.id as resource_id,
    ${nameColumn === null ? 'null::text' : `written.${nameColumn}`} as resource_name, null::integer as version,
    ${revisionOf(before)} as revision_before, ${revisionOf(after)} as revision_after,
    ${keep(before)} as before, ${keep(after)} as after`
}

function valuesOf({ instanceId, operation, actor, requestId }: ChangeOrigin) {
  return { instanceId, operation, actorType: actor.type, actorId: actor.id, actorName: actor.name, requestId }
}

const originColumns = 'instance_id, operation, actor_type, actor_id, actor_name, request_id'

const originValues = ':instanceId, :operation, :actorType, :actorId, :actorName, :requestId'

const changeColumns = `kind, resource_type, resource_id, resource_name, version, revision_before, revision_after,
  before, after, secrets`
