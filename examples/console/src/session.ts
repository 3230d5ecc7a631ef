import { ErrorResponse, UserManager, WebStorageStateStore } from 'oidc-client-ts'
import { whenOnline } from './parts/online.ts'
import { settings } from './settings.ts'

/** Signs people in to one instance: authorization code with PKCE, at the identity provider of the service. */
export interface Session {
  /** A valid access token. Without one the page leaves for the identity provider, and the promise never settles. */
  token: (context: { refused: string | null }) => Promise<string>
  isSignedIn: () => Promise<boolean>
  signOut: () => Promise<void>
}

/**
 * Tokens are kept in the browser tab, so that a reload needs no new sign-in. A script that runs in the page could read
 * them: serve the console with a Content-Security-Policy, or keep tokens in a backend of its own.
 */
export function createSession(instance: string): Session {
  const manager = createManager(instance)
  let isSigningOut = false
  const leave = async () => {
    // What still asks for a token, such as the stream of changes, must not lead back to the sign-in.
    if (isSigningOut) return new Promise<never>(() => {})
    sessionStorage.setItem('signing in to', instance)
    await manager.signinRedirect({ state: location.pathname + location.search })
    return new Promise<never>(() => {})
  }
  return {
    async token({ refused }) {
      const user = await manager.getUser()
      if (user && !user.expired && user.access_token !== refused) return user.access_token
      await whenOnline()
      const renewed = user?.refresh_token ? await manager.signinSilent().catch(ignoreRefusal) : null
      return renewed?.access_token ?? leave()
    },
    isSignedIn: async () => (await manager.getUser())?.expired === false,
    signOut() {
      isSigningOut = true
      return manager.signoutRedirect()
    },
  }
}

/** Whose sign-in has ended signs in again. Without an answer of the identity provider nobody knows, and leaving would lose the page. */
function ignoreRefusal(error: unknown): null {
  if (error instanceof ErrorResponse) return null
  throw error
}

/** Redeems the code that the identity provider sent to `/callback`. Gives the path at which the sign-in began. */
export async function finishSignIn(): Promise<string> {
  const instance = lastSignIn() ?? ''
  const { state } = await createManager(instance).signinRedirectCallback()
  return typeof state === 'string' ? state : `/${instance}`
}

/** Where this tab signed in last; null when it has not. */
export function lastSignIn(): string | null {
  return sessionStorage.getItem('signing in to')
}

/** The token of one instance opens another, as the list of instances says: nobody has to sign in there again. */
export function shareSession(instance: string, other: string): void {
  sessionStorage.setItem(`session of ${other}`, sessionOf(instance))
}

function sessionOf(instance: string): string {
  return sessionStorage.getItem(`session of ${instance}`) ?? instance
}

/** A token may be for one instance, so each has a session of its own, unless it shares one. */
function createManager(instance: string): UserManager {
  return new UserManager({
    authority: settings.issuer,
    client_id: settings.clientId,
    redirect_uri: `${location.origin}/callback`,
    post_logout_redirect_uri: `${location.origin}/`,
    scope: 'openid',
    extraQueryParams: { instance },
    automaticSilentRenew: false,
    userStore: new WebStorageStateStore({ store: sessionStorage, prefix: `session.${sessionOf(instance)}.` }),
    stateStore: new WebStorageStateStore({ store: sessionStorage, prefix: 'sign-in.' }),
  })
}
