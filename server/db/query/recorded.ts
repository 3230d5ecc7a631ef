import type { Database } from '../database.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { inTransaction } from '../connection/pool.ts'
import { isDistributed } from '../connection/knex-client.ts'
import { whereRevision } from './conditions.ts'
import { lockOf, queryOne, queryPrepared, queryRow } from './query.ts'

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
  columns: Sql
  /** The columns that the record keeps of a row: none with a secret, and not the time of the change, which it has itself. */
  kept: Sql
  nameColumn: string
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

/** Inserts a resource and its record. `insert` is the statement without `returning`. */
export async function insertRecorded<Row extends object>(
  db: Database,
  origin: ChangeOrigin,
  table: RecordedTable,
  insert: Sql,
  secrets: readonly string[] = [],
): Promise<Row> {
  const written = sql`written as (${insert} returning *)`
  const change = sql`change as (${describe(table, { after: 'written' }, secrets)} from written)`
  const row = await write<Row>(db, origin, table, join([written, change]))
  if (!row) throw new Error('An insert without a conflict clause returns its row.')
  return row
}

/**
 * Updates a resource, and records the change where `isRecorded` holds: by default, where the revision is another then. Null
 * when no row has this id and meets the condition `where`. `secrets` are pointers to those that were changed.
 */
export async function updateRecorded<Row extends object>(
  db: Database,
  origin: ChangeOrigin,
  table: RecordedTable,
  { id, where, set, secrets = [], isRecorded = whereRevisionDiffers }: RecordedUpdate,
): Promise<Row | null> {
  const isRow = sql`instance_id = ${origin.instanceId} and id = ${id}`
  // PostgreSQL 15 returns no old row. Behind the lock, the row before is the one that is updated.
  const before = sql`before as (select * from ${raw(table.table)} where ${isRow} and ${where} for update)`
  // By its id again: a join with the row before may be planned as a look at every row.
  const written = sql`written as (
    update ${raw(table.table)} set ${set} where ${isRow} and exists (select from before) returning *)`
  const change = sql`change as (${describe(table, { before: 'before', after: 'written' }, secrets)}
    from before, written where ${isRecorded})`
  return write<Row>(db, origin, table, join([before, written, change]))
}

interface RecordedUpdate {
  id: string
  where: Sql
  set: Sql
  secrets?: readonly string[] | undefined
  /** A condition on the rows `before` and `written`. */
  isRecorded?: Sql
}

const whereRevisionDiffers = sql`written.revision <> before.revision`

/** Deletes a resource. False when no row has this id and one of these revisions. Null allows any revision. */
export async function deleteRecorded(
  db: Database,
  origin: ChangeOrigin,
  table: RecordedTable,
  id: string,
  revisions: readonly number[] | null,
): Promise<boolean> {
  const written = sql`written as (delete from ${raw(table.table)}
    where instance_id = ${origin.instanceId} and id = ${id} and ${whereRevision(revisions)} returning *)`
  const change = sql`change as (${describe(table, { before: 'written' }, [])} from written)`
  return (await write(db, origin, table, join([written, change]))) !== null
}

/**
 * Runs `run` in a transaction, and then inserts the records that it made with `record`. They come last: whoever waits for the
 * number of a record waits for nothing that this transaction still has to wait for.
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

/** One statement for the row and its record; on Citus two, because one would ask all workers (E-58). */
async function write<Row extends object>(
  db: Database,
  origin: ChangeOrigin,
  { columns }: RecordedTable,
  parts: Sql,
): Promise<Row | null> {
  if (isDistributed(db)) {
    return inTransaction(db, async (transaction) => {
      const statement = sql`with ${parts}
        select ${columns}, (select to_jsonb(change) from change) as recorded_change from written`
      const [row] = await queryPrepared<Row & { recorded_change: RecordedChange | null }>(transaction, statement)
      if (row?.recorded_change) await insertChanges(transaction, origin, [row.recorded_change])
      return row ?? null
    })
  }
  const { instanceId } = origin
  // Who waits here for others waits in a queue. Waiting for the row of the head itself takes half as much time again.
  const statement = sql`with ${parts},
    queued as (select ${lockOf(`changes ${instanceId}`)} from change),
    head as (${nextNumber(sql`select ${instanceId}, 1 from queued`)}),
    recorded as (
      insert into changes (${originColumns}, sequence, ${changeColumns})
      select ${join(valuesOfOrigin(origin))}, head.sequence, change.* from change, head)
    select ${columns} from written`
  return queryRow<Row>(db, statement)
}

async function insertChanges(transaction: Database, origin: ChangeOrigin, changes: readonly RecordedChange[]) {
  if (changes.length === 0) return
  const taken = nextNumber(sql`values (${origin.instanceId}, ${changes.length}::bigint)`)
  const head = await queryOne<{ sequence: number }>(transaction, taken)
  const first = head.sequence - changes.length + 1
  // The same statement for any number of them: a batch of reports makes up to 1,000.
  const rows = changes.map((change, at) => ({ sequence: first + at, ...change, secrets: change.secrets ?? [] }))
  const inserted = sql`insert into changes (${originColumns}, sequence, ${changeColumns})
    select ${join(valuesOfOrigin(origin))}, sequence, ${changeColumns}
      from json_to_recordset(${JSON.stringify(rows)}::json) as made (sequence bigint, kind text, resource_type text,
        resource_id text, resource_name text, version integer, revision_before integer, revision_after integer,
        before jsonb, after jsonb, secrets text[])`
  await queryPrepared(transaction, inserted)
}

/** Takes as many numbers as `rows` says, in the first change of an instance from 1 on. The last of them is returned. */
function nextNumber(rows: Sql): Sql {
  return sql`insert into change_heads as head (instance_id, sequence) ${rows}
    on conflict (instance_id) do update set sequence = head.sequence + excluded.sequence returning sequence`
}

/**
 * What a record says of the resource: its `changeColumns`. The resource before and after the change is in common table
 * expressions, which have one row each.
 */
function describe(
  { resourceType, nameColumn, kept }: RecordedTable,
  { before, after }: { before?: string; after?: string },
  secrets: readonly string[],
): Sql {
  const kind = before === undefined ? 'created' : after === undefined ? 'deleted' : 'updated'
  const row = after ?? before
  const revisionOf = (of: string | undefined) => raw(of === undefined ? 'null::integer' : `${of}.revision`)
  const keep = (of: string | undefined) =>
    of === undefined ? raw('null::jsonb') : sql`(select to_jsonb(kept) from (select ${kept} from ${raw(of)}) kept)`
  const facts = `'${kind}' as kind, '${resourceType}' as resource_type, ${row}.id as resource_id,
    ${row}.${nameColumn} as resource_name, null::integer as version`
  return sql`select ${raw(facts)},
    ${revisionOf(before)} as revision_before, ${revisionOf(after)} as revision_after,
    ${keep(before)} as before, ${keep(after)} as after, ${secrets}::text[] as secrets`
}

function valuesOfOrigin({ instanceId, operation, actor, requestId }: ChangeOrigin): unknown[] {
  return [instanceId, operation, actor.type, actor.id, actor.name, requestId]
}

const originColumns = raw('instance_id, operation, actor_type, actor_id, actor_name, request_id')

const changeColumns = raw(`kind, resource_type, resource_id, resource_name, version, revision_before, revision_after,
  before, after, secrets`)
