import { importPKCS8, SignJWT } from 'jose'
import { fill } from '../template.ts'
import type { Authenticated, AuthOf, TestContext } from './context.ts'
import { requestToken } from './oauth2.ts'

/**
 * Requests a token by RFC 7523, section 2.1. The assertion is signed with the service account's key and valid for 5 minutes.
 */
export async function googleServiceAccount(auth: GoogleAuth, context: TestContext): Promise<Authenticated> {
  const key = await importPKCS8(fill(auth.privateKey, context.values) ?? '', auth.alg).catch(() => null)
  if (key === null) return { outcome: 'bad_credentials' }

  const assertion = await sign(key, auth, context)
  const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }
  return requestToken(auth, grant, {}, context)
}

function sign(key: SigningKey, auth: GoogleAuth, { values, now }: TestContext): Promise<string> {
  const issuedAt = Math.floor(now() / 1000)
  const subject = auth.subject === undefined ? null : fill(auth.subject, values)
  return new SignJWT({ scope: auth.scope, ...(subject !== null && { sub: subject }) })
    .setProtectedHeader({ alg: auth.alg, typ: 'JWT' })
    .setIssuer(fill(auth.issuer, values) ?? '')
    .setAudience(auth.tokenUrl)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + 300)
    .sign(key)
}

type SigningKey = Awaited<ReturnType<typeof importPKCS8>>
type GoogleAuth = AuthOf<'google_service_account'>
