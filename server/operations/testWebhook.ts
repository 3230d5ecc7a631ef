import type { Operation } from '../contract/operation.ts'
import { findHead, readEpoch } from '../db/changes.ts'
import { readTime } from '../db/query/query.ts'
import { toDelivery } from '../db/webhook-deliveries.ts'
import { lockWebhook } from '../db/webhooks.ts'
import { etagOf } from '../../contract/rules/etag.ts'
import { webhookDisabled, webhookNotFound } from '../../contract/rules/refusals.ts'
import { toTestEvent } from '../../contract/rules/webhooks.ts'
import { sendLater } from '../webhooks/enqueue.ts'

export const testWebhook: Operation<'testWebhook'> = async ({ path }, { commit, deliveryQueue }) => {
  const { instanceId, webhookId } = path
  return commit(async (transaction) => {
    const webhook = await lockWebhook(transaction, instanceId, webhookId)
    if (!webhook) return webhookNotFound
    if (!webhook.enabled) return webhookDisabled
    const { sequence } = await findHead(transaction, instanceId)
    const resource = { type: 'webhook', id: webhookId }
    const epoch = await readEpoch(transaction)
    const data = { instanceId, sequence, epoch, resource, version: null, etag: etagOf(webhook.revision) }
    const event = toTestEvent(await readTime(transaction), data)
    const [row] = await sendLater(transaction, deliveryQueue, instanceId, [{ ...event, webhookId, sequence: null }])
    if (!row) throw new Error('An insert returns its row.')
    return { status: 200, body: toDelivery(row) }
  })
}
