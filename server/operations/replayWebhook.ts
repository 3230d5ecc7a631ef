import type { Operation } from '../contract/operation.ts'
import { countPending } from '../db/webhook-deliveries.ts'
import { lockWebhook } from '../db/webhooks.ts'
import { webhookDisabled, webhookNotFound } from '../../contract/rules/refusals.ts'
import { mostReplayed } from '../../contract/rules/webhooks.ts'
import { sendLater } from '../webhooks/enqueue.ts'
import { eventsOf, mostPending, readChangesAfter } from '../webhooks/fan-out.ts'

export const replayWebhook: Operation<'replayWebhook'> = async ({ path, body }, { commit, deliveryQueue, log }) => {
  const { instanceId, webhookId } = path
  return commit(async (transaction) => {
    const webhook = await lockWebhook(transaction, instanceId, webhookId)
    if (!webhook) return webhookNotFound
    if (!webhook.enabled) return webhookDisabled
    const places = mostPending - (await countPending(transaction, instanceId, webhookId, mostPending))
    const limit = Math.min(mostReplayed, places)
    const found = await readChangesAfter(transaction, instanceId, body.from - 1, limit, log)
    const changes = found.changes.filter(({ sequence }) => sequence <= body.to)
    const events = eventsOf({ instanceId, epoch: found.epoch }, changes, webhook)
    await sendLater(transaction, deliveryQueue, instanceId, events)
    const last = found.last ?? body.from - 1
    const isDone = last >= body.to || found.isEnd
    return { status: 200, body: { deliveries: events.length, next: isDone ? null : last + 1 } }
  })
}
