import { isObject } from '../../contract/json.ts'
import { callApi, callProvider, unexpected, type ApiRequest, type ProviderAnswer } from './call-provider.ts'
import {
  isAccountId,
  isNamed,
  type AccountDirectory,
  type Changed,
  type Created,
  type Found,
  type FoundAccount,
  toText,
  type Profile,
  type Refused,
  type RefusedField,
  type Unavailable,
} from './directory.ts'

export interface KeycloakSettings {
  /** `https://.../realms/<realm>`: also the issuer of the realm. */
  realmUrl: string
  /** The client whose service account has the role `manage-users` of the client `realm-management`. */
  clientId: string
  clientSecret: string
}

/**
 * A client of Keycloak's Admin REST API, version 26. Whose account it is, and the middle name, are attributes of the account:
 * the realm must let administrators write attributes that its user profile does not declare.
 */
export function createKeycloakDirectory(settings: KeycloakSettings): AccountDirectory {
  const send = createAdminClient(settings)

  return {
    async create({ owner, enabled, ...profile }, temporaryPassword, signal) {
      const json = {
        ...toRepresentation(profile, { [ownerAttribute]: [owner] }),
        enabled,
        credentials: [{ type: 'password', value: temporaryPassword, temporary: true }],
        requiredActions: ['UPDATE_PASSWORD'],
      }
      const answer = await send({ method: 'POST', path: '/users', json }, signal)
      if (answer.state === 'unavailable') return answer
      if (answer.status !== 201) return explainRefusal(answer)
      // The host in Location may be that of a proxy.
      const id = answer.headers.get('location')?.split('/').at(-1)
      return isAccountId(id) ? checkOwner(id, owner, signal) : unexpected('the creation', answer)
    },

    update: (id, profile, signal) =>
      change(id, signal, ({ attributes, email }) => ({
        ...toRepresentation(profile, isObject(attributes) ? attributes : {}),
        ...(email !== profile.email.toLowerCase() && { emailVerified: false }),
      })),

    async setEnabled(id, enabled, signal) {
      const changed = await change(id, signal, (current) => ({ ...current, enabled }))
      if (enabled || changed.state !== 'changed') return changed
      return endSessions(id, signal)
    },

    async setTemporaryPassword(id, value, signal) {
      const json = { type: 'password', value, temporary: true }
      const changed = toChanged(await send({ method: 'PUT', path: `${pathOf(id)}/reset-password`, json }, signal))
      return changed.state === 'changed' ? endSessions(id, signal) : changed
    },

    disown: (id, signal) =>
      change(id, signal, ({ attributes, ...current }) => ({
        ...current,
        attributes: { ...(isObject(attributes) && attributes), [ownerAttribute]: [] },
      })),
    async read(id, signal) {
      const answer = await send({ method: 'GET', path: pathOf(id) }, signal)
      if (answer.state === 'unavailable') return answer
      if (isMissing(answer)) return null
      const [account] = readAccount(answer.body)
      return account ?? unexpected('the read', answer)
    },

    /** Keycloak keeps no time of sign-in; a session that lives has it. */
    async findLastSignIn(id, signal) {
      const answer = await send({ method: 'GET', path: `${pathOf(id)}/sessions` }, signal)
      if (answer.state === 'unavailable') return answer
      if (!Array.isArray(answer.body)) return unexpected('the sessions', answer)
      const starts = answer.body.map((session) => (isObject(session) ? Number(session['start']) : NaN))
      const last = Math.max(...starts.filter(Number.isFinite))
      return { state: 'found', at: Number.isFinite(last) ? new Date(last).toISOString() : null }
    },

    async find(by, signal): Promise<Found> {
      const query = { ...by, exact: 'true', briefRepresentation: 'false' }
      const answer = await send({ method: 'GET', path: '/users', query }, signal)
      if (answer.state === 'unavailable') return answer
      if (!Array.isArray(answer.body)) return unexpected('the search', answer)
      const accounts = answer.body.flatMap(readAccount).filter((account) => isNamed(account, by))
      return { state: 'found', accounts }
    },

    async remove(id, signal) {
      const answer = await send({ method: 'DELETE', path: pathOf(id) }, signal)
      if (answer.state === 'unavailable') return answer
      return answer.status === 204 || isMissing(answer) ? { state: 'removed' } : unexpected('the removal', answer)
    },
  }

  async function endSessions(id: string, signal: AbortSignal): Promise<Changed> {
    return toChanged(await send({ method: 'POST', path: `${pathOf(id)}/logout` }, signal))
  }

  /**
   * Reads the account back: a realm that drops the owner without a word would leave accounts that cannot be found after a
   * crash.
   */
  async function checkOwner(id: string, owner: string, signal: AbortSignal): Promise<Created> {
    const read = await send({ method: 'GET', path: pathOf(id) }, signal)
    // The read had no effect, but the creation before it had one.
    if (read.state === 'unavailable') return { ...read, hadNoEffect: false }
    const [account] = readAccount(read.body)
    if (account?.owner === owner) return { state: 'created', id }
    if (account?.owner === null) await send({ method: 'DELETE', path: pathOf(id) }, signal)
    const advice = 'let administrators write unmanaged attributes (Realm settings)'
    return { state: 'unavailable', reason: `the realm keeps no attribute ${ownerAttribute}: ${advice}` }
  }

  /** Sends what is to change together with what Keycloak would clear if it were left out. */
  async function change(
    id: string,
    signal: AbortSignal,
    toNext: (current: Kept) => Record<string, unknown>,
  ): Promise<Changed> {
    const read = await send({ method: 'GET', path: pathOf(id) }, signal)
    if (read.state === 'unavailable') return read
    if (isMissing(read)) return { state: 'gone' }
    if (read.status !== 200 || !isObject(read.body)) return unexpected('the read', read)
    const { username, email, firstName, lastName, attributes } = read.body
    const json = toNext({ username, email, firstName, lastName, attributes })
    return toChanged(await send({ method: 'PUT', path: pathOf(id), json }, signal))
  }
}

function createAdminClient({ realmUrl, clientId, clientSecret }: KeycloakSettings) {
  const realm = realmUrl.replace(/\/$/, '')
  const adminUrl = realm.replace(/\/realms\/([^/]+)$/, '/admin/realms/$1')
  let token = { value: '', expiresAt: 0 }

  async function findToken(signal: AbortSignal): Promise<string | Unavailable> {
    if (performance.now() < token.expiresAt) return token.value
    const answer = await callProvider(
      {
        method: 'POST',
        url: new URL(`${realm}/protocol/openid-connect/token`),
        form: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: clientSecret,
        }),
      },
      signal,
    )
    if (answer.state === 'unavailable') return answer
    const body = isObject(answer.body) ? answer.body : {}
    const { access_token: value, expires_in: seconds } = body
    if (typeof value !== 'string' || typeof seconds !== 'number') return unexpected('the token request', answer)
    token = { value, expiresAt: performance.now() + (seconds - 20) * 1000 }
    return value
  }

  return async function send(request: ApiRequest, signal: AbortSignal): Promise<ProviderAnswer | Unavailable> {
    const found = await findToken(signal)
    // Without a token nothing was asked for.
    if (typeof found !== 'string') return { ...found, hadNoEffect: true }
    const api = { baseUrl: adminUrl, token: found, mediaType: 'application/json' }
    const answer = await callApi(api, request, signal)
    // The token may be the cause, after a change of the realm's keys for example.
    if (answer.state === 'unavailable') token = { value: '', expiresAt: 0 }
    return answer
  }
}

function toRepresentation(
  { username, email, name, middleName, familyName }: Profile,
  attributes: Record<string, unknown>,
) {
  return {
    username,
    email,
    firstName: name,
    // An empty text clears it; without it Keycloak may keep the old one.
    lastName: familyName ?? '',
    attributes: { ...attributes, middleName: middleName === null ? [] : [middleName] },
  }
}

function toChanged(answer: ProviderAnswer | Unavailable): Changed {
  if (answer.state === 'unavailable') return answer
  if (isMissing(answer)) return { state: 'gone' }
  return answer.status === 204 ? { state: 'changed' } : explainRefusal(answer)
}

/** Only by Keycloak's own word: an ingress without a backend answers 404, too. */
function isMissing({ status, body }: ProviderAnswer): boolean {
  return status === 404 && isObject(body) && body['error'] === 'User not found'
}

/** Keycloak answers a refusal in three forms: of names, of the password policy, and of the user profile. */
function explainRefusal(answer: ProviderAnswer): Refused | Unavailable {
  const { status, body } = answer
  const { errorMessage, error, errors, field } = isObject(body) ? body : {}
  if (status === 409 && typeof errorMessage === 'string')
    return { state: 'taken', name: errorMessage.endsWith('same email') ? 'email' : 'username' }
  if (status !== 400) return unexpected('a change', answer)
  if (typeof error === 'string' && error.startsWith('invalidPassword'))
    return { state: 'refused', field: 'temporaryPassword' }
  const first: unknown = Array.isArray(errors) ? errors[0] : { field }
  const name = isObject(first) && typeof first['field'] === 'string' ? first['field'] : ''
  return { state: 'refused', field: fields.get(name) ?? null }
}

const fields = new Map<string, RefusedField>([
  ['username', 'username'],
  ['email', 'email'],
  ['firstName', 'name'],
  ['lastName', 'familyName'],
  ['middleName', 'middleName'],
])

function readAccount(representation: unknown): FoundAccount[] {
  if (!isObject(representation)) return []
  const { id, username, email, firstName, lastName, enabled, emailVerified, requiredActions } = representation
  if (!isAccountId(id) || typeof username !== 'string') return []
  const attributes = isObject(representation['attributes']) ? representation['attributes'] : {}
  const middleName = readAttribute(attributes['middleName'])
  return [
    {
      id,
      username,
      email: toText(email),
      names: { name: toText(firstName) ?? '', middleName, familyName: toText(lastName) },
      owner: readAttribute(attributes[ownerAttribute]),
      isEnabled: enabled === true,
      isVerified: emailVerified === true,
      hasTemporaryPassword: Array.isArray(requiredActions) && requiredActions.includes('UPDATE_PASSWORD'),
    },
  ]
}

/** An attribute has a list of texts. */
function readAttribute(values: unknown): string | null {
  return toText(Array.isArray(values) ? values[0] : values)
}

function pathOf(id: string): string {
  return `/users/${encodeURIComponent(id)}`
}

/** The attribute of the account with its user here. */
const ownerAttribute = 'instanceAdminUser'

/** What a PUT keeps only when it is sent. */
type Kept = Record<'username' | 'email' | 'firstName' | 'lastName' | 'attributes', unknown>
