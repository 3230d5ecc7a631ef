import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { ClientMetadata } from 'oidc-provider'
import { isObject } from '../../contract/json.ts'
import { readJsonFile, writePrivateJsonFile } from '../private-file.ts'
import { callerRoles, type CallerRole } from '../../contract/rules/roles.ts'

/** The issuer of the provider of this data folder, and the secrets of its clients. Null before its first start. */
export async function readIdentityFile(dataDir: string): Promise<IdentityFile | null> {
  const path = identityPath(dataDir)
  const stored = await readJsonFile(path)
  if (stored === undefined) return null
  if (isIdentityFile(stored)) return stored
  throw new Error(`${path} holds no clients. Delete it, and new ones are made at the next start.`)
}

/** Writes `<dataDir>/identity.json` for this issuer. Keeps stored secrets, and creates missing ones. */
export async function writeIdentityFile(dataDir: string, issuer: string): Promise<IdentityFile> {
  const stored = await readIdentityFile(dataDir)
  const file = { issuer, clients: callerRoles.map((role) => roleClient(role, stored)) }
  await writePrivateJsonFile(identityPath(dataDir), file)
  return file
}

/**
 * The application that people sign in to. It is public, so it uses PKCE instead of a secret, on any port of this machine.
 */
export const applicationClient = {
  client_id: 'dev-app',
  application_type: 'native',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  redirect_uris: loopbackUris(['/', '/callback', '/console/callback']),
  post_logout_redirect_uris: loopbackUris(['/', '/console/']),
} satisfies ClientMetadata

/** A client without a user, for scripts: its token has the client's role, or the roles that the request names. */
export function clientMetadata({ clientId, clientSecret }: RoleClient): ClientMetadata {
  return {
    client_id: clientId,
    client_secret: clientSecret,
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
  }
}

export function isLoopbackOrigin(origin: string): boolean {
  const url = URL.parse(origin)
  return url?.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname)
}

function roleClient(role: CallerRole, stored: IdentityFile | null): RoleClient {
  return (
    stored?.clients.find((client) => client.role === role) ?? {
      clientId: `dev-${role.toLowerCase()}`,
      clientSecret: randomBytes(32).toString('base64url'),
      role,
    }
  )
}

function loopbackUris(paths: string[]): string[] {
  return paths.flatMap((path) => [`http://127.0.0.1${path}`, `http://localhost${path}`])
}

function identityPath(dataDir: string): string {
  return join(dataDir, 'identity.json')
}

function isIdentityFile(value: unknown): value is IdentityFile {
  if (!isObject(value) || typeof value['issuer'] !== 'string') return false
  return Array.isArray(value['clients']) && value['clients'].every(isRoleClient)
}

function isRoleClient(value: unknown): value is RoleClient {
  if (!isObject(value) || !callerRoles.some((role) => role === value['role'])) return false
  return typeof value['clientId'] === 'string' && typeof value['clientSecret'] === 'string'
}

export interface IdentityFile {
  issuer: string
  clients: RoleClient[]
}

export interface RoleClient {
  clientId: string
  clientSecret: string
  role: CallerRole
}
