import type { Operation } from '../contract.ts'
import { findWebhook, webhooks } from '../db/webhooks.ts'
import { deleteRecorded } from '../db/query/recorded.ts'
import { webhookNotFound } from '../../contract/rules/refusals.ts'
import { etagOf, preconditionFailed, readIfMatch } from '../../contract/rules/etag.ts'

export const deleteWebhook: Operation<'deleteWebhook'> = async ({ path, headers }, { db, origin }) => {
  const { instanceId, webhookId } = path
  if (await deleteRecorded(db, origin, webhooks, webhookId, readIfMatch(headers['If-Match']))) return { status: 204 }
  const current = await findWebhook(db, instanceId, webhookId)
  return current ? preconditionFailed(etagOf(current.revision)) : webhookNotFound
}
