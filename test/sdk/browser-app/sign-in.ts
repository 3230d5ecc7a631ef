/**
 * Authorization code with PKCE, by redirects. Gives the access token once the identity provider has sent the browser
 * back; until then the page goes away.
 */
export async function signIn(options: SignInOptions): Promise<string> {
  const code = new URLSearchParams(location.search).get('code')
  return code === null ? leave(options) : redeem(options, code)
}

async function leave({ issuer, clientId, instance }: SignInOptions): Promise<never> {
  const verifier = encode(crypto.getRandomValues(new Uint8Array(32)))
  const state = encode(crypto.getRandomValues(new Uint8Array(16)))
  sessionStorage.setItem('sign-in', JSON.stringify([verifier, state]))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const { authorization_endpoint } = await discover(issuer)
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid',
    state,
    instance,
    code_challenge: encode(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  })
  location.assign(`${authorization_endpoint}?${query.toString()}`)
  return new Promise(() => {})
}

async function redeem({ issuer, clientId }: SignInOptions, code: string): Promise<string> {
  const [verifier = '', state] = asStrings(JSON.parse(sessionStorage.getItem('sign-in') ?? '[]'))
  sessionStorage.removeItem('sign-in')
  if (new URLSearchParams(location.search).get('state') !== state) throw new Error('This sign-in was not begun here.')
  history.replaceState(null, '', '/')
  const { token_endpoint } = await discover(issuer)
  const response = await fetch(token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
    }),
  })
  return stringIn(await response.json(), 'access_token')
}

async function discover(issuer: string): Promise<{ authorization_endpoint: string; token_endpoint: string }> {
  const document: unknown = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()
  return {
    authorization_endpoint: stringIn(document, 'authorization_endpoint'),
    token_endpoint: stringIn(document, 'token_endpoint'),
  }
}

function stringIn(value: unknown, key: string): string {
  const found: unknown = value instanceof Object ? Reflect.get(value, key) : undefined
  if (typeof found !== 'string') throw new Error(`The identity provider gave no ${key}.`)
  return found
}

function asStrings(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function encode(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

const redirectUri = `${location.origin}/callback`

interface SignInOptions {
  issuer: string
  clientId: string
  instance: string
}
