import type { Database } from './database.ts'
import { etagOf } from '../../contract/rules/etag.ts'
import type { Webhook, WebhookInput } from '../../spec/gen/openapi.gen.ts'
import { revised, setRevised } from './query/conditions.ts'
import { selectPage, type Given, type PageOfRows, type PageRequest } from './query/pages.ts'
import { finderOf, prepared, preparedOne } from './query/query.ts'
import { insertRecorded, updateRecorded, type ChangeOrigin, type RecordedTable } from './query/recorded.ts'
import type { RowOf } from './query/row-of.ts'
import { countOfPending } from './webhook-deliveries.ts'

export interface WebhookRow extends RowOf<Omit<Webhook, 'etag'>> {
  /** Sealed: `current`, and after a rotation `previous`. */
  secrets: Record<string, string>
  /** The number of the last change that was looked at. */
  position: number
  /** The last delivery was not answered in time. */
  hangs: boolean
  revision: number
}

const kept = ['id', 'url', 'events', 'description', 'enabled', 'disabled_reason', 'revision', 'created_at']

const columns = [...kept, 'secrets', 'position', 'hangs', 'updated_at']

export const webhooks: RecordedTable = {
  table: 'webhooks',
  resourceType: 'webhook',
  columns,
  kept,
  nameColumn: 'description',
}

const secretPointer = '/secret'

export async function listWebhooks(
  db: Database,
  instanceId: string,
  page: PageRequest,
): Promise<PageOfRows<WebhookRow>> {
  const rows = (instanceId: Given) => db('webhooks').where({ instance_id: instanceId })
  return selectPage(db, { name: 'webhooks', rows, of: [instanceId], columns, isFiltered: false }, page)
}

export async function countWebhooks(db: Database, instanceId: string): Promise<number> {
  const counted = db('webhooks').count().where({ instance_id: instanceId })
  return (await preparedOne<{ count: number }>(db, counted)).count
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
  const values = { id, url, events, description, enabled, secrets, position }
  return insertRecorded<WebhookRow>(db, origin, webhooks, values, [secretPointer])
}

/** Updates a webhook that is locked. With `position` it begins anew: with the changes behind that number. */
export async function replaceWebhook(
  transaction: Database,
  origin: ChangeOrigin,
  id: string,
  values: Pick<WebhookRow, 'url' | 'events' | 'description' | 'enabled' | 'disabled_reason'>,
  position: number | null,
): Promise<WebhookRow> {
  const begun = position === null ? {} : { position, failing_since: null, hangs: false }
  return update(transaction, origin, id, { set: { ...setRevised(transaction, values), ...begun } })
}

/** Gives a locked webhook a new secret. The one before signs for another 24 hours. */
export async function rotateSecret(
  transaction: Database,
  origin: ChangeOrigin,
  id: string,
  secrets: Record<string, string>,
): Promise<WebhookRow> {
  const set = { secrets, previous_until: transaction.raw(`now() + interval '24 hours'`), ...revised(transaction) }
  return update(transaction, origin, id, { set, secrets: [secretPointer] })
}

/** Disables a webhook whose receiver does not take what is sent, unless a caller disabled or deleted it meanwhile. */
export async function disableWebhook(
  db: Database,
  origin: ChangeOrigin,
  id: string,
  reason: NonNullable<WebhookRow['disabled_reason']>,
): Promise<void> {
  const set = { enabled: false, disabled_reason: reason, ...revised(db) }
  await updateRecorded(db, origin, webhooks, { id, revisions: null, where: { enabled: true }, set })
}

async function update(
  transaction: Database,
  origin: ChangeOrigin,
  id: string,
  change: Pick<Parameters<typeof updateRecorded>[3], 'set' | 'secrets'>,
): Promise<WebhookRow> {
  const row = await updateRecorded<WebhookRow>(transaction, origin, webhooks, { id, revisions: null, ...change })
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
  await db('webhooks')
    .where({ instance_id: instanceId, id })
    .update({ failing_since: isFailing ? db.raw(firstFailure) : null, hangs })
}

/** Active instances with changes that an enabled webhook has not looked at. */
export async function listInstancesBehind(db: Database): Promise<string[]> {
  const behind = db('webhooks')
    .join('change_heads', 'change_heads.instance_id', 'webhooks.instance_id')
    .distinct('webhooks.instance_id')
    .where({ enabled: true })
    .whereRaw('change_heads.sequence > webhooks.position')
    .whereNotIn('webhooks.instance_id', db('instances').select('id').where('status', '<>', 'active'))
  return (await prepared<{ instance_id: string }>(db, behind)).map(({ instance_id }) => instance_id)
}

/**
 * Locks the enabled webhooks of an instance that have not looked at this number, and for which fewer deliveries wait. Skips
 * webhooks that another server has locked.
 */
export async function lockWebhooksBehind(
  transaction: Database,
  instanceId: string,
  sequence: number,
  mostPending: number,
): Promise<WebhookRow[]> {
  const pending = countOfPending(transaction, instanceId, transaction.ref('webhooks.id'), mostPending)
  const behind = transaction('webhooks')
    .select(columns)
    .where({ instance_id: instanceId, enabled: true })
    .where('position', '<', sequence)
    .whereRaw('? < ?', [pending, mostPending])
    .orderBy('id')
    .forUpdate()
    .skipLocked()
  return prepared<WebhookRow>(transaction, behind)
}

export async function advanceWebhooks(
  db: Database,
  instanceId: string,
  ids: readonly string[],
  position: number,
): Promise<void> {
  await db('webhooks').where({ instance_id: instanceId }).whereIn('id', ids).update({ position })
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
