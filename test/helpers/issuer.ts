import { createServer } from 'node:http'
import { once } from 'node:events'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'

export interface TestIssuer {
  url: string
  /** Signs exactly these claims. `iss`, `aud` and `exp` are those of a valid token unless the claims contain them. */
  sign(claims: JWTPayload, header?: { alg?: string; kid?: string; key?: Uint8Array }): Promise<string>
  close(): Promise<void>
}

export const audience = 'instance-admin'

/** Starts a real OpenID issuer with discovery and keys. Its tokens have any claims that a test wants. */
export async function startTestIssuer(): Promise<TestIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256', use: 'sig' }
  const server = createServer((request, response) => {
    const documents: Record<string, unknown> = {
      '/.well-known/openid-configuration': { issuer: url, jwks_uri: `${url}/jwks` },
      '/jwks': { keys: [jwk] },
    }
    const document = documents[request.url ?? '']
    response.writeHead(document ? 200 : 404, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(document ?? {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.')
  const url = `http://127.0.0.1:${address.port}`
  return {
    url,
    sign: (claims, { alg = 'ES256', kid = 'test', key } = {}) =>
      new SignJWT({ iss: url, aud: audience, exp: Math.floor(Date.now() / 1000) + 3600, ...claims })
        .setProtectedHeader({ alg, kid, typ: 'at+jwt' })
        .sign(key ?? privateKey),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
