import type { Operation } from '../contract.ts'
import { listChangesAfter } from '../db/changes.ts'
import { countPending } from '../db/webhook-deliveries.ts'
import { lockWebhook } from '../db/webhooks.ts'
import { webhookDisabled, webhookNotFound } from '../../contract/rules/refusals.ts'
import { mostReplayed } from '../../contract/rules/webhooks.ts'
import { sendLater } from '../webhooks/enqueue.ts'
import { eventsOf, mostPending } from '../webhooks/fan-out.ts'

export const replayWebhook: Operation<'replayWebhook'> = async ({ path, body }, { db, enqueueDeliveries }) => {
  const { instanceId, webhookId } = path
  return db.transaction(async (transaction) => {
    const webhook = await lockWebhook(transaction, instanceId, webhookId)
    if (!webhook) return webhookNotFound
    if (!webhook.enabled) return webhookDisabled
    const places = mostPending - (await countPending(transaction, instanceId, webhookId, mostPending))
    const limit = Math.min(mostReplayed, places)
    const found = await listChangesAfter(transaction, instanceId, body.from - 1, limit)
    const changes = found.filter(({ sequence }) => sequence <= body.to)
    const rows = await sendLater(transaction, enqueueDeliveries, path, eventsOf(instanceId, changes, webhook))
    const last = found.at(-1)?.sequence ?? body.from - 1
    const isDone = last >= body.to || found.length < limit
    return { status: 200, body: { deliveries: rows.length, next: isDone ? null : last + 1 } }
  })
}
