import { createServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { CompactSign, exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { endServer } from './end-server.ts'
import { listen } from '../../../server/http/listening.ts'

export interface TestIssuer {
  url: string
  /** Signs exactly these claims. `iss`, `aud` and `exp` are those of a valid token unless the claims contain them. */
  sign(
    claims: JWTPayload | Record<string, unknown>,
    header?: {
      alg?: string
      kid?: string
      /** Default: `at+jwt`; null leaves it out. */ typ?: string | null
      key?: Uint8Array
    },
  ): Promise<string>
  /** Signs any text as the payload. */
  signText(payload: string): Promise<string>
  /** Publishes the keys at another address, and no longer where they were. */
  moveKeys(): void
  /** Publishes the key under another name only, and signs with it. */
  renameKey(kid: string): void
  close(): Promise<void>
}

export const audience = 'instance-admin'

/**
 * Starts a real OpenID issuer with discovery and keys, on this machine alone. Its tokens have any claims that a test wants.
 * With `tls` it is an issuer as production wants one, with a certificate for `tls.host`.
 */
export async function startTestIssuer(tls?: { host: string; cert: string; key: string }): Promise<TestIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256', use: 'sig' }
  let keysPath = '/jwks'
  const answer: RequestListener = (request, response) => {
    const documents: Record<string, unknown> = {
      '/.well-known/openid-configuration': { issuer: url, jwks_uri: url + keysPath },
      [keysPath]: { keys: [jwk] },
    }
    const document = documents[request.url ?? '']
    response.writeHead(document ? 200 : 404, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(document ?? {}))
  }
  const server = tls ? createHttpsServer(tls, answer) : createServer(answer)
  const port = await listen(server, 0, '127.0.0.1')
  const url = tls ? `https://${tls.host}:${port}` : `http://127.0.0.1:${port}`
  return {
    url,
    sign: (claims, { alg = 'ES256', kid = jwk.kid, typ = 'at+jwt', key } = {}) =>
      new SignJWT({ iss: url, aud: audience, exp: Math.floor(Date.now() / 1000) + 3600, ...claims })
        .setProtectedHeader({ alg, kid, ...(typ !== null && { typ }) })
        .sign(key ?? privateKey),
    signText: (payload) =>
      new CompactSign(Buffer.from(payload))
        .setProtectedHeader({ alg: 'ES256', kid: jwk.kid, typ: 'at+jwt' })
        .sign(privateKey),
    moveKeys() {
      keysPath = '/moved'
    },
    renameKey(kid) {
      jwk.kid = kid
    },
    close: () => endServer(server),
  }
}
