import type { Operation } from '../contract/operation.ts'
import { lockWebhook, rotateSecret, toWebhook } from '../db/webhooks.ts'
import { etagOf, refuseChange } from '../../contract/rules/etag.ts'
import { webhookNotFound } from '../../contract/rules/refusals.ts'
import { openSecrets, sealSecrets } from '../integrations/stored-secrets.ts'
import { createSecret } from '../webhooks/secrets.ts'

export const rotateWebhookSecret: Operation<'rotateWebhookSecret'> = async ({ path, headers }, context) => {
  const { instanceId, webhookId } = path
  const { commit, origin, secretBox } = context
  const owner = { instanceId, ownerId: webhookId }
  const secret = createSecret()
  return commit(async (transaction) => {
    const current = await lockWebhook(transaction, instanceId, webhookId)
    if (!current) return webhookNotFound
    const refused = refuseChange(etagOf(current.revision), headers)
    if (refused) return refused
    // One that does not open signs nothing, either.
    const previous = openSecrets(secretBox, owner, current.secrets)?.['current']
    const secrets = sealSecrets(secretBox, owner, { current: secret, ...(previous !== undefined && { previous }) })
    const row = await rotateSecret(transaction, origin, webhookId, secrets)
    return { status: 200, headers: { ETag: etagOf(row.revision) }, body: { ...toWebhook(row), secret } }
  })
}
