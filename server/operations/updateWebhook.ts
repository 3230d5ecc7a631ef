import type { Operation } from '../contract/operation.ts'
import { findHead } from '../db/changes.ts'
import { lockWebhook, replaceWebhook, toWebhook } from '../db/webhooks.ts'
import { etagOf, refuseChange } from '../../contract/rules/etag.ts'
import { webhookNotFound, webhookUrlBlocked } from '../../contract/rules/refusals.ts'
import { isCallable } from '../webhooks/send.ts'

export const updateWebhook: Operation<'updateWebhook'> = async ({ path, headers, body }, context) => {
  const { instanceId, webhookId } = path
  const { commit, origin, webhookRules } = context
  const { url, events, description = null, enabled } = body
  // One that is disabled keeps an address that the operator has closed since.
  if (enabled && !(await isCallable(url, webhookRules))) return webhookUrlBlocked
  return commit(async (transaction) => {
    const current = await lockWebhook(transaction, instanceId, webhookId)
    if (!current) return webhookNotFound
    const refused = refuseChange(etagOf(current.revision), headers)
    if (refused) return refused
    const values = { url, events, description, enabled, disabled_reason: enabled ? null : current.disabled_reason }
    // What was changed while it was disabled is not sent.
    const position = enabled && !current.enabled ? (await findHead(transaction, instanceId)).sequence : null
    const row = await replaceWebhook(transaction, origin, webhookId, values, position)
    return { status: 200, headers: { ETag: etagOf(row.revision) }, body: toWebhook(row) }
  })
}
