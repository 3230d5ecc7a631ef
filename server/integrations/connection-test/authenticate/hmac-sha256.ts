import { createHmac } from 'node:crypto'
import { fill } from '../template.ts'
import type { AuthOf, TestContext, Proof } from './context.ts'

/**
 * Signs `<Unix seconds>.<body>` with HMAC-SHA-256, written as `sha256=<hex>`. The seconds have their own header, so that a
 * receiver can refuse old deliveries. Without a secret the request is not signed.
 */
export function hmacSha256(auth: AuthOf<'hmac_sha256'>, { values, now }: TestContext): Proof {
  const secret = fill(auth.secret, values)
  if (secret === null) return { sign: () => ({}) }
  return {
    sign: ({ body = '' }) => {
      const timestamp = String(Math.floor(now() / 1000))
      const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
      return { [auth.timestampHeader]: timestamp, [auth.signatureHeader]: `sha256=${signature}` }
    },
  }
}
