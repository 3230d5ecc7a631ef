import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { insertDeliveries, type DeliveryRow, type NewDelivery, type NextAttempt } from '../db/webhook-deliveries.ts'

/** Inserts deliveries with their jobs, and returns them, without those whose attempt was due already. */
export async function sendLater(
  transaction: Database,
  deliveryQueue: DeliveryQueue,
  instanceId: string,
  events: readonly Omit<NewDelivery, 'id'>[],
): Promise<DeliveryRow[]> {
  const deliveries = events.map((event) => ({ ...event, id: randomUUIDv7() }))
  const rows = await insertDeliveries(transaction, instanceId, deliveries)
  const next = rows.map(({ webhook_id: webhookId, id: deliveryId, attempts }) => ({ webhookId, deliveryId, attempts }))
  await deliveryQueue.add(transaction, instanceId, next)
  return rows
}

/** The jobs that make the attempts of deliveries of an instance. They change once the transaction commits. */
export interface DeliveryQueue {
  /** The attempts are made soon, also the ones that had to wait. None may be due already. */
  add(transaction: Database, instanceId: string, attempts: readonly NextAttempt[]): Promise<void>
  remove(transaction: Database, attempts: readonly NextAttempt[]): Promise<void>
}
