import { generateKeyPairSync, randomBytes } from 'node:crypto'
import express, { Router, type Request, type Response } from 'express'
import { Provider, type Configuration } from 'oidc-provider'
import { isObject } from '../../../contract/json.ts'
import { createMemoryAdapter } from '../../../server/development/identity-provider/memory-adapter.ts'
import { hashForTest, type CompanyAccounts } from './accounts.ts'

/**
 * The company's OpenID provider: people sign in with their password, replace a temporary one, and get a token for the API.
 * The subject is the account's id. Tokens name no roles and no user of the service.
 */
export function companySignIn(issuer: string, accounts: CompanyAccounts, audience: string): Router {
  const sessions = new Map<string, number>()
  const provider = new Provider(issuer, configure(accounts, audience, sessions))
  const verified = new Map<string, string>()
  const router = Router()
  router.get('/sign-in/:uid', (request, response) => {
    showForm(response, verified.has(request.params.uid) ? 'newPassword' : 'password')
  })
  router.post('/sign-in/:uid', express.urlencoded(), async (request, response) => {
    const { uid } = request.params
    const body: unknown = request.body
    const { login, password, newPassword } = isObject(body) ? body : {}
    const id = verified.get(uid)
    const account = id === undefined ? accounts.findByLogin(String(login)) : accounts.find(id)
    const isRight = id !== undefined || account?.passwordHash === hashForTest(String(password))
    if (!account || !account.enabled || !isRight) return showForm(response, 'password', 'This did not work.')
    if (account.mustChange && id === undefined) {
      verified.set(uid, account.id)
      return showForm(response, 'newPassword')
    }
    if (account.mustChange)
      accounts.write({ ...account, passwordHash: hashForTest(String(newPassword)), mustChange: false })
    sessions.set(account.id, account.endedSessions)
    await provider.interactionFinished(request, response, { login: { accountId: account.id } })
  })
  const answer = provider.callback()
  router.use((request: Request, response: Response) => void answer(request, response))
  return router
}

function configure(
  accounts: CompanyAccounts,
  audience: string,
  sessions: Map<string, number>,
): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const resource = `urn:${audience}`
  return {
    adapter: () => createMemoryAdapter(),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    clients: [
      {
        client_id: 'company-app',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: ['http://127.0.0.1/'],
      },
    ],
    clientBasedCORS: () => true,
    responseTypes: ['code'],
    scopes: ['openid'],
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        getResourceServerInfo: () => ({
          scope: 'openid',
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 3600,
        }),
      },
    },
    issueRefreshToken: async () => true,
    extraTokenClaims: () => ({ instances: ['acme'] }),
    findAccount(_context, id) {
      const account = accounts.find(id)
      // The provider has ended the sessions that began before.
      if (!account?.enabled || account.mustChange || sessions.get(id) !== account.endedSessions)
        return undefined
      return { accountId: id, claims: () => ({ sub: id }) }
    },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        accountId: oidc.account?.accountId ?? '',
        clientId: oidc.client?.clientId ?? '',
      })
      grant.addOIDCScope('openid')
      grant.addResourceScope(resource, 'openid')
      await grant.save()
      return grant
    },
    interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
    renderError(context, { error, error_description: description }) {
      context.body = `${error}: ${String(description)}`
    },
  }
}

function showForm(response: Response, kind: 'password' | 'newPassword', problem = ''): void {
  const fields =
    kind === 'password'
      ? '<input name="login" aria-label="Login"><input name="password" type="password" aria-label="Password">'
      : '<input name="newPassword" type="password" aria-label="New password">'
  response
    .type('html')
    .send(`<p role="alert">${problem}</p><form method="post">${fields}<button>Go on</button></form>`)
}
