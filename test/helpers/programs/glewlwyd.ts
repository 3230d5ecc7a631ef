import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { asObject, asString, type JsonObject } from '../../../contract/json.ts'
import { drain, listen } from '../../../server/http/listening.ts'
import { spawnAside } from './child.ts'

/** An OpenID provider that nobody here wrote: the Debian package glewlwyd, set up as docs/how-to/identity-providers.md says. */
export interface Glewlwyd {
  issuer: string
  /** Makes somebody who can sign in, and whose tokens name the user with `userId` in the service. */
  createUser(username: string, user: { password: string; userId: string; instances: string[] }): Promise<void>
  /** Makes a client that comes for itself. */
  createClient(clientId: string, claims: { instances: string[]; roles: string[] }): Promise<void>
  /** A token of such a client. Without `resource` its audience is the scope. */
  clientToken(clientId: string, resource?: string): Promise<string>
  close(): Promise<void>
}

/** Null where Glewlwyd is not installed. In CI, the tests that need it then fail. */
export const glewlwydPath = ['/usr/bin/glewlwyd'].find(existsSync) ?? null

export const audience = 'https://admin.example.com/'
export const otherAudience = 'https://elsewhere.example.com/'
/** With this scope there are tokens for both audiences. */
export const scope = 'administration'
/** The client with which people sign in, by PKCE. */
export const publicClient = 'pages'

/** Starts Glewlwyd with a database of its own. Whoever signs in is sent back to `redirectUri`. */
export async function startGlewlwyd(path: string, redirectUri: string): Promise<Glewlwyd> {
  const folder = mkdtempSync(join(tmpdir(), 'glewlwyd-'))
  // Glewlwyd has to know its own URL, so it cannot choose the port itself.
  const finder = createServer()
  const port = await listen(finder, 0, '127.0.0.1')
  await drain(finder, 0)
  const url = `http://127.0.0.1:${port}`
  const file = writeFiles(folder, port, url)
  const child = spawnAside(path, ['--config-file', file])
  child.stdout.resume()
  const exited = once(child, 'exit')
  const close = async () => {
    child.kill()
    await exited
    rmSync(folder, { recursive: true })
  }
  try {
    while (!(await fetch(`${url}/config`).catch(() => null))?.ok) {
      if (child.exitCode !== null) throw new Error('Glewlwyd ended.')
      await sleep(50)
    }
    return { ...(await configure(`${url}/api`, redirectUri)), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Writes the database, the pages and the configuration, whose path it returns. */
function writeFiles(folder: string, port: number, url: string): string {
  const database = join(folder, 'glewlwyd.db')
  const tables = readFileSync('/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3')
  execFileSync('sqlite3', [database], { input: tables })
  const pages = join(folder, 'pages')
  // In the package, config.json of the pages is a link to a folder instead of the file.
  const filter = (from: string) => !from.endsWith('/config.json')
  cpSync('/usr/share/glewlwyd/webapp', pages, { recursive: true, dereference: true, filter })
  copyFileSync('/usr/share/glewlwyd/templates/config.json', join(pages, 'config.json'))
  const configuration = `
    bind_address = "127.0.0.1"
    port = ${port}
    external_url = "${url}"
    log_mode = "console"
    log_level = "ERROR"
    static_files_path = "${pages}"
    static_files_mime_types = (
      { extension = ".html", mime_type = "text/html" },
      { extension = ".css", mime_type = "text/css" },
      { extension = ".js", mime_type = "text/javascript" },
      { extension = ".json", mime_type = "application/json" }
    )
    user_module_path = "/usr/lib/glewlwyd/user"
    client_module_path = "/usr/lib/glewlwyd/client"
    user_auth_scheme_module_path = "/usr/lib/glewlwyd/scheme"
    plugin_module_path = "/usr/lib/glewlwyd/plugin"
    database = { type = "sqlite3", path = "${database}" }`
  const file = join(folder, 'glewlwyd.conf')
  writeFileSync(file, configuration)
  return file
}

/** What an administrator does in the pages of Glewlwyd, by the REST API behind them. */
async function configure(api: string, redirectUri: string): Promise<Omit<Glewlwyd, 'close'>> {
  const issuer = `${api}/oidc`
  const password = randomBytes(18).toString('base64url')
  const call = await signInAsAdministrator(api)
  await addProperties(call, 'user', { instances: { multiple: true }, user_id: {} })
  await addProperties(call, 'client', { instances: { multiple: true }, roles: { multiple: true } })
  await call('POST', '/scope/', { name: scope, display_name: 'Administration', password_required: true })
  const plugin = { module: 'oidc', name: 'oidc', display_name: 'OpenID Connect', enabled: true }
  await call('POST', '/mod/plugin/', { ...plugin, parameters: pluginParameters(issuer) })
  const pages = { client_id: publicClient, name: 'Pages', enabled: true, confidential: false }
  await call('POST', '/client/', { ...pages, redirect_uri: [redirectUri], authorization_type: ['code'] })
  return {
    issuer,
    async createUser(username, { userId, ...rest }) {
      // Not the scope g_profile: with it, people could change their own instances and user_id.
      const user = { username, enabled: true, scope: ['openid', scope], user_id: userId }
      await call('POST', '/user/', { ...user, ...rest })
    },
    async createClient(clientId, claims) {
      const client = { client_id: clientId, name: clientId, enabled: true, confidential: true, password }
      const method = { token_endpoint_auth_method: ['client_secret_basic'] }
      const access = { authorization_type: ['client_credentials'], scope: [scope] }
      await call('POST', '/client/', { ...client, ...method, ...access, ...claims })
    },
    async clientToken(clientId, resource) {
      const headers = { Authorization: `Basic ${btoa(`${clientId}:${password}`)}` }
      const wanted = { grant_type: 'client_credentials', scope, ...(resource && { resource }) }
      const request = { method: 'POST', headers, body: new URLSearchParams(wanted) }
      return asString((await send(`${issuer}/token`, request))['access_token'])
    },
  }
}

function pluginParameters(issuer: string): JsonObject {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = { ...privateKey.export({ format: 'jwk' }), kid: 'key', alg: 'ES256', use: 'sig' }
  return {
    iss: issuer,
    'jwks-private': JSON.stringify({ keys: [key] }),
    'allowed-scope': ['openid', scope],
    'auth-type-code-enabled': true,
    'pkce-allowed': true,
    'pkce-required-public-client': true,
    'auth-type-client-enabled': true,
    // Clients that come for themselves get no ID token.
    'allow-non-oidc': true,
    // The resource that a client asks for becomes the audience.
    'resource-allowed': true,
    'resource-scope': { [scope]: [audience, otherAudience] },
    'additional-parameters': [
      { 'user-parameter': 'instances', 'client-parameter': 'instances', 'token-parameter': 'instances' },
      { 'user-parameter': 'user_id', 'token-parameter': 'user_id' },
      { 'client-parameter': 'roles', 'token-parameter': 'roles' },
    ],
  }
}

/** Only properties that were added can become claims. One with several values becomes a text with commas. */
async function addProperties(call: Call, of: 'user' | 'client', added: JsonObject): Promise<void> {
  const module = await call('GET', `/mod/${of}/database`)
  Object.assign(asObject(asObject(module['parameters'])['data-format']), added)
  await call('PUT', `/mod/${of}/database`, module)
  await call('PUT', `/mod/${of}/database/reset`)
}

/** A new database has this administrator. */
async function signInAsAdministrator(api: string): Promise<Call> {
  const json = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ username: 'admin', password: 'password' })
  const response = await fetch(`${api}/auth/`, { method: 'POST', headers: json, body })
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const headers = { ...json, Cookie: cookies.join('; ') }
  return (method, path, body) => send(api + path, { method, headers, body: JSON.stringify(body) ?? null })
}

type Call = (method: string, path: string, body?: object) => Promise<JsonObject>

async function send(url: string, request: RequestInit): Promise<JsonObject> {
  const response = await fetch(url, request)
  const text = await response.text()
  if (!response.ok) throw new Error(`${request.method} ${url} was answered ${response.status}: ${text}`)
  return text === '' ? {} : asObject(JSON.parse(text))
}
