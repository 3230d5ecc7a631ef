import type { Operation } from '../contract.ts'
import { findHead } from '../db/changes.ts'
import { inTransaction } from '../db/connection/pool.ts'
import { lockWebhook, replaceWebhook, toWebhook } from '../db/webhooks.ts'
import { etagOf, refuseChange } from '../../contract/rules/etag.ts'
import { webhookNotFound } from '../../contract/rules/refusals.ts'

export const updateWebhook: Operation<'updateWebhook'> = async ({ path, headers, body }, { db, origin }) => {
  const { instanceId, webhookId } = path
  const { url, events, description = null, enabled } = body
  return inTransaction(db, async (transaction) => {
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
