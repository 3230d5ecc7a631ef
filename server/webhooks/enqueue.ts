import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { insertDeliveries, type DeliveryKey, type DeliveryRow, type NewDelivery } from '../db/webhook-deliveries.ts'

/** Inserts deliveries with their jobs, and returns them. */
export async function sendLater(
  transaction: Database,
  enqueueDeliveries: EnqueueDeliveries,
  instanceId: string,
  events: readonly Omit<NewDelivery, 'id'>[],
): Promise<DeliveryRow[]> {
  const deliveries = events.map((event) => ({ ...event, id: randomUUIDv7() }))
  const rows = await insertDeliveries(transaction, instanceId, deliveries)
  const keys = rows.map(({ webhook_id: webhookId, id: deliveryId }) => ({ instanceId, webhookId, deliveryId }))
  await enqueueDeliveries(transaction, keys)
  return rows
}

/** Enqueues deliveries, which are sent soon after `transaction`, which inserted them, commits. */
export type EnqueueDeliveries = (transaction: Database, deliveries: readonly DeliveryKey[]) => Promise<void>
