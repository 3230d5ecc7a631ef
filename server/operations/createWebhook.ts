import { randomUUIDv7 } from 'node:crypto'
import type { Operation } from '../contract/operation.ts'
import { findHead } from '../db/changes.ts'
import { lockName } from '../db/query/query.ts'
import { countWebhooks, insertWebhook, toWebhook } from '../db/webhooks.ts'
import { tooManyWebhooks, webhookUrlBlocked } from '../../contract/rules/refusals.ts'
import { mostWebhooks } from '../../contract/rules/webhooks.ts'
import { sealSecrets } from '../integrations/stored-secrets.ts'
import { createSecret } from '../webhooks/secrets.ts'
import { isCallable } from '../webhooks/send.ts'
import { created } from './answers/created.ts'

export const createWebhook: Operation<'createWebhook'> = async ({ path: { instanceId }, body }, context) => {
  const { commit, origin, secretBox, webhookRules } = context
  if (!(await isCallable(body.url, webhookRules))) return webhookUrlBlocked
  const [id, secret] = [randomUUIDv7(), createSecret()]
  const sealed = sealSecrets(secretBox, { instanceId, ownerId: id }, { current: secret })
  return commit(async (transaction) => {
    await lockName(transaction, `webhooks ${instanceId}`)
    if ((await countWebhooks(transaction, instanceId)) >= mostWebhooks) return tooManyWebhooks
    const { sequence: position } = await findHead(transaction, instanceId)
    const row = await insertWebhook(transaction, origin, id, body, { secrets: sealed, position })
    return created(`/instances/${instanceId}/webhooks/${id}`, { ...toWebhook(row), secret })
  })
}
