import { isDeepStrictEqual } from 'node:util'
import type { Database } from './database.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { etagOf } from '../../contract/rules/etag.ts'
import type { Query } from '../../contract/types.ts'
import type { components } from '../../spec/openapi.gen.ts'
import { given, revised, setRevised, whereContains, whereRevision } from './query/conditions.ts'
import { selectPage, type PageOfRows, type PageRequest } from './query/pages.ts'
import { finderOf, query, queryPrepared } from './query/query.ts'
import { insertRecorded, recording, updateRecorded, type ChangeOrigin, type RecordedTable } from './query/recorded.ts'
import type { RowOf } from './query/row-of.ts'

type Integration = components['schemas']['UntypedIntegration']
type Report = components['schemas']['ConnectionTestReport']
type TestResult = Omit<Report, 'testedAt'>

type Shown = Omit<Integration, 'etag' | 'metadata' | 'configuredSecrets' | 'consecutiveFailures'>

export interface IntegrationRow extends RowOf<Shown> {
  instance_id: string
  /** The values of the plain fields, by key. */
  metadata: Record<string, string>
  /** The sealed secrets, by key. */
  secrets: Record<string, string>
  /** The failed background checks in a row. */
  failed_checks: number
  /** The latest time for the next background check. */
  next_check_at: string
  revision: number
}

export type IntegrationContent = Pick<
  IntegrationRow,
  'name' | 'description' | 'type' | 'metadata' | 'secrets' | 'secrets_expire_at'
>

const columns =
  raw(`instance_id, id, name, description, type, metadata, secrets, secrets_expire_at, bytes, status, is_healthy,
  last_health_check, last_test, failed_checks, next_check_at, revision, created_at, updated_at`)

export const integrations: RecordedTable = {
  table: 'integrations',
  resourceType: 'integration',
  columns,
  // Of the secrets, only which there are.
  kept: raw(`id, name, description, type, metadata, secrets_expire_at, status, is_healthy, last_health_check, last_test,
    failed_checks, revision, created_at,
    (select coalesce(jsonb_object_agg(key, true), '{}') from jsonb_object_keys(secrets) key) as secrets`),
  nameColumn: 'name',
}

export async function listIntegrations(
  db: Database,
  instanceId: string,
  { type, status, search, expiresBefore }: Query<'listIntegrations'>,
  page: PageRequest,
): Promise<PageOfRows<IntegrationRow>> {
  const filter = [
    ...given({ type, status }),
    ...whereContains(['name', 'description'], search),
    ...(expiresBefore === undefined ? [] : [sql`secrets_expire_at < ${expiresBefore}`]),
  ]
  const where = sql`instance_id = ${instanceId}`
  return selectPage(db, { columns, table: 'integrations', where, filter, idColumn: 'id', isMeasured: true }, page)
}

export const findIntegration = finderOf<IntegrationRow>('integrations', columns)

/** The last test with its steps; null before the first one. */
export async function findLastTest(db: Database, instanceId: string, id: string): Promise<Report | null> {
  const found = sql`select last_test, last_test_details as details from integrations
    where instance_id = ${instanceId} and id = ${id} and last_test is not null`
  const [row] = await queryPrepared<{ last_test: LastTest; details: Omit<TestResult, keyof LastTest> }>(db, found)
  if (!row) return null
  const { at: testedAt, ...lastTest } = row.last_test
  return { ...lastTest, testedAt, ...row.details }
}

type LastTest = NonNullable<Integration['lastTest']>

export async function insertIntegration(
  db: Database,
  origin: ChangeOrigin,
  id: string,
  { name, description, type, metadata, secrets, secrets_expire_at }: IntegrationContent,
): Promise<IntegrationRow> {
  const content = [name, description, type, metadata, secrets, secrets_expire_at]
  const values = join([origin.instanceId, id, ...content, 'connecting'])
  const insert = sql`
    insert into integrations (
      instance_id, id, name, description, type, metadata, secrets, secrets_expire_at, status, next_check_at)
    values (${values}, ${inAMinute})`
  return insertRecorded<IntegrationRow>(db, origin, integrations, insert, findChangedSecrets({}, secrets))
}

/** Finds an integration, and locks it against changes by others until the transaction ends. */
export const lockIntegration = finderOf<IntegrationRow>('integrations', columns, 'for update')

/** Updates an integration that is locked and was so before. */
export async function updateIntegration(
  transaction: Database,
  origin: ChangeOrigin,
  before: IntegrationRow,
  changes: Partial<IntegrationContent & Pick<IntegrationRow, 'status' | 'is_healthy' | 'failed_checks'>>,
): Promise<IntegrationRow> {
  const set = join([setRevised(changes), ...(changes.status === 'connecting' ? [checkedInAMinute] : [])])
  const secrets = changes.secrets && findChangedSecrets(before.secrets, changes.secrets)
  const update = { id: before.id, where: sql`true`, set, secrets }
  const row = await updateRecorded<IntegrationRow>(transaction, origin, integrations, update)
  if (!row) throw new Error('The integration is locked, so it is there.')
  return row
}

/**
 * Sets the status to `inactive`, or from `inactive` to `connecting`. Null when nothing changed: the status was right,
 * or no such integration has one of these revisions.
 */
export async function switchIntegration(
  db: Database,
  origin: ChangeOrigin,
  id: string,
  status: 'inactive' | 'connecting',
  revisions: number[] | null,
): Promise<IntegrationRow | null> {
  return updateRecorded<IntegrationRow>(db, origin, integrations, {
    id,
    where: sql`${whereRevision(revisions)} and (status = 'inactive') <> ${status === 'inactive'}`,
    set: sql`status = ${status}, failed_checks = 0, ${checkedInAMinute}, ${revised}`,
  })
}

/**
 * Records the result of a connection test, at the time of the database. Status follows health, unless the integration is
 * disabled. Null when the configuration was changed after the test began: the result says nothing about the new one.
 */
export async function recordConnectionTest(
  db: Database,
  origin: ChangeOrigin,
  tested: IntegrationRow,
  result: TestResult,
): Promise<IntegrationRow | null> {
  const isHealthy = result.outcome === 'ok'
  return updateRecorded<IntegrationRow>(db, origin, integrations, {
    id: tested.id,
    where: sql`metadata = ${JSON.stringify(tested.metadata)}::jsonb and secrets = ${JSON.stringify(tested.secrets)}::jsonb`,
    set: sql`is_healthy = ${isHealthy}, ${setLastTest(result)},
      failed_checks = case when ${isHealthy} then 0 else failed_checks end,
      status = case when status = 'inactive' then status else ${isHealthy ? 'active' : 'error'} end, ${revised}`,
    isRecorded: whereStateDiffers,
  })
}

/**
 * Records the result of a background check, in the transaction that locked the integration. `updated_at` changes only with
 * the status or the health, so that a list sorted by it shows changes and not checks.
 */
export async function recordBackgroundCheck(
  transaction: Database,
  origin: ChangeOrigin,
  current: IntegrationRow,
  found: Pick<IntegrationRow, 'status' | 'is_healthy' | 'failed_checks'>,
  result: TestResult,
  nextCheckMs: number,
): Promise<void> {
  const isChange = found.status !== current.status || found.is_healthy !== current.is_healthy
  const set = [
    ...given(found),
    sql`next_check_at = now() + ${nextCheckMs} * interval '1 ms'`,
    sql`${setLastTest(result)}, revision = revision + 1`,
    ...(isChange ? [sql`updated_at = now()`] : []),
  ]
  const update = { id: current.id, where: sql`true`, set: join(set), isRecorded: whereStateDiffers }
  await updateRecorded(transaction, origin, integrations, update)
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

/** The active instances with secrets that end within 14 days and of which no record tells yet. */
export async function listInstancesWithExpiringSecrets(db: Database): Promise<string[]> {
  const found = sql`select distinct instance_id from integrations where ${whereExpiring}
    and instance_id not in (select id from instances where status <> 'active')`
  return (await query<Pick<IntegrationRow, 'instance_id'>>(db, found)).map(({ instance_id }) => instance_id)
}

/** Leaves a record of one integration whose secrets end within 14 days. Returns how many it found: 1, or 0 for none. */
export async function flagExpiringSecrets(db: Database, origin: ChangeOrigin): Promise<number> {
  return recording(db, origin, async (transaction, record) => {
    const due = sql`select id from integrations where instance_id = ${origin.instanceId} and ${whereExpiring}
      limit 1 for update`
    const flag = sql`with due as (${due}) update integrations set flagged_expiry = secrets_expire_at
      where instance_id = ${origin.instanceId} and id in (select id from due) returning ${columns}`
    const [row] = await queryPrepared<IntegrationRow>(transaction, flag)
    if (!row) return 0
    const resource = { resource_type: 'integration', resource_id: row.id, resource_name: row.name }
    record({ kind: 'flagged', ...resource, after: { secretsExpireAt: row.secrets_expire_at } })
    return 1
  })
}

const whereExpiring = sql`secrets_expire_at <= (now() at time zone 'UTC')::date + 14
  and flagged_expiry is distinct from secrets_expire_at`

/** Whether two configurations lead to the same connection test. */
export function isSameConfiguration(a: Configuration, b: Configuration): boolean {
  return isDeepStrictEqual(a.metadata, b.metadata) && isDeepStrictEqual(a.secrets, b.secrets)
}

/** Pointers to the secrets that were set, changed or removed. A secret that is sent again is sealed anew, and so differs. */
function findChangedSecrets(before: IntegrationRow['secrets'], after: IntegrationRow['secrets']): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].filter((key) => before[key] !== after[key]).map((key) => `/metadata/${key}`)
}

function setLastTest({ outcome, message, ...details }: TestResult): Sql {
  const at = sql`to_char(now()::timestamptz(3) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return sql`last_health_check = now(), last_test_details = ${details},
    last_test = ${JSON.stringify({ outcome, message })}::jsonb || jsonb_build_object('at', ${at})`
}

/** A check that confirms what was known leaves no record. What a server of the release before tested has no outcome. */
const whereStateDiffers = sql`
  (before.status, before.is_healthy, coalesce(before.last_test, written.last_test) ->> 'outcome')
    is distinct from (written.status, written.is_healthy, written.last_test ->> 'outcome')`

/** The time of the next check after a change, which also enqueues a check. When that check is lost, this one is due. */
const inAMinute = sql`now() + interval '1 minute'`
const checkedInAMinute = sql`next_check_at = ${inAMinute}`

export function toIntegration(row: IntegrationRow): Integration {
  return {
    id: row.id,
    etag: etagOf(row.revision),
    name: row.name,
    description: row.description,
    type: row.type,
    metadata: row.metadata,
    configuredSecrets: Object.keys(row.secrets).sort(),
    secretsExpireAt: row.secrets_expire_at,
    status: row.status,
    isHealthy: row.is_healthy,
    lastHealthCheck: row.last_health_check,
    lastTest: row.last_test,
    consecutiveFailures: row.failed_checks,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

type Configuration = Pick<IntegrationRow, 'metadata' | 'secrets'>
