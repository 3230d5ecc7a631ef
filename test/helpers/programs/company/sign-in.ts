import { generateKeyPairSync, randomBytes } from 'node:crypto'
import express, { Router, type Request, type Response } from 'express'
import { interactionPolicy, Provider, type Configuration } from 'oidc-provider'
import { isObject } from '../../../../contract/json.ts'
import { createMemoryAdapter } from '../../../../workshop/identity-provider/memory-adapter.ts'
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
    accounts.write({ ...(accounts.find(account.id) ?? account), signedInAt: Date.now() })
    sessions.set(account.id, account.endedSessions)
    await provider.interactionFinished(request, response, { login: { accountId: account.id } })
  })
  const answer = provider.callback()
  router.use((request: Request, response: Response) => void answer(request, response))
  return router
}

function configure(accounts: CompanyAccounts, audience: string, sessions: Map<string, number>): Configuration {
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
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'openid',
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 3600,
        }),
      },
    },
    issueRefreshToken: async () => true,
    // The provider prints a notice for each default.
    ttl: {
      Interaction: 600,
      Session: 3600,
      Grant: 3600,
      AccessToken: 3600,
      RefreshToken: 3600,
      IdToken: 3600,
    },
    extraTokenClaims: () => ({ instances: ['acme'] }),
    findAccount(_context, id) {
      const account = accounts.find(id)
      // The provider has ended the sessions that began before.
      if (!account?.enabled || account.mustChange || sessions.get(id) !== account.endedSessions) return undefined
      return { accountId: id, claims: () => ({ sub: id }) }
    },
    async loadExistingGrant({ oidc: { account, client, provider } }) {
      if (!account || !client) return undefined
      const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
      grant.addOIDCScope('openid')
      grant.addResourceScope(resource, 'openid')
      await grant.save()
      return grant
    },
    interactions: { policy: signInPolicy(), url: (_context, { uid }) => `/sign-in/${uid}` },
    renderError(context, { error, error_description: description }) {
      context.body = `${error}: ${String(description)}`
    },
  }
}

/** Asks for no consent, and for a sign-in where the session has ended. */
function signInPolicy() {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  const hasEnded = new interactionPolicy.Check(
    'ended_session',
    'The session has ended',
    'login_required',
    ({ oidc }) => oidc.account === undefined,
  )
  policy.get('login')?.checks.add(hasEnded)
  return policy
}

function showForm(response: Response, kind: 'password' | 'newPassword', problem = ''): void {
  const fields =
    kind === 'password'
      ? '<input name="login" aria-label="Login"><input name="password" type="password" aria-label="Password">'
      : '<input name="newPassword" type="password" aria-label="New password">'
  response.type('html').send(`<p role="alert">${problem}</p><form method="post">${fields}<button>Go on</button></form>`)
}
