import { ErrorResponse, UserManager, WebStorageStateStore, type User } from 'oidc-client-ts'
import { forgetToken, keepToken, lastSignIn, noteSignIn, sessionOf } from './session.ts'
import { settings } from './settings.ts'

/** The address of the console, which may be a folder of its origin. */
const home = new URL(import.meta.env.BASE_URL, location.origin).href

/** Leaves for the identity provider, which leads back to the page. The promise never settles. */
export async function leaveToSignIn(instance: string): Promise<never> {
  noteSignIn(instance)
  await createManager(instance).signinRedirect({ state: location.href.slice(home.length - 1) })
  return new Promise<never>(() => {})
}

/** Redeems the code that the identity provider sent to `/callback`. Gives the path at which the sign-in began. */
export async function finishSignIn(): Promise<string> {
  const instance = lastSignIn() ?? ''
  const user = await createManager(instance).signinRedirectCallback()
  keepTokenOf(instance, user)
  return typeof user.state === 'string' ? user.state : `/${instance}`
}

/** A new access token by the refresh token; null for whoever has to sign in again. */
export async function renewToken(instance: string): Promise<string | null> {
  const manager = createManager(instance)
  const user = await manager.getUser()
  const renewed = user?.refresh_token ? await manager.signinSilent().catch(ignoreRefusal) : null
  return renewed && keepTokenOf(instance, renewed)
}

export function leaveToSignOut(instance: string): Promise<void> {
  forgetToken(instance)
  return createManager(instance).signoutRedirect()
}

/** Where the identity provider names no end, the service refuses the token at its end. */
function keepTokenOf(instance: string, { access_token: token, expires_at: end = Infinity }: User): string {
  keepToken(instance, token, end * 1000)
  return token
}

/** Whose sign-in has ended signs in again. Without an answer of the identity provider nobody knows, and leaving would lose the page. */
function ignoreRefusal(error: unknown): null {
  if (error instanceof ErrorResponse) return null
  throw error
}

function createManager(instance: string): UserManager {
  return new UserManager({
    authority: settings.issuer,
    client_id: settings.clientId,
    redirect_uri: `${home}callback`,
    post_logout_redirect_uri: home,
    scope: 'openid',
    extraQueryParams: { instance },
    automaticSilentRenew: false,
    userStore: new WebStorageStateStore({ store: sessionStorage, prefix: `session.${sessionOf(instance)}.` }),
    stateStore: new WebStorageStateStore({ store: sessionStorage, prefix: 'sign-in.' }),
  })
}
