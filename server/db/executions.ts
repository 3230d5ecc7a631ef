import type { Database } from './database.ts'
import sql from 'sql-template-tag'
import type { StoredExecution } from '../../contract/rules/executions.ts'
import type { WorkOperation } from '../../spec/openapi.gen.ts'
import { queryPrepared } from './query/query.ts'

/** What is stored under these ids of the work ledger, by id. */
export async function findExecutions(
  db: Database,
  instanceId: string,
  ids: readonly string[],
): Promise<Map<string, StoredExecution>> {
  const rows = await queryPrepared<StoredExecution & { id: string }>(
    db,
    sql`select entry.id, reported_by as "reportedBy", model_id as "modelId", model_version as "modelVersion", status,
               created_at as "createdAt", updated_at as "updatedAt", sent
          from work_ledger_entries entry
          left join executions on executions.instance_id = entry.instance_id and executions.id = entry.id
         where entry.instance_id = ${instanceId} and entry.id = any(${ids})`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** What was reported for an entry, in its order; an imported entry has nothing. Null when there is no such entry. */
export async function findOperations(db: Database, instanceId: string, id: string): Promise<WorkOperation[] | null> {
  const [row] = await queryPrepared<{ operations: WorkOperation[] | null }>(
    db,
    sql`select operations from work_ledger_entries entry
          left join executions on executions.instance_id = entry.instance_id and executions.id = entry.id
         where entry.instance_id = ${instanceId} and entry.id = ${id}`,
  )
  return row ? (row.operations ?? []) : null
}

/** What was reported for the first of these entries, as JSON: for as many as have some megabytes together, for one at least. */
export async function findSomeOperations(
  db: Database,
  instanceId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await queryPrepared<{ id: string; operations: string }>(
    db,
    sql`select id, operations::text as operations from (
          select id, operations, sum(bytes) over (order by array_position(${ids}::text[], id)) - bytes as bytes_before
            from executions where instance_id = ${instanceId} and id = any(${ids})) measured
         where bytes_before < ${mostBytesAtOnce}`,
  )
  return new Map(rows.map(({ id, operations }) => [id, operations]))
}

const mostBytesAtOnce = 4 * 1024 * 1024

/** Stores what was reported; what was reported before with the same id is replaced. */
export async function saveExecutions(
  transaction: Database,
  instanceId: string,
  executions: readonly { id: string; sent: string; operations: readonly WorkOperation[] }[],
): Promise<void> {
  await queryPrepared(
    transaction,
    sql`insert into executions (instance_id, id, sent, operations, bytes)
        select ${instanceId}, id, sent, operations, octet_length(operations::text)
          from json_to_recordset(${JSON.stringify(executions)}::json) as sent_now (id text, sent text, operations jsonb)
        on conflict (instance_id, id) do update 
          set sent = excluded.sent, operations = excluded.operations, bytes = excluded.bytes`,
  )
}

/** The newest published versions of models, by the id of the model; a model without one has null. */
export async function findPublishedVersions(
  db: Database,
  instanceId: string,
  modelIds: readonly string[],
): Promise<Map<string, { publishedVersion: number | null }>> {
  const rows = await queryPrepared<{ id: string; publishedVersion: number | null }>(
    db,
    sql`select id, published_version as "publishedVersion" from twu_models
         where instance_id = ${instanceId} and id = any(${modelIds})`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export async function deleteExecutions(transaction: Database, instanceId: string, ids: string[]): Promise<void> {
  await queryPrepared(transaction, sql`delete from executions where instance_id = ${instanceId} and id = any(${ids})`)
}
