import type { Operation } from '../contract/operation.ts'
import { findDelivery, requeueDelivery, toDelivery } from '../db/webhook-deliveries.ts'
import { lockWebhook } from '../db/webhooks.ts'
import { webhookDeliveryNotFound, webhookDisabled, webhookNotFound } from '../../contract/rules/refusals.ts'

export const redeliverWebhook: Operation<'redeliverWebhook'> = async ({ path }, { commit, deliveryQueue }) => {
  const { instanceId, webhookId } = path
  return commit(async (transaction) => {
    const webhook = await lockWebhook(transaction, instanceId, webhookId)
    if (!webhook) return webhookNotFound
    const requeued = webhook.enabled ? await requeueDelivery(transaction, path) : null
    if (requeued) await deliveryQueue.add(transaction, instanceId, [{ ...path, attempts: requeued.attempts }])
    const row = requeued ?? (await findDelivery(transaction, path))
    if (!row) return webhookDeliveryNotFound
    return webhook.enabled ? { status: 200, body: toDelivery(row) } : webhookDisabled
  })
}
