import type { Database } from './database.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
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

/** The attempt of a delivery that follows so many others. */
export type NextAttempt = Pick<DeliveryKey, 'webhookId' | 'deliveryId'> & Pick<DeliveryRow, 'attempts'>

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

/** Inserts deliveries, or has them sent anew under their ids. Returns them, but for those that were due already. */
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
     where webhook_deliveries.status <> 'pending' or webhook_deliveries.next_attempt_at > excluded.next_attempt_at
    returning ${columns}`
  return queryPrepared<DeliveryRow>(transaction, inserted)
}

/** The delivery, which is due again. Null when there is none, or when its attempt is due already. */
export async function requeueDelivery(transaction: Database, key: DeliveryKey): Promise<DeliveryRow | null> {
  const requeued = sql`
    update webhook_deliveries set status = 'pending', tries = 0, queued_at = now(), next_attempt_at = now()
     where ${whereDelivery(key)} and (status <> 'pending' or next_attempt_at > now()) returning ${columns}`
  return queryRow<DeliveryRow>(transaction, requeued)
}

export async function findDelivery(db: Database, key: DeliveryKey): Promise<DeliveryRow | null> {
  return queryRow<DeliveryRow>(db, sql`select ${columns} from webhook_deliveries where ${whereDelivery(key)}`)
}

function whereDelivery({ instanceId, webhookId, deliveryId }: DeliveryKey): Sql {
  return sql`instance_id = ${instanceId} and webhook_id = ${webhookId} and id = ${deliveryId}`
}

/** Locks the deliveries that wait for a webhook, which is locked itself. */
export async function lockPending(db: Database, instanceId: string, webhookId: string): Promise<NextAttempt[]> {
  const pending = sql`select webhook_id as "webhookId", id as "deliveryId", attempts from webhook_deliveries
    where instance_id = ${instanceId} and webhook_id = ${webhookId} and status = 'pending' for update`
  return queryPrepared<NextAttempt>(db, pending)
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
  const found = sql`
    select body, attempts, url, secrets, enabled, hangs, failing_since is not null as is_failing,
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
  const recorded = sql`
    update webhook_deliveries
       set status = ${status}, attempts = attempts + 1, tries = tries + 1, failure = ${failure},
           http_status = ${httpStatus}, duration_ms = ${durationMs}, last_attempt_at = now(),
           next_attempt_at = now() + ${retryMs}::float8 * interval '1 ms'
     where ${whereDelivery(key)} and status = 'pending' and tries = ${tries} returning attempts`
  return (await queryRow<Pick<DeliveryRow, 'attempts'>>(db, recorded))?.attempts ?? null
}

/** Gives up a delivery that is not sent, because the webhook was disabled. */
export async function giveUp(db: Database, key: DeliveryKey): Promise<void> {
  const given = sql`
    update webhook_deliveries set status = 'failed', failure = 'disabled', next_attempt_at = null
     where ${whereDelivery(key)} and status = 'pending'`
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
