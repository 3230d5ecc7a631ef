import type { Operation } from '../contract/operation.ts'
import { inTransaction } from '../db/connection/pool.ts'
import { deleteRecorded } from '../db/query/recorded.ts'
import { lockPending } from '../db/webhook-deliveries.ts'
import { lockWebhook, webhooks } from '../db/webhooks.ts'
import { webhookNotFound } from '../../contract/rules/refusals.ts'
import { etagOf, refuseChange } from '../../contract/rules/etag.ts'

export const deleteWebhook: Operation<'deleteWebhook'> = async ({ path, headers }, { db, origin, deliveryQueue }) => {
  const { instanceId, webhookId } = path
  return inTransaction(db, async (transaction) => {
    const webhook = await lockWebhook(transaction, instanceId, webhookId)
    if (!webhook) return webhookNotFound
    const refused = refuseChange(etagOf(webhook.revision), headers)
    if (refused) return refused
    await deliveryQueue.remove(transaction, await lockPending(transaction, instanceId, webhookId))
    await deleteRecorded(transaction, origin, webhooks, webhookId, null)
    return { status: 204 }
  })
}
