import { isObject } from '../../contract/json.ts'
import { readIdentityFile, type RoleClient } from './clients.ts'
import type { CallerRole } from '../../contract/rules/roles.ts'

/**
 * Requests a token for roles in one instance from the running provider of this data folder, as the client of the first
 * role. The token is valid for one hour. The message of a failure tells the user what to do.
 */
export async function fetchDevToken({ dataDir, roles, instanceId }: DevTokenRequest): Promise<DevToken> {
  const identity = await readIdentityFile(dataDir)
  const client = identity?.clients.find(({ role }) => role === roles[0])
  if (!identity || !client) return notRunning(dataDir)

  const asked = { roles: roles.join(' '), instance: instanceId }
  const response = await requestToken(identity.issuer, client, asked).catch(() => undefined)
  if (!response) return notRunning(identity.issuer)
  const answer: unknown = await response.json().catch(() => undefined)
  const token = stringIn(answer, 'access_token')
  if (response.ok && token !== null) return { ok: true, token }
  if (response.status === 401) {
    return { ok: false, message: `${identity.issuer} runs with another data folder. Stop it, then run: npm start` }
  }
  const reason = stringIn(answer, 'error_description') ?? `it answered ${response.status}`
  return { ok: false, message: `${identity.issuer} gave no token: ${reason}` }
}

async function requestToken(issuer: string, client: RoleClient, asked: Record<string, string>): Promise<Response> {
  const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')
  return fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...asked }),
    signal: AbortSignal.timeout(10_000),
  })
}

function notRunning(where: string): DevToken {
  return { ok: false, message: `The development identity provider is not running (${where}). Start it with: npm start` }
}

function stringIn(value: unknown, key: string): string | null {
  const found = isObject(value) ? value[key] : undefined
  return typeof found === 'string' ? found : null
}

export interface DevTokenRequest {
  dataDir: string
  /** At least one. */
  roles: readonly CallerRole[]
  instanceId: string
}

export type DevToken = { ok: true; token: string } | { ok: false; message: string }
