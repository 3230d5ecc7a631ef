import { whenOnline, withNetwork } from './parts/online.ts'

/** Signs people in to one instance: authorization code with PKCE, at the identity provider of the service. */
export interface Session {
  /** A valid access token. Without one the page leaves for the identity provider, and the promise never settles. */
  token: (context: { refused: string | null }) => Promise<string>
  isSignedIn: () => boolean
  signOut: () => Promise<void>
}

/** A page that has a token needs nothing of it, so it is not there before the first screen. */
export const loadSignIn = withNetwork(() => import('./sign-in.ts'))

/**
 * Tokens are kept in the browser tab, so that a reload needs no new sign-in. A script that runs in the page could read
 * them: serve the console with a Content-Security-Policy, or keep tokens in a backend of its own.
 */
export function createSession(instance: string): Session {
  let isSigningOut = false
  return {
    async token({ refused }) {
      const kept = keptToken(instance)
      if (kept !== null && kept !== refused) return kept
      await whenOnline()
      const { renewToken, leaveToSignIn } = await loadSignIn()
      const renewed = await renewToken(instance)
      // What still asks for a token, such as the stream of changes, must not lead back to the sign-in.
      if (isSigningOut) return new Promise<never>(() => {})
      return renewed ?? leaveToSignIn(instance)
    },
    isSignedIn: () => keptToken(instance) !== null,
    async signOut() {
      isSigningOut = true
      const { leaveToSignOut } = await loadSignIn()
      await leaveToSignOut(instance)
    },
  }
}

/** The access token of the tab's session; null when there is none, or its time is over. */
function keptToken(instance: string): string | null {
  const [expiresAt, token] = (sessionStorage.getItem(tokenKey(instance)) ?? '').split(' ')
  return token !== undefined && Number(expiresAt) > Date.now() ? token : null
}

/** `expiresAt` is in milliseconds. */
export function keepToken(instance: string, token: string, expiresAt: number): void {
  sessionStorage.setItem(tokenKey(instance), `${expiresAt} ${token}`)
}

export function forgetToken(instance: string): void {
  sessionStorage.removeItem(tokenKey(instance))
}

function tokenKey(instance: string): string {
  return `token.${sessionOf(instance)}`
}

/** Where this tab signed in last; null when it has not. */
export function lastSignIn(): string | null {
  return sessionStorage.getItem('signing in to')
}

export function noteSignIn(instance: string): void {
  sessionStorage.setItem('signing in to', instance)
}

/** The token of one instance opens another, as the list of instances says: nobody has to sign in there again. */
export function shareSession(instance: string, other: string): void {
  sessionStorage.setItem(`session of ${other}`, sessionOf(instance))
}

/** A token may be for one instance, so each has a session of its own, unless it shares one. */
export function sessionOf(instance: string): string {
  return sessionStorage.getItem(`session of ${instance}`) ?? instance
}
