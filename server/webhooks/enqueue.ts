import { randomUUIDv7 } from 'node:crypto'
import type { Event } from '../../contract/rules/webhooks.ts'
import type { Database } from '../db/database.ts'
import { insertDeliveries, type DeliveryKey, type DeliveryRow } from '../db/webhook-deliveries.ts'

/** Inserts deliveries of these events with their jobs, and returns them. */
export async function sendLater(
  transaction: Database,
  enqueueDeliveries: EnqueueDeliveries,
  { instanceId, webhookId }: Pick<DeliveryKey, 'instanceId' | 'webhookId'>,
  events: readonly (Event & { sequence: number | null })[],
): Promise<DeliveryRow[]> {
  const deliveries = events.map((event) => ({ ...event, id: randomUUIDv7() }))
  const rows = await insertDeliveries(transaction, instanceId, webhookId, deliveries)
  await enqueueDeliveries(
    transaction,
    instanceId,
    webhookId,
    rows.map(({ id }) => id),
  )
  return rows
}

/** Enqueues deliveries, which are sent soon after `transaction`, which inserted them, commits. */
export type EnqueueDeliveries = (
  transaction: Database,
  instanceId: string,
  webhookId: string,
  deliveryIds: readonly string[],
) => Promise<void>
