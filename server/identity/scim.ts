import { isObject } from '../../contract/json.ts'
import { callApi, unexpected, type ApiRequest, type ProviderAnswer } from './call-provider.ts'
import {
  isAccountId,
  isNamed,
  type AccountDirectory,
  type Changed,
  type Found,
  type FoundAccount,
  toText,
  type Profile,
  type Refused,
  type Unavailable,
} from './directory.ts'

export interface ScimSettings {
  /** The base URL, before `/Users`. */
  url: string
  bearerToken: string
}

/**
 * A client of SCIM 2.0 (RFC 7643 for resources, RFC 7644 for the protocol). The user's id here is the `externalId` of the
 * account. SCIM says nothing of sessions and of passwords that must be replaced: both are the provider's own rules.
 */
export function createScimDirectory({ url, bearerToken }: ScimSettings): AccountDirectory {
  const api = { baseUrl: url, token: bearerToken, mediaType: 'application/scim+json' }
  const send = (request: ApiRequest, signal: AbortSignal) => callApi(api, request, signal)
  let patches = { supported: false, knownUntil: 0 }

  return {
    async create({ owner, enabled, ...profile }, temporaryPassword, signal) {
      const json = {
        schemas: [userSchema],
        externalId: owner,
        ...toResource(profile),
        active: enabled,
        password: temporaryPassword,
      }
      const answer = await send({ method: 'POST', path: '/Users', json }, signal)
      if (answer.state === 'unavailable') return answer
      if (answer.status >= 300) return explainRefusal(answer, profile, null, signal)
      const [account] = readAccount(answer.body)
      // Some providers answer with an account that was there before.
      if (account?.owner === owner) return { state: 'created', id: account.id }
      return { state: 'unavailable', reason: 'the creation was not answered with our new account' }
    },
    update: (id, profile, signal) => change(id, toResource(profile), signal, profile),
    setEnabled: (id, enabled, signal) => change(id, { active: enabled }, signal),
    setTemporaryPassword: (id, password, signal) => change(id, { password }, signal),
    disown: (id, signal) => change(id, { externalId: null }, signal),
    async read(id, signal) {
      const answer = await send({ method: 'GET', path: pathOf(id) }, signal)
      if (answer.state === 'unavailable') return answer
      if (isMissing(answer)) return null
      const [account] = readAccount(answer.body)
      return account ?? unexpected('the read', answer)
    },
    findLastSignIn: async () => ({ state: 'found', at: null }),
    find,
    async remove(id, signal) {
      const answer = await send({ method: 'DELETE', path: pathOf(id) }, signal)
      if (answer.state === 'unavailable') return answer
      return answer.status < 300 || isMissing(answer) ? { state: 'removed' } : unexpected('the removal', answer)
    },
  }

  async function find(by: { username: string } | { email: string }, signal: AbortSignal): Promise<Found> {
    const [attribute, value] = 'username' in by ? ['userName', by.username] : ['emails.value', by.email]
    // Both are to be compared whatever the case, but not every provider does.
    const spellings = [...new Set([value, value.toLowerCase()])]
    const filter = spellings.map((text) => `${attribute} eq ${JSON.stringify(text)}`).join(' or ')
    const answer = await send({ method: 'GET', path: '/Users', query: { filter } }, signal)
    if (answer.state === 'unavailable') return answer
    if (answer.status !== 200 || !isObject(answer.body)) return unexpected('the search', answer)
    const { Resources: resources = [] } = answer.body
    const accounts = Array.isArray(resources) ? resources.flatMap(readAccount) : []
    // Some providers do not know every filter, and answer all accounts.
    return { state: 'found', accounts: accounts.filter((account) => isNamed(account, by)) }
  }

  async function change(
    id: string,
    attributes: Record<string, unknown>,
    signal: AbortSignal,
    profile?: Profile,
  ): Promise<Changed> {
    const canPatch = await findCanPatch(signal)
    if (typeof canPatch !== 'boolean') return canPatch
    const answer = canPatch ? await patch(id, attributes, signal) : await replace(id, attributes, signal)
    if (answer.state === 'unavailable') return answer
    if (isMissing(answer)) return { state: 'gone' }
    if (answer.status < 300) return { state: 'changed' }
    return explainRefusal(answer, profile, id, signal)
  }

  /** What the provider says of itself, asked again after an hour. */
  async function findCanPatch(signal: AbortSignal): Promise<boolean | Unavailable> {
    if (performance.now() < patches.knownUntil) return patches.supported
    const answer = await send({ method: 'GET', path: '/ServiceProviderConfig' }, signal)
    if (answer.state === 'unavailable') return answer
    // A provider need not describe itself, and has PUT in any case.
    if (isMissing(answer)) return false
    const patch = isObject(answer.body) ? answer.body['patch'] : undefined
    if (answer.status !== 200 || !isObject(patch)) return unexpected('the configuration', answer)
    patches = { supported: patch['supported'] === true, knownUntil: performance.now() + 3_600_000 }
    return patches.supported
  }

  function patch(id: string, attributes: Record<string, unknown>, signal: AbortSignal) {
    // One operation an attribute: without a path, some providers add to a list instead of replacing it.
    const operations = Object.entries(attributes).map(([path, value]) =>
      value === null ? { op: 'remove', path } : { op: 'replace', path, value },
    )
    const json = { schemas: [patchSchema], Operations: operations }
    return send({ method: 'PATCH', path: pathOf(id), json }, signal)
  }

  async function replace(id: string, attributes: Record<string, unknown>, signal: AbortSignal) {
    const current = await send({ method: 'GET', path: pathOf(id) }, signal)
    if (current.state === 'unavailable' || current.status !== 200) return current
    const json = { ...(isObject(current.body) && current.body), ...attributes }
    return send({ method: 'PUT', path: pathOf(id), json }, signal)
  }

  /**
   * The protocol does not name the attribute that is not unique. A search for the email address tells; the username is the
   * only one that has to be unique.
   */
  async function explainRefusal(
    answer: ProviderAnswer,
    profile: Profile | undefined,
    id: string | null,
    signal: AbortSignal,
  ): Promise<Refused | Unavailable> {
    const { status, body } = answer
    if (status === 409 && profile) {
      const same = await find({ username: profile.username }, signal)
      const sameEmail = await find({ email: profile.email }, signal)
      if (same.state === 'unavailable') return same
      if (sameEmail.state === 'unavailable') return sameEmail
      const isOther = (account: FoundAccount) => account.id !== id
      const isEmail = sameEmail.accounts.some(isOther) && !same.accounts.some(isOther)
      return { state: 'taken', name: isEmail ? 'email' : 'username' }
    }
    if (status !== 400) return unexpected('a change', answer)
    const detail = isObject(body) ? body['detail'] : ''
    const isPassword = typeof detail === 'string' && /password/i.test(detail)
    return { state: 'refused', field: isPassword ? 'temporaryPassword' : null }
  }
}

/** Only by the protocol's own error: an ingress without a backend answers 404, too. */
function isMissing({ status, body }: ProviderAnswer): boolean {
  const schemas = isObject(body) ? body['schemas'] : []
  return status === 404 && Array.isArray(schemas) && schemas.includes(errorSchema)
}

function toResource({ username, email, name, middleName, familyName }: Profile) {
  return {
    userName: username,
    name: { givenName: name, middleName, familyName },
    emails: [{ value: email, type: 'work', primary: true }],
  }
}

function readAccount(resource: unknown): FoundAccount[] {
  if (!isObject(resource)) return []
  const { id, userName, externalId, emails, active, name } = resource
  if (!isAccountId(id) || typeof userName !== 'string') return []
  const addresses: unknown[] = Array.isArray(emails) ? emails : []
  const primary = addresses.find((email) => isObject(email) && email['primary'] === true) ?? addresses[0]
  const { givenName, middleName, familyName } = isObject(name) ? name : {}
  return [
    {
      id,
      username: userName,
      email: isObject(primary) ? toText(primary['value']) : null,
      names: { name: toText(givenName) ?? '', middleName: toText(middleName), familyName: toText(familyName) },
      owner: toText(externalId),
      isEnabled: active !== false,
      isVerified: null,
      hasTemporaryPassword: null,
    },
  ]
}

function pathOf(id: string): string {
  return `/Users/${encodeURIComponent(id)}`
}

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'
