import { createPublicKey } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { jwtVerify } from 'jose'
import { claimsByScope, findUsableAccount, toClaims } from './accounts.ts'
import { isLoopbackOrigin } from './clients.ts'
import type { ConfigurationOptions } from './configuration.ts'

/**
 * Answers `/userinfo` for the access token of the API. The provider's own endpoint refuses every token with an audience, so
 * an application would need a second token for it.
 */
export function createUserinfoHandler({ db, keys, issuer, audience }: ConfigurationOptions) {
  const key = createPublicKey({ key: keys.signingKey, format: 'jwk' })
  const expected = { issuer, audience, algorithms: ['RS256'], typ: 'at+jwt' }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    allowOrigin(request, response)
    if (request.method === 'OPTIONS') return send(response, 204)
    if (request.method !== 'GET' && request.method !== 'POST') return send(response, 405)

    const token = /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (token === undefined) return sendUnauthorized(response, 401)
    const verified = await jwtVerify(token, key, expected).catch(() => null)
    const { sub, iat = 0, scope } = verified?.payload ?? {}
    if (sub === undefined) return sendUnauthorized(response, 401, 'invalid_token')
    const scopes = typeof scope === 'string' ? scope.split(' ') : []
    if (!scopes.includes('openid')) return sendUnauthorized(response, 403, 'insufficient_scope')
    const account = await findUsableAccount(db, sub, iat)
    if (!account) return sendUnauthorized(response, 401, 'invalid_token')

    const allowed = Object.entries(claimsByScope).flatMap(([name, claims]) => (scopes.includes(name) ? claims : []))
    const told = Object.entries(toClaims(account)).filter(([name]) => allowed.includes(name))
    send(response, 200, Object.fromEntries(told))
  }
}

function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Vary', 'Origin')
  if (headers.origin === undefined || !isLoopbackOrigin(headers.origin)) return
  response.setHeader('Access-Control-Allow-Origin', headers.origin)
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST')
  response.setHeader('Access-Control-Allow-Headers', 'Authorization')
  response.setHeader('Access-Control-Expose-Headers', 'WWW-Authenticate')
  response.setHeader('Access-Control-Max-Age', 3600)
}

function sendUnauthorized(response: ServerResponse, status: number, error?: string): void {
  response.setHeader('WWW-Authenticate', error === undefined ? 'Bearer' : `Bearer error="${error}"`)
  send(response, status, error === undefined ? undefined : { error })
}

function send(response: ServerResponse, status: number, body?: Record<string, unknown>): void {
  response.statusCode = status
  if (status === 405) response.setHeader('Allow', 'GET, POST, OPTIONS')
  if (body === undefined) {
    response.end()
    return
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.end(JSON.stringify(body))
}
