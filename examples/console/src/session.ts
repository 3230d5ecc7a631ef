import { UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { settings } from './settings.ts'

/** Signs people in to one instance: authorization code with PKCE, at the identity provider of the service. */
export interface Session {
  /** A valid access token. Without one the page leaves for the identity provider, and the promise never settles. */
  token: (context: { refused: string | null }) => Promise<string>
  signOut: () => Promise<void>
}

/**
 * Tokens are kept in the browser tab, so that a reload needs no new sign-in. A script that runs in the page could read
 * them: serve the console with a Content-Security-Policy, or keep tokens in a backend of its own.
 */
export function createSession(instance: string): Session {
  const manager = createManager(instance)
  const leave = async () => {
    sessionStorage.setItem('signing in to', instance)
    await manager.signinRedirect({ state: location.pathname + location.search })
    return new Promise<never>(() => {})
  }
  return {
    async token({ refused }) {
      const user = await manager.getUser()
      if (user && !user.expired && user.access_token !== refused) return user.access_token
      const renewed = user?.refresh_token ? await manager.signinSilent().catch(() => null) : null
      return renewed?.access_token ?? leave()
    },
    signOut: () => manager.signoutRedirect(),
  }
}

/** Redeems the code that the identity provider sent to `/callback`. Gives the path at which the sign-in began. */
export async function finishSignIn(): Promise<string> {
  const instance = sessionStorage.getItem('signing in to') ?? ''
  const { state } = await createManager(instance).signinRedirectCallback()
  return typeof state === 'string' ? state : `/${instance}`
}

/** A token is for one instance, so each instance has a session of its own. */
function createManager(instance: string): UserManager {
  return new UserManager({
    authority: settings.issuer,
    client_id: settings.clientId,
    redirect_uri: `${location.origin}/callback`,
    post_logout_redirect_uri: `${location.origin}/`,
    scope: 'openid',
    extraQueryParams: { instance },
    automaticSilentRenew: false,
    userStore: new WebStorageStateStore({ store: sessionStorage, prefix: `session.${instance}.` }),
    stateStore: new WebStorageStateStore({ store: sessionStorage, prefix: 'sign-in.' }),
  })
}
