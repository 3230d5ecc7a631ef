import type { Operation } from '../contract/operation.ts'
import { listDeliveries, toDelivery } from '../db/webhook-deliveries.ts'
import { findWebhook } from '../db/webhooks.ts'
import { answerPage } from '../../contract/rules/pages.ts'
import { webhookNotFound } from '../../contract/rules/refusals.ts'
import { readPage } from './answers/paging.ts'

export const listWebhookDeliveries: Operation<'listWebhookDeliveries'> = async ({ path, query }, { db }) => {
  const { instanceId, webhookId } = path
  const read = readPage(query, ['deliveries', instanceId, webhookId])
  if (!read.ok) return read.answer
  if (!(await findWebhook(db, instanceId, webhookId))) return webhookNotFound
  const found = await listDeliveries(db, instanceId, webhookId, query, read.page)
  return answerPage(read, { ...found, content: found.rows.map(toDelivery) })
}
