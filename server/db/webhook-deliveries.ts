import type { Database } from './database.ts'
import sql, { raw } from 'sql-template-tag'
import type { Event } from '../../contract/rules/webhooks.ts'
import type { Query } from '../../contract/types.ts'
import type { WebhookDelivery } from '../../spec/openapi.gen.ts'
import { given } from './query/conditions.ts'
import { selectPage, type PageOfRows, type PageRequest } from './query/pages.ts'
import { query, queryOne, queryPrepared, queryRow } from './query/query.ts'
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

const columns = raw(`id, webhook_id, type, sequence, status, attempts, failure, http_status, duration_ms, created_at,
  last_attempt_at, next_attempt_at`)

export async function listDeliveries(
  db: Database,
  instanceId: string,
  webhookId: string,
  { status }: Query<'listWebhookDeliveries'>,
  page: PageRequest,
): Promise<PageOfRows<DeliveryRow>> {
  const where = sql`instance_id = ${instanceId} and webhook_id = ${webhookId}`
  const list = { columns, table: 'webhook_deliveries', where, idColumn: 'id', isMeasured: false } as const
  return selectPage(db, { ...list, filter: given({ status }) }, page)
}

export interface NewDelivery extends Event {
  id: string
  webhookId: string
  /** Null for a test. */
  sequence: number | null
}

/** Inserts deliveries, and returns them. A change that was sent before is sent anew, under the same id. */
export async function insertDeliveries(
  transaction: Database,
  instanceId: string,
  deliveries: readonly NewDelivery[],
): Promise<DeliveryRow[]> {
  if (deliveries.length === 0) return []
  const columnOf = <Name extends keyof NewDelivery>(name: Name) => deliveries.map((delivery) => delivery[name])
  // Citus takes no function behind `do update set`: the new row has its times by default.
  const inserted = sql`
    insert into webhook_deliveries (instance_id, webhook_id, id, type, sequence, body)
    select ${instanceId}, sent.* from unnest(${columnOf('webhookId')}::text[], ${columnOf('id')}::text[],
      ${columnOf('type')}::text[], ${columnOf('sequence')}::bigint[], ${columnOf('body')}::text[]) sent
    on conflict (instance_id, webhook_id, sequence) do update
       set status = 'pending', tries = 0, type = excluded.type, body = excluded.body,
           queued_at = excluded.queued_at, next_attempt_at = excluded.next_attempt_at
    returning ${columns}`
  return queryPrepared<DeliveryRow>(transaction, inserted)
}

/** The delivery, which waits again if its webhook is enabled. Null when there is none. */
export async function requeueDelivery(
  transaction: Database,
  { instanceId, webhookId, deliveryId }: DeliveryKey,
  { enabled }: Pick<WebhookRow, 'enabled'>,
): Promise<DeliveryRow | null> {
  const isDelivery = sql`instance_id = ${instanceId} and webhook_id = ${webhookId} and id = ${deliveryId}`
  const requeued = sql`
    update webhook_deliveries set status = 'pending', tries = 0, queued_at = now(), next_attempt_at = now()
     where ${isDelivery} returning ${columns}`
  const found = sql`select ${columns} from webhook_deliveries where ${isDelivery}`
  return queryRow<DeliveryRow>(transaction, enabled ? requeued : found)
}

/** A delivery that waits, with the webhook that it goes to. */
export interface PendingDelivery extends Pick<WebhookRow, 'url' | 'secrets' | 'enabled' | 'hangs'> {
  body: string
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
  const found = sql`
    select body, url, secrets, enabled, hangs, failing_since is not null as is_failing,
           failing_since < now() - interval '5 days' as has_failed_long, previous_until > now() as previous_signs
      from webhook_deliveries delivery
      join webhooks on webhooks.instance_id = delivery.instance_id and webhooks.id = webhook_id
     where delivery.instance_id = ${instanceId} and webhook_id = ${webhookId} and delivery.id = ${deliveryId}
       and status = 'pending' and tries = ${tries}`
  return queryRow<PendingDelivery>(db, found)
}

export interface Attempt {
  /** Null where it was successful. */
  failure: WebhookDelivery['failure']
  httpStatus: number | null
  durationMs: number
}

/**
 * Writes down an attempt, the next one follows after `retryMs`; null gives the delivery up, or it has arrived. False when
 * another attempt was faster.
 */
export async function recordAttempt(
  db: Database,
  { instanceId, webhookId, deliveryId }: DeliveryKey,
  tries: number,
  { failure, httpStatus, durationMs }: Attempt,
  retryMs: number | null,
): Promise<boolean> {
  const status = failure === null ? 'delivered' : retryMs === null ? 'failed' : 'pending'
  const recorded = sql`
    update webhook_deliveries
       set status = ${status}, attempts = attempts + 1, tries = tries + 1, failure = ${failure},
           http_status = ${httpStatus}, duration_ms = ${durationMs}, last_attempt_at = now(),
           next_attempt_at = now() + ${retryMs}::float8 * interval '1 ms'
     where instance_id = ${instanceId} and webhook_id = ${webhookId} and id = ${deliveryId}
       and status = 'pending' and tries = ${tries} returning id`
  return (await queryPrepared(db, recorded)).length > 0
}

/** Gives up a delivery that is not sent, because the webhook was disabled. */
export async function giveUp(db: Database, { instanceId, webhookId, deliveryId }: DeliveryKey): Promise<void> {
  const given = sql`
    update webhook_deliveries set status = 'failed', failure = 'disabled', next_attempt_at = null
     where instance_id = ${instanceId} and webhook_id = ${webhookId} and id = ${deliveryId} and status = 'pending'`
  await queryPrepared(db, given)
}

/** The deliveries of a webhook that wait, counted up to `most`. */
export async function countPending(db: Database, instanceId: string, webhookId: string, most: number): Promise<number> {
  const pending = sql`select from webhook_deliveries
    where instance_id = ${instanceId} and webhook_id = ${webhookId} and status = 'pending' limit ${most}`
  const counted = sql`select count(*)::integer as count from (${pending}) pending`
  return (await queryOne<{ count: number }>(db, counted)).count
}

/** For how long the oldest delivery waits, in seconds; 0 when none waits. */
export async function measureOldestDelivery(db: Database): Promise<number> {
  const oldest = sql`select coalesce(extract(epoch from now() - min(queued_at)), 0)::float8 as seconds
    from webhook_deliveries where status = 'pending'`
  return (await queryOne<{ seconds: number }>(db, oldest)).seconds
}

/** Deletes up to `limit` deliveries that are over and older than 30 days, or not among the last 10,000 of their webhook. */
export async function deleteOldDeliveries(db: Database, instanceId: string, limit: number): Promise<number> {
  const tenThousandth = sql`select created_at from webhook_deliveries
    where instance_id = ${instanceId} and webhook_id = webhooks.id order by created_at desc offset 9999 limit 1`
  const old = sql`select delivery.webhook_id, delivery.id from webhooks
    cross join lateral (select greatest(now() - interval '30 days', (${tenThousandth})) as kept_from) kept
    join webhook_deliveries delivery on delivery.instance_id = webhooks.instance_id and webhook_id = webhooks.id
     and delivery.created_at < kept_from and status <> 'pending'
    where webhooks.instance_id = ${instanceId} limit ${limit}`
  const deleted = sql`delete from webhook_deliveries
    where instance_id = ${instanceId} and (webhook_id, id) in (${old}) returning id`
  return (await query(db, deleted)).length
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
