import { createHash, randomBytes } from 'node:crypto'
import express, { type Request, type Response, type Router } from 'express'
import { UnsecuredJWT, type JWTPayload } from 'jose'
import { asObject } from '../contract/json.ts'
import { isRole, roles } from '../contract/rules/roles.ts'
import { page } from '../workshop/identity-provider/pages.ts'
import { rolesOfToken } from '../sdk/mock/roles-of-token.ts'

/**
 * An identity provider that asks nobody for a password: its page offers a button for each role. It speaks as much OpenID
 * Connect as a front end needs to sign in by authorization code with PKCE, to renew its token and to sign out. The access
 * token is the name of the role, and of the session. `isLocal` tells which origins may be sent back to.
 */
export function signInWithoutPassword(isLocal: (origin: string) => boolean): Router {
  const goBack = (response: Response, to: unknown, parameters: Record<string, string>) => {
    const url = URL.parse(asText(to))
    if (!url || !isLocal(url.origin)) {
      response.status(400).type('text').send('redirect_uri must be an address of this machine.\n')
      return
    }
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    response.redirect(303, url.href)
  }
  return express
    .Router()
    .get('/.well-known/openid-configuration', (request, response) => {
      response.json(discovery(origin(request)))
    })
    .get('/authorize', (request, response) => {
      const { redirect_uri, state, code_challenge: challenge, role } = request.query
      if (!isRole(role)) {
        response.type('html').send(rolesPage(request.originalUrl))
        return
      }
      // The panel in the same browser then knows the session.
      const token = `${role}.${randomBytes(2).toString('hex')}`
      response.cookie('mock-session', token, { path: '/__mock', httpOnly: true, sameSite: 'strict' })
      const code = new UnsecuredJWT({ token, challenge }).encode()
      goBack(response, redirect_uri, { code, state: asText(state) })
    })
    .post('/token', express.urlencoded({ extended: false }), (request, response) => {
      const token = redeem(asObject(request.body ?? {}))
      if (token === null) response.status(400).json({ error: 'invalid_grant' })
      else response.json(tokens(origin(request), token))
    })
    .get('/sign-out', (request, response) => {
      goBack(response, request.query['post_logout_redirect_uri'], {})
    })
}

function discovery(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    end_session_endpoint: `${issuer}/sign-out`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
  }
}

/** The token that a code or a refresh token stands for; null for a code whose verifier is wrong. */
function redeem(fields: Record<string, unknown>): string | null {
  const refreshed = asText(fields['refresh_token'])
  if (rolesOfToken(refreshed)) return refreshed
  const code = decode(asText(fields['code']))
  const digest = createHash('sha256').update(asText(fields['code_verifier'])).digest('base64url')
  if (code['challenge'] !== digest) return null
  const token = asText(code['token'])
  return rolesOfToken(token) && token
}

/** The id token is not signed: for more there is the identity provider of `npm start`. */
function tokens(issuer: string, token: string) {
  const claims = { iss: issuer, sub: token, aud: 'mock' }
  return {
    access_token: token,
    refresh_token: token,
    id_token: new UnsecuredJWT(claims).setIssuedAt().setExpirationTime('1h').encode(),
    token_type: 'Bearer',
    expires_in: 3600,
  }
}

function rolesPage(address: string): string {
  const links = roles.map((role) => {
    const href = `${address}&role=${role}`.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    return `<a class="button" href="${href}">${role}</a>`
  })
  return page('Sign in to the mock', `<p>with the role of</p>${links.join('')}`, '<link rel="icon" href="data:,">')
}

/** What is no text, such as a parameter that came twice, is none. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function origin(request: Request): string {
  return `${request.protocol}://${request.get('host') ?? ''}`
}

/** The content of a code; nothing for what is no code. */
function decode(text: string): JWTPayload {
  try {
    return UnsecuredJWT.decode(text).payload
  } catch {
    return {}
  }
}
