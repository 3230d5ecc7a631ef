import { createHmac, randomBytes } from 'node:crypto'
import { isObject } from '../../contract/json.ts'
import type { Database } from '../db/database.ts'
import { findWebhook } from '../db/webhooks.ts'
import type { SecretBox } from '../integrations/secrets.ts'
import { openSecrets } from '../integrations/stored-secrets.ts'

/** A new secret in the form of Standard Webhooks. */
export function createSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** Whether a webhook that was shown with its secret is still there, and has no other secret since. */
export async function isSecretCurrent(
  db: Database,
  secretBox: SecretBox,
  instanceId: string,
  shown: unknown,
): Promise<boolean> {
  if (!isObject(shown)) return false
  const webhook = await findWebhook(db, instanceId, String(shown['id']))
  const owner = { instanceId, ownerId: String(shown['id']) }
  return webhook !== null && openSecrets(secretBox, owner, webhook.secrets)?.['current'] === shown['secret']
}

/** The value of `webhook-signature`: a signature by each secret. */
export function sign(id: string, timestamp: number, body: string, secrets: readonly string[]): string {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return signatures.join(' ')
}
