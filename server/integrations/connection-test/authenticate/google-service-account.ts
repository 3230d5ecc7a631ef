import { importPKCS8, SignJWT } from 'jose'
import { fill } from '../template.ts'
import type { Authenticated, AuthOf, TestContext } from './context.ts'
import { requestToken } from './oauth2.ts'

/**
 * Requests a token by RFC 7523, section 2.1. The assertion is signed with the service account's key and valid for 5 minutes.
 */
export async function googleServiceAccount(
  auth: AuthOf<'google_service_account'>,
  context: TestContext,
): Promise<Authenticated> {
  const { values, now } = context
  const key = await importPKCS8(fill(auth.privateKey, values) ?? '', auth.alg).catch(() => null)
  if (key === null) return { outcome: 'bad_credentials' }

  const issuedAt = Math.floor(now() / 1000)
  const subject = auth.subject === undefined ? null : fill(auth.subject, values)
  const assertion = await new SignJWT({ scope: auth.scope, ...(subject !== null && { sub: subject }) })
    .setProtectedHeader({ alg: auth.alg, typ: 'JWT' })
    .setIssuer(fill(auth.issuer, values) ?? '')
    .setAudience(auth.tokenUrl)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + 300)
    .sign(key)
  const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }
  return requestToken(auth, grant, {}, context)
}
