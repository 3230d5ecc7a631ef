import type { Database } from './database.ts'
import sql, { join, raw } from 'sql-template-tag'
import { etagOf } from '../../contract/rules/etag.ts'
import type { Webhook, WebhookInput } from '../../spec/openapi.gen.ts'
import { revised, setRevised } from './query/conditions.ts'
import { selectPage, type PageOfRows, type PageRequest } from './query/pages.ts'
import { finderOf, queryOne, queryPrepared } from './query/query.ts'
import { insertRecorded, updateRecorded, type ChangeOrigin, type RecordedTable } from './query/recorded.ts'
import type { RowOf } from './query/row-of.ts'

export interface WebhookRow extends RowOf<Omit<Webhook, 'etag'>> {
  /** Sealed: `current`, and after a rotation `previous`. */
  secrets: Record<string, string>
  /** The number of the last change that was looked at. */
  position: number
  /** The last delivery was not answered in time. */
  hangs: boolean
  revision: number
}

const columns = raw(`id, url, events, description, enabled, disabled_reason, secrets, position, hangs,
  revision, created_at, updated_at`)

export const webhooks: RecordedTable = {
  table: 'webhooks',
  resourceType: 'webhook',
  columns,
  kept: raw(`id, url, events, description, enabled, disabled_reason, revision, created_at`),
  nameColumn: 'description',
}

const secretPointer = '/secret'

export async function listWebhooks(
  db: Database,
  instanceId: string,
  page: PageRequest,
): Promise<PageOfRows<WebhookRow>> {
  const where = sql`instance_id = ${instanceId}`
  return selectPage(db, { columns, table: 'webhooks', where, filter: [], idColumn: 'id', isMeasured: false }, page)
}

export async function countWebhooks(db: Database, instanceId: string): Promise<number> {
  const counted = sql`select count(*)::integer as count from webhooks where instance_id = ${instanceId}`
  return (await queryOne<{ count: number }>(db, counted)).count
}

export const findWebhook = finderOf<WebhookRow>('webhooks', columns)

/** Finds a webhook, and locks it against changes by others until the transaction ends. */
export const lockWebhook = finderOf<WebhookRow>('webhooks', columns, 'for update')

export async function insertWebhook(
  db: Database,
  origin: ChangeOrigin,
  id: string,
  { url, events, description = null, enabled }: WebhookInput,
  { secrets, position }: { secrets: Record<string, string>; position: number },
): Promise<WebhookRow> {
  const values = join([origin.instanceId, id, url, events, description, enabled, secrets, position])
  const insert = sql`
    insert into webhooks (instance_id, id, url, events, description, enabled, secrets, position) values (${values})`
  return insertRecorded<WebhookRow>(db, origin, webhooks, insert, [secretPointer])
}

/** Updates a webhook that is locked. With `position` it begins anew: with the changes behind that number. */
export async function replaceWebhook(
  transaction: Database,
  origin: ChangeOrigin,
  id: string,
  values: Pick<WebhookRow, 'url' | 'events' | 'description' | 'enabled' | 'disabled_reason'>,
  position: number | null,
): Promise<WebhookRow> {
  const set = [
    setRevised(values),
    ...(position === null ? [] : [sql`position = ${position}, failing_since = null, hangs = false`]),
  ]
  return update(transaction, origin, id, { set: join(set) })
}

/** Gives a locked webhook a new secret. The one before signs for another 24 hours. */
export async function rotateSecret(
  transaction: Database,
  origin: ChangeOrigin,
  id: string,
  secrets: Record<string, string>,
): Promise<WebhookRow> {
  const set = sql`secrets = ${secrets}, previous_until = now() + interval '24 hours', ${revised}`
  return update(transaction, origin, id, { set, secrets: [secretPointer] })
}

/** Disables a webhook whose receiver does not take what is sent, unless somebody disabled or deleted it meanwhile. */
export async function disableWebhook(
  db: Database,
  origin: ChangeOrigin,
  id: string,
  reason: NonNullable<WebhookRow['disabled_reason']>,
): Promise<void> {
  const set = sql`enabled = false, disabled_reason = ${reason}, ${revised}`
  await updateRecorded(db, origin, webhooks, { id, where: sql`enabled`, set })
}

async function update(
  transaction: Database,
  origin: ChangeOrigin,
  id: string,
  change: Pick<Parameters<typeof updateRecorded>[3], 'set' | 'secrets'>,
): Promise<WebhookRow> {
  const row = await updateRecorded<WebhookRow>(transaction, origin, webhooks, { id, where: sql`true`, ...change })
  if (!row) throw new Error('The webhook is locked, so it is there.')
  return row
}

/** Notes whether the last delivery failed, since when they fail, and whether the receiver hangs. */
export async function setHealth(
  db: Database,
  instanceId: string,
  id: string,
  { isFailing, hangs }: { isFailing: boolean; hangs: boolean },
): Promise<void> {
  // The array stands for a coalesce(), in which Citus allows no now().
  const firstFailure = '(array[now(), failing_since])[1 + (failing_since is not null)::integer]'
  const since = raw(isFailing ? firstFailure : 'null')
  const updated = sql`update webhooks set failing_since = ${since}, hangs = ${hangs}
    where instance_id = ${instanceId} and id = ${id}`
  await queryPrepared(db, updated)
}

/** Active instances with changes that an enabled webhook has not looked at. */
export async function listInstancesBehind(db: Database): Promise<string[]> {
  const found = sql`select distinct webhooks.instance_id from webhooks
    join change_heads on change_heads.instance_id = webhooks.instance_id and change_heads.sequence > webhooks.position
    where enabled and webhooks.instance_id not in (select id from instances where status <> 'active')`
  return (await queryPrepared<{ instance_id: string }>(db, found)).map(({ instance_id }) => instance_id)
}

/**
 * Locks the enabled webhooks of an instance that have not looked at this number, and for which fewer deliveries wait. Skips
 * those that another server has.
 */
export async function lockWebhooksBehind(
  transaction: Database,
  instanceId: string,
  sequence: number,
  mostPending: number,
): Promise<WebhookRow[]> {
  const pending = sql`select from webhook_deliveries delivery where delivery.instance_id = ${instanceId}
    and webhook_id = webhooks.id and status = 'pending' limit ${mostPending}`
  const found = sql`select ${columns} from webhooks
    where instance_id = ${instanceId} and enabled and position < ${sequence}
      and (select count(*) from (${pending}) pending) < ${mostPending} order by id for update skip locked`
  return queryPrepared<WebhookRow>(transaction, found)
}

export async function advanceWebhooks(
  db: Database,
  instanceId: string,
  ids: readonly string[],
  position: number,
): Promise<void> {
  const advanced = sql`update webhooks set position = ${position} where instance_id = ${instanceId} and id = any(${ids})`
  await queryPrepared(db, advanced)
}

export function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    etag: etagOf(row.revision),
    url: row.url,
    events: row.events,
    description: row.description,
    enabled: row.enabled,
    disabledReason: row.disabled_reason,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
