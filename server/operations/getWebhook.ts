import type { Operation } from '../contract/operation.ts'
import { findWebhook, toWebhook } from '../db/webhooks.ts'
import { webhookNotFound } from '../../contract/rules/refusals.ts'
import { answerRead, etagOf } from '../../contract/rules/etag.ts'

export const getWebhook: Operation<'getWebhook'> = async ({ path, headers }, { db }) => {
  const row = await findWebhook(db, path.instanceId, path.webhookId)
  return row ? answerRead(etagOf(row.revision), toWebhook(row), headers) : webhookNotFound
}
