import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AccountDirectory } from '../../server/identity/directory.ts'
import { createKeycloakDirectory } from '../../server/identity/keycloak.ts'
import { createScimDirectory } from '../../server/identity/scim.ts'
import { startCompany, companySecret } from '../helpers/programs/company/company.ts'
import { interceptVendors, nock } from '../helpers/vendors.ts'

const host = 'https://id.example.com'
const secret = 'swordfish-of-the-service'
const account = {
  owner: 'acme/1',
  username: 'ada',
  email: 'ada@example.com',
  name: 'Ada',
  middleName: null,
  familyName: null,
  enabled: true,
}

interceptVendors()
afterEach(() => nock.cleanAll())

/** `any` otherwise. */
const containing = (text: string): unknown => expect.stringContaining(text)

/** Never passes. */
const providerDeadline = () => new AbortController().signal

function giveTokens(): nock.Scope {
  const body = { access_token: 'token', expires_in: 300, token_type: 'Bearer' }
  return nock(host).persist().post('/realms/acme/protocol/openid-connect/token').reply(200, body)
}

describe.each<[string, () => AccountDirectory, () => nock.Interceptor]>([
  [
    'Keycloak',
    () => {
      giveTokens()
      return createKeycloakDirectory({
        realmUrl: `${host}/realms/acme`,
        clientId: 'users',
        clientSecret: secret,
      })
    },
    () => nock(host).get('/admin/realms/acme/users').query(true),
  ],
  [
    'SCIM',
    () => createScimDirectory({ url: `${host}/scim`, bearerToken: secret }),
    () => nock(host).get('/scim/Users').query(true),
  ],
])('%s', (_name, createDirectory, interceptFind) => {
  const find = async () => createDirectory().find({ username: 'ada' }, providerDeadline())

  test.each([401, 403, 408, 429, 500, 502, 503])('a %d is treated as an outage', async (status) => {
    interceptFind().reply(status, { detail: 'no' })
    expect(await find()).toMatchObject({
      state: 'unavailable',
      reason: containing(`was answered ${status}`),
    })
  })

  test('a redirect is not followed: the next host would get our credentials', async () => {
    const other = nock('https://elsewhere.example').get('/').reply(200, [])
    interceptFind().reply(302, undefined, { Location: 'https://elsewhere.example/' })
    expect(await find()).toMatchObject({ state: 'unavailable' })
    expect(other.isDone()).toBe(false)
  })

  test.each([
    ['no JSON', '<html>Welcome</html>'],
    ['another JSON', '"Welcome"'],
    ['more than 1 MiB', `[${'"a",'.repeat(300_000)}"a"]`],
  ])('an answer with %s is not believed', async (_what, body) => {
    interceptFind().reply(200, body, { 'Content-Type': 'application/json' })
    expect(await find()).toMatchObject({ state: 'unavailable' })
  })

  test('a lost connection is an outage', async () => {
    interceptFind().replyWithError({ code: 'ECONNRESET' })
    expect(await find()).toMatchObject({
      state: 'unavailable',
      reason: containing('ECONNRESET'),
    })
  })

  test('a provider that is silent until the deadline is an outage', async () => {
    const deadline = new AbortController()
    interceptFind().reply(() => {
      deadline.abort(new DOMException('The deadline has passed.', 'TimeoutError'))
      return new Promise<[number, never[]]>(() => {})
    })
    expect(await createDirectory().find({ username: 'ada' }, deadline.signal)).toMatchObject({ state: 'unavailable' })
  })

  test('a reason holds no secret and no personal data', async () => {
    interceptFind().reply(500, 'swordfish ada')
    const found = await find()
    expect(JSON.stringify(found)).not.toMatch(/swordfish|ada@|ada\b/)
  })
})

describe('Keycloak', () => {
  const admin = '/admin/realms/acme'
  const createDirectory = () =>
    createKeycloakDirectory({ realmUrl: `${host}/realms/acme/`, clientId: 'users', clientSecret: secret })

  test('one token serves until it expires, and is fetched anew after a refusal', async () => {
    let fetched = 0
    nock(host)
      .persist()
      .post('/realms/acme/protocol/openid-connect/token', {
        grant_type: 'client_credentials',
        client_id: 'users',
        client_secret: secret,
      })
      .reply(200, () => ({ access_token: `token-${(fetched += 1)}`, expires_in: 21 }))
    const used: unknown[] = []
    nock(host)
      .persist()
      .get(`${admin}/users`)
      .query(true)
      .reply(function () {
        used.push(this.req.headers['authorization'])
        return used.length === 3 ? [401, {}] : [200, []]
      })
    const directory = createDirectory()
    using clock = vi.spyOn(performance, 'now').mockReturnValue(1000)
    for (let at = 0; at < 4; at += 1) await directory.find({ username: 'ada' }, providerDeadline())
    // Twenty of the 21 seconds are left to the way.
    clock.mockReturnValue(2000)
    await directory.find({ username: 'ada' }, providerDeadline())
    expect(used.flat()).toEqual([1, 1, 1, 2, 3].map((at) => `Bearer token-${at}`))
  })

  test('a wrong secret is no word against the caller', async () => {
    nock(host)
      .post(/token$/)
      .reply(401, { error: 'unauthorized_client' })
    expect(await createDirectory().create(account, 'x'.repeat(14), providerDeadline())).toMatchObject({
      state: 'unavailable',
    })
  })

  test.each<[number, object, object]>([
    [409, { errorMessage: 'User exists with same username' }, { state: 'taken', name: 'username' }],
    [409, { errorMessage: 'User exists with same email' }, { state: 'taken', name: 'email' }],
    [409, { errorMessage: 'User exists with same username or email' }, { state: 'taken', name: 'username' }],
    [400, { error: 'invalidPasswordHistoryMessage' }, { state: 'refused', field: 'temporaryPassword' }],
    [
      400,
      { field: 'firstName', errorMessage: 'error-person-name-invalid-character' },
      { state: 'refused', field: 'name' },
    ],
    [400, { errors: [{ field: 'lastName' }, { field: 'email' }] }, { state: 'refused', field: 'familyName' }],
    [400, { errorMessage: 'Could not create user' }, { state: 'refused', field: null }],
  ])('%d %j is %j', async (status, body, created) => {
    giveTokens()
    nock(host).post(`${admin}/users`).reply(status, body)
    expect(await createDirectory().create(account, 'x'.repeat(14), providerDeadline())).toEqual(created)
  })
})

test('a realm that drops what its user profile does not declare gets no accounts, and the log says what to do', async () => {
  const company = await startCompany({ kind: 'keycloak', realm: { dropsUnmanaged: true } })
  const directory = createKeycloakDirectory({
    realmUrl: `${company.url}/realms/acme`,
    clientId: 'instance-admin-users',
    clientSecret: companySecret,
  })
  expect(await directory.create(account, 'x'.repeat(14), providerDeadline())).toMatchObject({
    state: 'unavailable',
    reason: containing('let administrators write unmanaged attributes'),
  })
  expect(company.accounts.list()).toEqual([])
  await company.close()
})

describe('SCIM', () => {
  const directory = () => createScimDirectory({ url: `${host}/scim`, bearerToken: secret })
  const create = async (status: number, body: object) => {
    nock(host).post('/scim/Users').reply(status, body)
    return directory().create(account, 'x'.repeat(14), providerDeadline())
  }
  const resource = { id: 'account-1', userName: 'ada', externalId: 'acme/1' }

  test('an account is new only if it says that it is ours', async () => {
    expect(await create(201, resource)).toEqual({ state: 'created', id: 'account-1' })
    expect(await create(200, resource)).toEqual({ state: 'created', id: 'account-1' })
    for (const changes of [{ externalId: 'acme/2' }, { externalId: null }, { id: '..' }, { id: 'a/b' }, { id: 7 }])
      expect(await create(201, { ...resource, ...changes })).toMatchObject({ state: 'unavailable' })
  })

  test.each([{ detail: { toString: 1 } }, { detail: null }, { schemas: 7 }])(
    'a refusal with %j breaks nothing',
    async (body) => {
      expect(await create(400, body)).toEqual({ state: 'refused', field: null })
    },
  )

  test('a 404 counts only in the form of the protocol', async () => {
    const error = { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '404' }
    for (const [body, state] of [
      [error, 'removed'],
      [{ error: 'no backend' }, 'unavailable'],
    ] as const) {
      nock(host).delete('/scim/Users/account-1').reply(404, body)
      expect(await directory().remove('account-1', providerDeadline())).toMatchObject({ state })
    }
  })

  test('a secret that cannot be sent is not in the reason', async () => {
    const broken = createScimDirectory({ url: `${host}/scim`, bearerToken: 'one\ntwo-secret' })
    expect(JSON.stringify(await broken.find({ username: 'ada' }, providerDeadline()))).not.toContain('two-secret')
  })
})
