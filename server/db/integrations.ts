import type { Database } from './database.ts'
import sql, { join, raw } from 'sql-template-tag'
import { etagOf } from '../../contract/rules/etag.ts'
import type { components } from '../../spec/openapi.gen.ts'
import { setGiven, setRevised, whereContains, whereGiven, whereRevision } from './query/conditions.ts'
import { selectPage, type PageOfRows, type PageRequest } from './query/pages.ts'
import { query, queryPrepared } from './query/query.ts'

type Integration = components['schemas']['UntypedIntegration']

export interface IntegrationRow extends Pick<Integration, 'id' | 'name' | 'description' | 'type' | 'status'> {
  instance_id: string
  /** The values of the plain fields, by key. */
  metadata: Record<string, string>
  /** The sealed secrets, by key. */
  secrets: Record<string, string>
  is_healthy: boolean
  last_health_check: string | null
  /** The failed background checks in a row, counted up to 3. */
  failed_checks: number
  /** The latest time for the next background check. */
  next_check_at: string
  revision: number
  created_at: string
  updated_at: string
}

export type IntegrationContent = Pick<IntegrationRow, 'name' | 'description' | 'type' | 'metadata' | 'secrets'>

export type SealedSecrets = Pick<IntegrationRow, 'instance_id' | 'id' | 'secrets'>

export const integrationSortKeys = {
  name: { expression: 'lower(name) collate "C"', type: 'text' },
  createdAt: { expression: 'created_at', type: 'timestamptz' },
  updatedAt: { expression: 'updated_at', type: 'timestamptz' },
} as const

const columns = raw(`instance_id, id, name, description, type, metadata, secrets, bytes, status, is_healthy,
  last_health_check, failed_checks, next_check_at, revision, created_at, updated_at`)

export async function listIntegrations(
  db: Database,
  instanceId: string,
  { type, status, search }: { type?: string; status?: Integration['status']; search?: string },
  page: PageRequest,
): Promise<PageOfRows<IntegrationRow>> {
  const filter = [...whereGiven({ type, status }), ...whereContains(['name', 'description'], search)]
  const where = sql`instance_id = ${instanceId}`
  return selectPage(db, { columns, table: 'integrations', where, filter, idColumn: 'id', isMeasured: true }, page)
}

export async function findIntegration(db: Database, instanceId: string, id: string): Promise<IntegrationRow | null> {
  const found = sql`select ${columns} from integrations where instance_id = ${instanceId} and id = ${id}`
  const [row] = await queryPrepared<IntegrationRow>(db, found)
  return row ?? null
}

export async function insertIntegration(
  db: Database,
  instanceId: string,
  id: string,
  { name, description, type, metadata, secrets }: IntegrationContent,
): Promise<IntegrationRow> {
  const values = join([instanceId, id, name, description, type, metadata, secrets, 'connecting'])
  const [row] = await queryPrepared<IntegrationRow>(
    db,
    sql`insert into integrations
               (instance_id, id, name, description, type, metadata, secrets, status, next_check_at)
        values (${values}, ${inAMinute}) returning ${columns}`,
  )
  if (!row) throw new Error('An insert without a conflict clause returns its row.')
  return row
}

/** Finds an integration, and locks it against changes by others until the transaction ends. */
export async function lockIntegration(
  transaction: Database,
  instanceId: string,
  id: string,
): Promise<IntegrationRow | null> {
  const found = sql`select ${columns} from integrations where instance_id = ${instanceId} and id = ${id} for update`
  const [row] = await queryPrepared<IntegrationRow>(transaction, found)
  return row ?? null
}

export async function updateIntegration(
  transaction: Database,
  instanceId: string,
  id: string,
  changes: Partial<IntegrationContent & Pick<IntegrationRow, 'status' | 'is_healthy' | 'failed_checks'>>,
): Promise<IntegrationRow> {
  const set = [setRevised(changes), ...(changes.status === 'connecting' ? [checkedInAMinute] : [])]
  const [row] = await query<IntegrationRow>(
    transaction,
    sql`update integrations set ${join(set)}
         where instance_id = ${instanceId} and id = ${id} returning ${columns}`,
  )
  if (!row) throw new Error('The integration is locked, so it is there.')
  return row
}

/**
 * Sets the status to `inactive`, or from `inactive` to `connecting`. Null when nothing changed: the status was right,
 * or no such integration has one of these revisions.
 */
export async function switchIntegration(
  db: Database,
  instanceId: string,
  id: string,
  status: 'inactive' | 'connecting',
  revisions: number[] | null,
): Promise<IntegrationRow | null> {
  const [row] = await queryPrepared<IntegrationRow>(
    db,
    sql`update integrations set status = ${status}, failed_checks = 0, ${checkedInAMinute}, ${revised}
         where instance_id = ${instanceId} and id = ${id} and ${whereRevision(revisions)}
           and (status = 'inactive') <> ${status === 'inactive'} returning ${columns}`,
  )
  return row ?? null
}

/**
 * Records the result of a connection test, at the time of the database. Status follows health, unless the integration is
 * disabled. Null when the configuration was changed after the test began: the result says nothing about the new one.
 */
export async function recordConnectionTest(
  db: Database,
  tested: IntegrationRow,
  isHealthy: boolean,
): Promise<IntegrationRow | null> {
  const [row] = await queryPrepared<IntegrationRow>(
    db,
    sql`update integrations
           set is_healthy = ${isHealthy}, last_health_check = now(),
               failed_checks = case when ${isHealthy} then 0 else failed_checks end,
               status = case when status = 'inactive' then status else ${isHealthy ? 'active' : 'error'} end, ${revised}
         where instance_id = ${tested.instance_id} and id = ${tested.id}
           and metadata = ${JSON.stringify(tested.metadata)}::jsonb and secrets = ${JSON.stringify(tested.secrets)}::jsonb
     returning ${columns}`,
  )
  return row ?? null
}

export async function countIntegrations(db: Database): Promise<number> {
  const [row] = await query<{ count: number }>(db, sql`select count(*) from integrations`)
  return row?.count ?? 0
}

/** The next integrations of all instances, in the order of their primary keys. */
export async function listSealedSecrets(
  db: Database,
  after: SealedSecrets | null,
  limit: number,
): Promise<SealedSecrets[]> {
  const whereNext = after ? sql`(instance_id, id) > (${after.instance_id}, ${after.id})` : sql`true`
  return query<SealedSecrets>(
    db,
    sql`select instance_id, id, secrets from integrations where ${whereNext} order by instance_id, id limit ${limit}`,
  )
}

/**
 * Replaces the envelopes of secrets, unless the secrets have changed since they were read. Returns whether it replaced them.
 * Revision and time stay, because callers see no difference.
 */
export async function replaceSealedSecrets(
  db: Database,
  { instance_id, id, secrets: read }: SealedSecrets,
  secrets: Record<string, string>,
): Promise<boolean> {
  const replaced = sql`update integrations set secrets = ${secrets}
    where instance_id = ${instance_id} and id = ${id} and secrets = ${JSON.stringify(read)}::jsonb returning id`
  return (await queryPrepared(db, replaced)).length === 1
}

/**
 * Records the result of a background check, in the transaction that locked the integration. `updated_at` changes only with
 * the status or the health, so that a list sorted by it shows changes and not checks.
 */
export async function recordBackgroundCheck(
  transaction: Database,
  current: IntegrationRow,
  found: Pick<IntegrationRow, 'status' | 'is_healthy' | 'failed_checks'>,
  nextCheckMs: number,
): Promise<void> {
  const isChange = found.status !== current.status || found.is_healthy !== current.is_healthy
  const set = [
    ...setGiven(found),
    sql`next_check_at = now() + ${nextCheckMs} * interval '1 ms'`,
    sql`last_health_check = now(), revision = revision + 1`,
    ...(isChange ? [sql`updated_at = now()`] : []),
  ]
  await query(
    transaction,
    sql`update integrations set ${join(set)} where instance_id = ${current.instance_id} and id = ${current.id}`,
  )
}

/** Up to `limit` active instances with integrations whose check is due, the longest overdue first. */
export async function listInstancesWithDueChecks(db: Database, limit: number): Promise<string[]> {
  const due = sql`select instance_id from integrations where status <> 'inactive' and next_check_at <= now()
    and instance_id not in (select id from instances where status <> 'active')
    group by instance_id order by min(next_check_at) limit ${limit}`
  const rows = await queryPrepared<Pick<IntegrationRow, 'instance_id'>>(db, due)
  return rows.map(({ instance_id }) => instance_id)
}

/**
 * Up to `limit` integrations of an instance whose check is due, the longest overdue first. Sets their next check
 * `intervalMs` later, which stays when this check is never recorded. Skips integrations that another server takes at the
 * same time.
 */
export async function takeDueIntegrations(
  transaction: Database,
  instanceId: string,
  limit: number,
  intervalMs: number,
): Promise<IntegrationRow[]> {
  const due = sql`select id from integrations
    where instance_id = ${instanceId} and status <> 'inactive' and next_check_at <= now()
    order by next_check_at limit ${limit} for update skip locked`
  const taken = sql`with due as (${due})
    update integrations set next_check_at = now() + ${intervalMs} * interval '1 ms'
     where instance_id = ${instanceId} and id in (select id from due) returning ${columns}`
  return queryPrepared<IntegrationRow>(transaction, taken)
}

/** Whether two configurations lead to the same connection test. */
export function isSameConfiguration(a: Configuration, b: Configuration): boolean {
  return sameEntries(a.metadata, b.metadata) && sameEntries(a.secrets, b.secrets)
}

/** False when no integration with this id has one of these revisions. Null allows any revision. */
export async function deleteIntegration(
  db: Database,
  instanceId: string,
  id: string,
  revisions: number[] | null,
): Promise<boolean> {
  const deleted = sql`delete from integrations
    where instance_id = ${instanceId} and id = ${id} and ${whereRevision(revisions)} returning id`
  return (await queryPrepared(db, deleted)).length === 1
}

/** The time of the next check after a change, which also enqueues a check. When that check is lost, this one is due. */
const inAMinute = sql`now() + interval '1 minute'`
const checkedInAMinute = sql`next_check_at = ${inAMinute}`
const revised = sql`revision = revision + 1, updated_at = now()`

export function toIntegration(row: IntegrationRow): Integration {
  return {
    id: row.id,
    etag: etagOf(row.revision),
    name: row.name,
    description: row.description,
    type: row.type,
    metadata: row.metadata,
    configuredSecrets: Object.keys(row.secrets).sort(),
    status: row.status,
    isHealthy: row.is_healthy,
    lastHealthCheck: row.last_health_check,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function sameEntries(a: Record<string, string>, b: Record<string, string>): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key])
}

type Configuration = Pick<IntegrationRow, 'metadata' | 'secrets'>
