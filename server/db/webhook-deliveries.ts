import type { Knex } from 'knex'
import type { Database } from './database.ts'
import type { Event } from '../../contract/rules/webhooks.ts'
import type { Query } from '../../contract/types.ts'
import type { WebhookDelivery } from '../../spec/gen/openapi.gen.ts'
import { withoutUndefined } from './query/conditions.ts'
import { selectPage, type Given, type PageOfRows, type PageRequest } from './query/pages.ts'
import { insertRows, prepared, preparedOne, preparedRow } from './query/query.ts'
import type { RowOf } from './query/row-of.ts'
import type { WebhookRow } from './webhooks.ts'

export interface DeliveryRow extends RowOf<WebhookDelivery> {
  webhook_id: string
}

/** What names a delivery. */
export interface DeliveryKey {
  instanceId: string
  webhookId: string
  deliveryId: string
}

/** The attempt of a delivery that follows so many others. */
export type NextAttempt = Pick<DeliveryKey, 'webhookId' | 'deliveryId'> & Pick<DeliveryRow, 'attempts'>

const attempt = ['failure', 'http_status', 'duration_ms']
const times = ['created_at', 'last_attempt_at', 'next_attempt_at']
const columns = ['id', 'webhook_id', 'type', 'sequence', 'status', 'attempts', ...attempt, ...times]

export async function listDeliveries(
  db: Database,
  instanceId: string,
  webhookId: string,
  { status }: Query<'listWebhookDeliveries'>,
  page: PageRequest,
): Promise<PageOfRows<DeliveryRow>> {
  const rows = (instance_id: Given, webhook_id: Given) =>
    db('webhook_deliveries').where({ instance_id, webhook_id, ...withoutUndefined({ status }) })
  const isFiltered = status !== undefined
  return selectPage(db, { name: 'deliveries', rows, of: [instanceId, webhookId], columns, isFiltered }, page)
}

export interface NewDelivery extends Event {
  id: string
  webhookId: string
  /** Null for a test. */
  sequence: number | null
}

/** Inserts deliveries, or has them sent anew under their ids. Returns the ones that were not due already. */
export async function insertDeliveries(
  transaction: Database,
  instanceId: string,
  deliveries: readonly NewDelivery[],
): Promise<DeliveryRow[]> {
  if (deliveries.length === 0) return []
  const sent = ['webhook_id', 'id', 'type', 'sequence', 'body']
  const rows = deliveries.map(({ webhookId, ...delivery }) => ({ webhook_id: webhookId, ...delivery }))
  // By default, the new row waits, was never tried, and is due now: Citus takes no function behind `do update set`.
  const inserted = insertRows(transaction, 'webhook_deliveries', instanceId, sent, rows)
    .onConflict(['instance_id', 'webhook_id', 'sequence'])
    .merge(['status', 'tries', 'type', 'body', 'queued_at', 'next_attempt_at'])
    .whereRaw(`webhook_deliveries.status <> 'pending' or webhook_deliveries.next_attempt_at > excluded.next_attempt_at`)
    .returning(columns)
  return prepared<DeliveryRow>(transaction, inserted)
}

/** The delivery, which is due again. Null when there is none, or when its attempt is due already. */
export async function requeueDelivery(transaction: Database, key: DeliveryKey): Promise<DeliveryRow | null> {
  const now = transaction.fn.now()
  const requeued = deliveryOf(transaction, key)
    .whereRaw(`(status <> 'pending' or next_attempt_at > now())`)
    .update({ status: 'pending', tries: 0, queued_at: now, next_attempt_at: now })
    .returning(columns)
  return preparedRow<DeliveryRow>(transaction, requeued)
}

export async function findDelivery(db: Database, key: DeliveryKey): Promise<DeliveryRow | null> {
  return preparedRow<DeliveryRow>(db, deliveryOf(db, key).select(columns))
}

function deliveryOf(db: Database, { instanceId, webhookId, deliveryId }: DeliveryKey) {
  return db('webhook_deliveries').where({ instance_id: instanceId, webhook_id: webhookId, id: deliveryId })
}

/** The deliveries of a webhook that wait. With the status in its text, PostgreSQL finds them by their index. */
function pendingOf(db: Database, instanceId: string, webhookId: string | Knex.Raw) {
  return db('webhook_deliveries')
    .where({ instance_id: instanceId, webhook_id: webhookId })
    .whereRaw(`status = 'pending'`)
}

/** Locks the deliveries that wait for a webhook, which is locked itself. */
export async function lockPending(db: Database, instanceId: string, webhookId: string): Promise<NextAttempt[]> {
  return pendingOf(db, instanceId, webhookId)
    .select<NextAttempt[]>({ webhookId: 'webhook_id', deliveryId: 'id', attempts: 'attempts' })
    .forUpdate()
}

/** A delivery that waits, with the webhook that it goes to. */
export interface PendingDelivery extends Pick<WebhookRow, 'url' | 'secrets' | 'enabled' | 'hangs'> {
  body: string
  attempts: number
  is_failing: boolean
  /** For five days. */
  has_failed_long: boolean | null
  /** The secret before the last rotation still signs. */
  previous_signs: boolean | null
}

/** Null when it was sent, given up or deleted meanwhile, or `tries` is not its number of attempts since it was queued. */
export async function findPending(
  db: Database,
  { instanceId, webhookId, deliveryId }: DeliveryKey,
  tries: number,
): Promise<PendingDelivery | null> {
  const found = db('webhook_deliveries as delivery')
    .join('webhooks', { 'webhooks.instance_id': 'delivery.instance_id', 'webhooks.id': 'webhook_id' })
    .select('body', 'attempts', 'url', 'secrets', 'enabled', 'hangs', {
      is_failing: db.raw('failing_since is not null'),
      has_failed_long: db.raw(`failing_since < now() - interval '5 days'`),
      previous_signs: db.raw('previous_until > now()'),
    })
    .where({ 'delivery.instance_id': instanceId, webhook_id: webhookId, 'delivery.id': deliveryId })
    .where({ status: 'pending', tries })
  return preparedRow<PendingDelivery>(db, found)
}

export interface Attempt {
  /** Null where it was successful. */
  failure: WebhookDelivery['failure']
  httpStatus: number | null
  durationMs: number
}

/**
 * Writes down an attempt, the next one follows after `retryMs`; null gives the delivery up, or it has arrived. Returns the
 * number of attempts; null when another attempt was faster.
 */
export async function recordAttempt(
  db: Database,
  key: DeliveryKey,
  tries: number,
  { failure, httpStatus, durationMs }: Attempt,
  retryMs: number | null,
): Promise<number | null> {
  const status = failure === null ? 'delivered' : retryMs === null ? 'failed' : 'pending'
  const recorded = deliveryOf(db, key)
    .where({ status: 'pending', tries })
    .update({
      status,
      failure,
      http_status: httpStatus,
      duration_ms: durationMs,
      last_attempt_at: db.fn.now(),
      next_attempt_at: db.raw(`now() + ?::float8 * interval '1 ms'`, [retryMs]),
    })
    .increment({ attempts: 1, tries: 1 })
    .returning('attempts')
  return (await preparedRow<Pick<DeliveryRow, 'attempts'>>(db, recorded))?.attempts ?? null
}

/** Gives up a delivery that is not sent, because the webhook was disabled. */
export async function giveUp(db: Database, key: DeliveryKey): Promise<void> {
  const givenUp = { status: 'failed', failure: 'disabled', next_attempt_at: null }
  await deliveryOf(db, key).where({ status: 'pending' }).update(givenUp)
}

/** The deliveries of a webhook that wait, counted up to `most`. */
export async function countPending(db: Database, instanceId: string, webhookId: string, most: number): Promise<number> {
  return (await preparedOne<{ count: number }>(db, countOfPending(db, instanceId, webhookId, most))).count
}

/** The same count, inside another statement. */
export function countOfPending(db: Database, instanceId: string, webhookId: string | Knex.Raw, most: number) {
  const pending = pendingOf(db, instanceId, webhookId).select(db.raw('1')).limit(most)
  return db.count().from(pending.as('pending'))
}

/** For how long the oldest delivery waits, in seconds; 0 when none waits. */
export async function measureOldestDelivery(db: Database): Promise<number> {
  const seconds = db.raw('coalesce(extract(epoch from now() - min(queued_at)), 0)::float8 as seconds')
  const oldest = db('webhook_deliveries').select(seconds).whereRaw(`status = 'pending'`)
  return (await preparedOne<{ seconds: number }>(db, oldest)).seconds
}

/** Deletes up to `limit` deliveries that are over and older than 30 days, or not among the last 10,000 of their webhook. */
export async function deleteOldDeliveries(db: Database, instanceId: string, limit: number): Promise<number> {
  const tenThousandth = db('webhook_deliveries')
    .select('created_at')
    .where({ instance_id: instanceId, webhook_id: db.ref('webhooks.id') })
    .orderBy('created_at', 'desc')
    .offset(9999)
    .limit(1)
  const kept = db.raw(`lateral (select greatest(now() - interval '30 days', ?) as kept_from) kept`, [tenThousandth])
  const old = db('webhooks')
    .crossJoin(kept)
    .join('webhook_deliveries as delivery', {
      'delivery.instance_id': 'webhooks.instance_id',
      webhook_id: 'webhooks.id',
    })
    .select('delivery.webhook_id', 'delivery.id')
    .where('webhooks.instance_id', instanceId)
    .whereRaw(`delivery.created_at < kept_from and status <> 'pending'`)
    .limit(limit)
  return db('webhook_deliveries').where({ instance_id: instanceId }).whereIn(['webhook_id', 'id'], old).delete()
}

export function toDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    type: row.type,
    sequence: row.sequence,
    status: row.status,
    attempts: row.attempts,
    failure: row.failure,
    httpStatus: row.http_status,
    durationMs: row.duration_ms,
    createdAt: row.created_at,
    lastAttemptAt: row.last_attempt_at,
    nextAttemptAt: row.next_attempt_at,
  }
}
