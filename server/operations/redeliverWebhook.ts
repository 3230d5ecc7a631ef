import type { Operation } from '../contract.ts'
import { requeueDelivery, toDelivery } from '../db/webhook-deliveries.ts'
import { lockWebhook } from '../db/webhooks.ts'
import { webhookDeliveryNotFound, webhookDisabled, webhookNotFound } from '../../contract/rules/refusals.ts'

export const redeliverWebhook: Operation<'redeliverWebhook'> = async ({ path }, { commit, enqueueDeliveries }) => {
  const { instanceId, webhookId } = path
  return commit(async (transaction) => {
    const webhook = await lockWebhook(transaction, instanceId, webhookId)
    if (!webhook) return webhookNotFound
    const row = await requeueDelivery(transaction, path, webhook)
    if (!row) return webhookDeliveryNotFound
    if (!webhook.enabled) return webhookDisabled
    await enqueueDeliveries(transaction, [path])
    return { status: 200, body: toDelivery(row) }
  })
}
