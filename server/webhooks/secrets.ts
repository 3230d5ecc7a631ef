import { createHmac, randomBytes } from 'node:crypto'

/** A new secret in the form of Standard Webhooks. */
export function createSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** The value of `webhook-signature`: a signature by each secret. */
export function sign(id: string, timestamp: number, body: string, secrets: readonly string[]): string {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return signatures.join(' ')
}
