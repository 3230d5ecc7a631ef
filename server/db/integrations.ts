import { isDeepStrictEqual } from 'node:util'
import type { Knex } from 'knex'
import type { Database } from './database.ts'
import { etagOf } from '../../contract/rules/etag.ts'
import type { Query } from '../../contract/types.ts'
import type { components } from '../../spec/gen/openapi.gen.ts'
import { isAnyGiven, revised, setRevised, whereContains, withoutUndefined } from './query/conditions.ts'
import { selectPage, type Given, type PageOfRows, type PageRequest } from './query/pages.ts'
import { finderOf, preparedRow } from './query/query.ts'
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

const content = ['name', 'description', 'type', 'metadata', 'secrets_expire_at']
const state = ['status', 'is_healthy', 'last_health_check', 'last_test', 'failed_checks']
const kept = ['id', ...content, ...state, 'revision', 'created_at']
const columns = ['instance_id', ...kept, 'secrets', 'bytes', 'next_check_at', 'updated_at']

export const integrations: RecordedTable = {
  table: 'integrations',
  resourceType: 'integration',
  columns,
  // Of the secrets, only which there are.
  kept: [
    ...kept,
    `(select coalesce(jsonb_object_agg(key, true), '{}') from jsonb_object_keys(secrets) key) as secrets`,
  ],
  nameColumn: 'name',
}

export async function listIntegrations(
  db: Database,
  instanceId: string,
  { type, status, search, expiresBefore }: Query<'listIntegrations'>,
  page: PageRequest,
): Promise<PageOfRows<IntegrationRow>> {
  const rows = (instanceId: Given) =>
    db('integrations')
      .where({ instance_id: instanceId, ...withoutUndefined({ type, status }) })
      .modify(whereContains, ['name', 'description'], search)
      .modify(whereExpiresBefore, expiresBefore)
  const isFiltered = isAnyGiven(type, status, search, expiresBefore)
  return selectPage(db, { name: 'integrations', rows, of: [instanceId], columns, isFiltered, isMeasured: true }, page)
}

function whereExpiresBefore(rows: Knex.QueryBuilder, time: string | undefined): void {
  if (time !== undefined) rows.where('secrets_expire_at', '<', time)
}

export const findIntegration = finderOf<IntegrationRow>('integrations', columns)

/** The last test with its steps; null before the first one. */
export async function findLastTest(db: Database, instanceId: string, id: string): Promise<Report | null> {
  const found = db('integrations')
    .select('last_test', 'last_test_details as details')
    .where({ instance_id: instanceId, id })
    .whereNotNull('last_test')
  const row = await preparedRow<{ last_test: LastTest; details: Omit<TestResult, keyof LastTest> }>(db, found)
  if (!row) return null
  const { at: testedAt, ...lastTest } = row.last_test
  return { ...lastTest, testedAt, ...row.details }
}

type LastTest = NonNullable<Integration['lastTest']>

export async function insertIntegration(
  db: Database,
  origin: ChangeOrigin,
  id: string,
  content: IntegrationContent,
): Promise<IntegrationRow> {
  const values = { id, ...content, status: 'connecting', next_check_at: later(db, aMinute) }
  return insertRecorded<IntegrationRow>(db, origin, integrations, values, findChangedSecrets({}, content.secrets))
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
  const set = {
    ...setRevised(transaction, changes),
    ...(changes.status === 'connecting' && { next_check_at: later(transaction, aMinute) }),
  }
  const secrets = changes.secrets && findChangedSecrets(before.secrets, changes.secrets)
  const update = { id: before.id, revisions: null, set, secrets }
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
    revisions,
    where: (rows) => void rows.where('status', status === 'inactive' ? '<>' : '=', 'inactive'),
    set: { status, failed_checks: 0, next_check_at: later(db, aMinute), ...revised(db) },
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
    revisions: null,
    where: { metadata: tested.metadata, secrets: tested.secrets },
    set: {
      is_healthy: isHealthy,
      ...setLastTest(db, result),
      ...(isHealthy && { failed_checks: 0 }),
      status: db.raw("case when status = 'inactive' then status else ? end", isHealthy ? 'active' : 'error'),
      ...revised(db),
    },
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
  const set = {
    ...withoutUndefined(found),
    next_check_at: later(transaction, nextCheckMs),
    ...setLastTest(transaction, result),
    revision: transaction.raw('revision + 1'),
    ...(isChange && { updated_at: transaction.fn.now() }),
  }
  const update = { id: current.id, revisions: null, set, isRecorded: whereStateDiffers }
  await updateRecorded(transaction, origin, integrations, update)
}

/** Up to `limit` active instances with integrations whose check is due, the longest overdue first. */
export async function listInstancesWithDueChecks(db: Database, limit: number): Promise<string[]> {
  return db('integrations')
    .modify(whereDue)
    .modify(whereInstanceIsActive, db)
    .groupBy('instance_id')
    .orderByRaw('min(next_check_at)')
    .limit(limit)
    .pluck<string[]>('instance_id')
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
  const due = lockFirst(transaction, instanceId, limit).modify(whereDue).orderBy('next_check_at').skipLocked()
  return updateLocked(transaction, instanceId, due, { next_check_at: later(transaction, intervalMs) })
}

/** The active instances with secrets that end within 14 days and of which no record tells yet. */
export async function listInstancesWithExpiringSecrets(db: Database): Promise<string[]> {
  return db('integrations')
    .distinct()
    .modify(whereExpiring)
    .modify(whereInstanceIsActive, db)
    .pluck<string[]>('instance_id')
}

/** Leaves a record of one integration whose secrets end within 14 days. Returns how many it found: 1, or 0 for none. */
export async function flagExpiringSecrets(db: Database, origin: ChangeOrigin): Promise<number> {
  const { instanceId } = origin
  return recording(db, origin, async (transaction, record) => {
    const due = lockFirst(transaction, instanceId, 1).modify(whereExpiring)
    const flag = { flagged_expiry: transaction.ref('secrets_expire_at') }
    const [row] = await updateLocked(transaction, instanceId, due, flag)
    if (!row) return 0
    const resource = { resource_type: 'integration', resource_id: row.id, resource_name: row.name }
    record({ kind: 'flagged', ...resource, after: { secretsExpireAt: row.secrets_expire_at } })
    return 1
  })
}

/** Finds and locks integrations: add the conditions. */
function lockFirst(transaction: Database, instanceId: string, limit: number): Knex.QueryBuilder {
  return transaction('integrations').select('id').where({ instance_id: instanceId }).limit(limit).forUpdate()
}

async function updateLocked(
  transaction: Database,
  instanceId: string,
  locked: Knex.QueryBuilder,
  set: Record<string, Knex.Raw>,
): Promise<IntegrationRow[]> {
  return transaction('integrations')
    .with('locked', locked)
    .where({ instance_id: instanceId })
    .whereIn('id', transaction.select('id').from('locked'))
    .update(set)
    .returning<IntegrationRow[]>(columns)
}

function whereInstanceIsActive(rows: Knex.QueryBuilder, db: Database): void {
  rows.whereNotIn('instance_id', db('instances').select('id').whereNot('status', 'active'))
}

function whereDue(rows: Knex.QueryBuilder): void {
  rows.whereRaw("status <> 'inactive' and next_check_at <= now()")
}

function whereExpiring(rows: Knex.QueryBuilder): void {
  rows.whereRaw(`secrets_expire_at <= (now() at time zone 'UTC')::date + 14
    and flagged_expiry is distinct from secrets_expire_at`)
}

/** Whether two configurations lead to the same connection test. */
export function isSameConfiguration(a: Configuration, b: Configuration): boolean {
  return isDeepStrictEqual(a.metadata, b.metadata) && isDeepStrictEqual(a.secrets, b.secrets)
}

/** Pointers to the secrets that were set, changed or removed. A secret that is sent again is sealed anew, and so differs. */
function findChangedSecrets(before: IntegrationRow['secrets'], after: IntegrationRow['secrets']): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].filter((key) => before[key] !== after[key]).map((key) => `/metadata/${key}`)
}

function setLastTest(db: Database, { outcome, message, ...details }: TestResult) {
  const at = `to_char(now()::timestamptz(3) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return {
    last_health_check: db.fn.now(),
    last_test_details: details,
    last_test: db.raw(`?::jsonb || jsonb_build_object('at', ${at})`, JSON.stringify({ outcome, message })),
  }
}

/** A check that confirms what was known leaves no record. What a server of the release before tested has no outcome. */
const whereStateDiffers = `
  (before.status, before.is_healthy, coalesce(before.last_test, written.last_test) ->> 'outcome')
    is distinct from (written.status, written.is_healthy, written.last_test ->> 'outcome')`

function later(db: Database, ms: number): Knex.Raw {
  return db.raw(`now() + ? * interval '1 ms'`, ms)
}

/** Until the next check after a change, which also enqueues a check. When that check is lost, this one is due. */
const aMinute = 60_000

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
