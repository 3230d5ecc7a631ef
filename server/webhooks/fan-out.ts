import { toEvent } from '../../contract/rules/webhooks.ts'
import { findHead, listChangesAfter, toChange, type ChangeRow } from '../db/changes.ts'
import type { Database } from '../db/database.ts'
import type { Jobs } from '../db/connection/jobs.ts'
import { countPending } from '../db/webhook-deliveries.ts'
import { advanceWebhook, listInstancesBehind, lockWebhooksBehind, type WebhookRow } from '../db/webhooks.ts'
import { repeat, watchOutage } from '../outage.ts'
import { sendLater, type EnqueueDeliveries } from './enqueue.ts'

/** Makes deliveries of the records of changes, twice a second, until the jobs stop. */
export function startFanOut({ log, pace, stopping }: Jobs, db: Database, enqueueDeliveries: EnqueueDeliveries): void {
  const outage = watchOutage(log, { begins: 'changes do not reach webhooks', ends: 'changes reach webhooks again' })
  const run = async () => {
    for (const instanceId of await listInstancesBehind(db)) {
      if (stopping.aborted) return
      await db.transaction((transaction) => fanOut(transaction, instanceId, enqueueDeliveries))
    }
  }
  void repeat(run, pace.pollSeconds * 500, outage, stopping)
}

/**
 * Turns the next records of an instance into deliveries to each webhook that asks for them. The position of the webhook, the
 * deliveries and their jobs are committed together, so that nothing is lost or made twice, whoever is killed.
 */
async function fanOut(transaction: Database, instanceId: string, enqueueDeliveries: EnqueueDeliveries): Promise<void> {
  const { sequence: head } = await findHead(transaction, instanceId)
  const pages = new Map<number, ChangeRow[]>()
  for (const webhook of await lockWebhooksBehind(transaction, instanceId, head)) {
    const { id: webhookId, position } = webhook
    if ((await countPending(transaction, instanceId, webhookId, mostPending)) >= mostPending) continue
    const page = pages.get(position) ?? (await listChangesAfter(transaction, instanceId, position, changesAtOnce))
    pages.set(position, page)
    await sendLater(transaction, enqueueDeliveries, { instanceId, webhookId }, eventsOf(instanceId, page, webhook))
    // What is missing before the head is no longer kept.
    await advanceWebhook(transaction, instanceId, webhookId, page.at(-1)?.sequence ?? head)
  }
}

/** The events of these changes for a webhook. */
export function eventsOf(instanceId: string, changes: readonly ChangeRow[], { events }: Pick<WebhookRow, 'events'>) {
  return changes.flatMap((change) => {
    const event = toEvent(instanceId, toChange(change), events)
    return event ? [{ ...event, sequence: change.sequence }] : []
  })
}

/** A webhook with as many open deliveries gets no more until some are done. */
export const mostPending = 10_000

const changesAtOnce = 500
