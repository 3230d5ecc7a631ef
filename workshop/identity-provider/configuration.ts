import { isIdentifier } from '../../contract/rules/identifier.ts'
import { isCallerRole } from '../../contract/rules/roles.ts'
import type { Database } from '../../server/db/database.ts'
import {
  errors,
  interactionPolicy,
  type Account,
  type Configuration,
  type KoaContextWithOIDC,
  type UnknownObject,
} from 'oidc-provider'
import { claimsByScope, findUsableAccount, toClaims } from './accounts.ts'
import { applicationClient, clientMetadata, isLoopbackOrigin, type RoleClient } from './clients.ts'
import type { IdentityKeys } from './keys.ts'
import { createMemoryAdapter } from './memory-adapter.ts'
import { messagePage, signOutPage } from './pages.ts'

/** The configuration of the OpenID provider. It sets every function whose default would print a warning on the console. */
export function buildConfiguration(options: ConfigurationOptions): Configuration {
  const { audience, clients, db, keys } = options
  const resource = `urn:${encodeURIComponent(audience)}`

  return {
    adapter: () => createMemoryAdapter(),
    jwks: { keys: [keys.signingKey] },
    cookies: {
      keys: [keys.cookieKey],
      names: { session: 'identity_session', interaction: 'identity_sign_in', resume: 'identity_resume' },
    },
    clients: [applicationClient, ...clients.map(clientMetadata)],
    clientAuthMethods: ['client_secret_basic', 'none'],
    clientBasedCORS: (_context, origin, client) => client.clientAuthMethod === 'none' && isLoopbackOrigin(origin),
    responseTypes: ['code'],
    pkce: { required: () => true },
    scopes: Object.keys(claimsByScope),
    claims: claimsByScope,
    extraParams: { instance: (context, value) => checkInstance(context, value, options) },
    extraTokenClaims: (context) => tokenClaims(context, options),
    features: {
      devInteractions: { enabled: false },
      // Its endpoint refuses every token with an audience. The id token says who somebody is.
      userinfo: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: {
        enabled: true,
        allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => render(context, signOutPage(form)),
        postLogoutSuccessSource: (context) =>
          render(context, messagePage('Signed out', 'You have signed out. You can close this page.')),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        getResourceServerInfo(_context, requested) {
          if (requested !== resource) throw new errors.InvalidTarget()
          return { scope: scopes, audience, accessTokenFormat: 'jwt', accessTokenTTL: hour }
        },
      },
    },
    findAccount: ({ oidc }, subject, token) => {
      const signedInAt = token && 'authTime' in token ? token.authTime : oidc.session?.authTime()
      return findProviderAccount(db, subject, signedInAt ?? 0)
    },
    loadExistingGrant: (context) => findOrCreateGrant(context, resource),
    interactions: { policy: signInPolicy(), url: (_context, { uid }) => `/sign-in/${uid}` },
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    ttl: {
      AccessToken: hour,
      ClientCredentials: hour,
      IdToken: hour,
      AuthorizationCode: 60,
      Interaction: hour / 4,
      RefreshToken: 14 * day,
      Session: 14 * day,
      Grant: 14 * day,
    },
    renderError: (context, { error, error_description }) =>
      render(
        context,
        messagePage('This did not work', `${error_description ?? 'The request was refused'} (${error}).`),
      ),
  }
}

function checkInstance(
  context: KoaContextWithOIDC,
  value: string | undefined,
  { defaultInstanceId }: ConfigurationOptions,
): void {
  const instanceId = value ?? defaultInstanceId
  if (!isIdentifier(instanceId)) throw new errors.InvalidRequest('instance is no identifier')
  if (context.oidc.params) context.oidc.params.instance = instanceId
}

function tokenClaims(context: KoaContextWithOIDC, options: ConfigurationOptions): UnknownObject {
  const account = context.oidc.entities.Account
  if (account) return { roles: account.roles, instances: [account.instanceId] }

  const client = options.clients.find(({ clientId }) => clientId === context.oidc.client?.clientId)
  if (!client) throw new errors.InvalidClient('the client has no role')
  // One file has the secrets of all clients, so a client gets the roles that it asks for.
  const { instance: instanceId = options.defaultInstanceId, roles: asked = client.role } = context.oidc.body ?? {}
  const roles = String(asked).split(' ')
  if (!roles.every(isCallerRole)) throw new errors.InvalidRequest('roles are no roles')
  if (typeof instanceId !== 'string' || !isIdentifier(instanceId)) {
    throw new errors.InvalidRequest('instance is no identifier')
  }
  return { roles, instances: [instanceId] }
}

async function findProviderAccount(db: Database, subject: string, signedInAt: number): Promise<Account | undefined> {
  const account = await findUsableAccount(db, subject, signedInAt)
  if (!account) return undefined
  const { userId, instanceId, roles } = account
  return { accountId: userId, instanceId, roles, claims: () => toClaims(account) }
}

/** Grants everything without a question for consent: the only application is our own. */
async function findOrCreateGrant(context: KoaContextWithOIDC, resource: string) {
  const { client, session, account, provider } = context.oidc
  if (!client || !session || !account) return undefined

  const grantId = session.grantIdFor(client.clientId)
  const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  if (existing) return existing

  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
  grant.addOIDCScope(scopes)
  grant.addResourceScope(resource, scopes)
  await grant.save()
  return grant
}

/** Asks for a new sign-in when the user of the session may no longer sign in, or belongs to another instance. */
function signInPolicy() {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  const unusable = new interactionPolicy.Check(
    'unusable_session',
    'End-User authentication is required',
    'login_required',
    ({ oidc }) => oidc.account === undefined || oidc.account.instanceId !== oidc.params?.instance,
  )
  policy.get('login')?.checks.add(unusable)
  return policy
}

function render(context: KoaContextWithOIDC, html: string): void {
  context.type = 'html'
  context.body = html
}

const scopes = Object.keys(claimsByScope).join(' ')
const hour = 3600
const day = 24 * hour

export interface ConfigurationOptions {
  issuer: string
  db: Database
  keys: IdentityKeys
  clients: RoleClient[]
  audience: string
  defaultInstanceId: string
}
