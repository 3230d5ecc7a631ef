import type { Knex } from 'knex'
import type { Database } from './database.ts'
import type { StoredExecution } from '../../contract/rules/executions.ts'
import type { PricedOperation } from '../../contract/rules/prices.ts'
import { whereAmong } from './query/conditions.ts'
import { prepared, preparedRow } from './query/query.ts'

/** What is stored under these ids of the work ledger, by id. */
export async function findExecutions(
  db: Database,
  instanceId: string,
  ids: readonly string[],
): Promise<Map<string, StoredExecution>> {
  const found = selectEntries(db, instanceId)
    .select('entry.id', 'reported_by as reportedBy', 'model_id as modelId', 'model_version as modelVersion')
    .select('status', 'created_at as createdAt', 'updated_at as updatedAt', 'sent')
    .modify(whereAmong, 'entry.id', ids)
  const rows = await prepared<StoredExecution & { id: string }>(db, found)
  return new Map(rows.map((row) => [row.id, row]))
}

/** What was reported for an entry, in its order; an imported entry has nothing. Null when there is no such entry. */
export async function findOperations(db: Database, instanceId: string, id: string): Promise<PricedOperation[] | null> {
  const found = selectEntries(db, instanceId).select('operations').where('entry.id', id)
  const row = await preparedRow<{ operations: PricedOperation[] | null }>(db, found)
  return row && (row.operations ?? [])
}

/** The entries of the work ledger, each with what was reported for it. */
function selectEntries(db: Database, instanceId: string): Knex.QueryBuilder {
  return db('work_ledger_entries as entry')
    .leftJoin('executions', { 'executions.instance_id': 'entry.instance_id', 'executions.id': 'entry.id' })
    .where('entry.instance_id', instanceId)
}

/** What was reported for the first of these entries, as JSON: for as many as have some megabytes together, for one at least. */
export async function findSomeOperations(
  db: Database,
  instanceId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const some = db.raw(
    `select id, operations::text as operations from (
       select id, operations, sum(bytes) over (order by array_position(:ids::text[], id)) - bytes as bytes_before
         from executions where instance_id = :instanceId and id = any(:ids)) measured
      where bytes_before < :mostBytesAtOnce`,
    { instanceId, ids: [...ids], mostBytesAtOnce },
  )
  const rows = await prepared<{ id: string; operations: string }>(db, some)
  return new Map(rows.map(({ id, operations }) => [id, operations]))
}

const mostBytesAtOnce = 4 * 1024 * 1024

/** Stores what was reported; what was reported before with the same id is replaced. */
export async function saveExecutions(
  transaction: Database,
  instanceId: string,
  executions: readonly { id: string; sent: string; operations: readonly PricedOperation[] }[],
): Promise<void> {
  const saved = transaction.raw(
    `insert into executions (instance_id, id, sent, operations, bytes)
     select :instanceId, id, sent, operations, octet_length(operations::text)
       from json_to_recordset(:reported::json) as reported (id text, sent text, operations jsonb)
     on conflict (instance_id, id) do update
        set sent = excluded.sent, operations = excluded.operations, bytes = excluded.bytes`,
    { instanceId, reported: JSON.stringify(executions) },
  )
  await prepared(transaction, saved)
}

/** The newest published versions of models, by the id of the model; a model without one has null. */
export async function findPublishedVersions(
  db: Database,
  instanceId: string,
  modelIds: readonly string[],
): Promise<Map<string, { publishedVersion: number | null }>> {
  const found = db('twu_models')
    .select('id', 'published_version as publishedVersion')
    .where({ instance_id: instanceId })
    .modify(whereAmong, 'id', modelIds)
  const rows = await prepared<{ id: string; publishedVersion: number | null }>(db, found)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function deleteExecutions(transaction: Database, instanceId: string, ids: string[]): Promise<void> {
  await transaction('executions').where({ instance_id: instanceId }).modify(whereAmong, 'id', ids).delete()
}
