import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setTemporaryPassword } from '../../server/db/user-credentials.ts'
import { insertUser } from '../../server/db/users.ts'
import { hashPassword, verifyPassword } from '../../server/identity/password.ts'
import { roles } from '../../server/identity/roles.ts'
import { faultsOf } from '../helpers/faults.ts'
import { expectForeignLooksMissing } from '../helpers/foreign.ts'
import { startTestService, type TestResponse, type TestService } from '../helpers/service.ts'
import { storedCredential, userInput, users, type UserUpdate } from '../helpers/users.ts'

let service: TestService
let passwordHash: string
beforeAll(async () => {
  service = await startTestService()
  passwordHash = await hashPassword('correct-horse-battery')
})
afterAll(() => service.close())

function update(id: string, body: unknown, headers: Record<string, string> = {}): Promise<TestResponse> {
  return service.request(`/instances/acme/users/${id}`, { method: 'PUT', body, headers })
}

let created = 0
/** Every optional name filled. Not through the API: a hash takes its time. */
async function createUser() {
  created += 1
  const id = `user-${created}`
  const names = { username: id, email: `${id}@example.com`, name: 'Ada', middle_name: 'King' }
  await insertUser(service.db, { instance_id: 'acme', id, ...names, family_name: 'Lovelace' })
  await setTemporaryPassword(service.db, { instanceId: 'acme', userId: id, passwordHash })
  return users(service).read(id)
}

describe('200', () => {
  test.each<UserUpdate>([
    { username: 'Augusta' },
    { email: 'augusta@example.com' },
    { name: 'Augusta' },
    { middleName: 'Ada' },
    { familyName: 'Byron' },
    { enabled: false },
    {
      username: 'all',
      email: 'all@example.com',
      name: 'a',
      middleName: 'b',
      familyName: 'c',
      enabled: false,
    },
    {},
  ])('what is sent changes, the rest stays: %j', async (changes) => {
    const { body: before, etag: etagBefore } = await createUser()
    const { body, etag } = await users(service).update(before.id, changes)
    expect(body).toEqual({ ...before, ...changes, updatedAt: body.updatedAt })
    expect(body.updatedAt >= before.updatedAt).toBe(true)
    expect(etag).not.toBe(etagBefore)
    expect(await users(service).read(before.id)).toMatchObject({ body, etag })
  })

  test('null clears an optional name, and only that one', async () => {
    const { body: before } = await createUser()
    const first = await users(service).update(before.id, { middleName: null })
    expect(first.body).toMatchObject({ middleName: null, familyName: 'Lovelace' })
    const second = await users(service).update(before.id, { familyName: null })
    expect(second.body).toMatchObject({ name: 'Ada', middleName: null, familyName: null })
  })

  test("a user's own names are not taken, in another case neither", async () => {
    const { body } = await createUser()
    const names = { username: body.username.toUpperCase(), email: body.email.toUpperCase() }
    expect((await users(service).update(body.id, names)).body).toMatchObject(names)
    expect((await users(service).update(body.id, names)).body).toMatchObject(names)
  })

  test('a new temporary password replaces the one there is, must be changed, and never comes back', async () => {
    const { body: user } = await createUser()
    await service.db('user_credentials').where({ user_id: user.id }).update({ must_change: false })
    const temporaryPassword = 'swordfish-in-the-harbour'
    const updated = await update(user.id, { temporaryPassword })
    const { updatedAt } = (await users(service).read(user.id)).body
    expect(updated.json).toEqual({ ...user, updatedAt })
    const { passwordHash, mustChange } = await storedCredential(service, user.id)
    expect(passwordHash).toMatch(/^\$argon2id\$/)
    expect(mustChange).toBe(true)
    expect(await verifyPassword(passwordHash, temporaryPassword)).toBe(true)
    expect(await verifyPassword(passwordHash, 'correct-horse-battery')).toBe(false)
  })

  test('without a temporary password the one there is stays, and whether it must be changed', async () => {
    const { body: user } = await createUser()
    await service.db('user_credentials').where({ user_id: user.id }).update({ must_change: false })
    const before = await storedCredential(service, user.id)
    await users(service).update(user.id, { username: 'renamed', enabled: false })
    expect(await storedCredential(service, user.id)).toEqual({ ...before, mustChange: false })
  })

  test.each<[string, (etag: string) => string]>([
    ['the current ETag', (etag) => etag],
    ['a list with the current ETag', (etag) => `"77",${etag} , W/"1"`],
    ['*', () => '*'],
  ])('If-Match may be %s', async (_what, ifMatch) => {
    const { body, etag } = await createUser()
    expect((await update(body.id, { name: 'Augusta' }, { 'If-Match': ifMatch(etag) })).status).toBe(200)
  })
})

describe('400', () => {
  test('every fault of the body is named with its pointer, no password is repeated, nothing changes', async () => {
    const { body } = await createUser()
    const before = await storedCredential(service, body.id)
    const refused = await update(body.id, {
      username: 'a b',
      email: null,
      name: null,
      middleName: '',
      familyName: 'f'.repeat(129),
      enabled: 'no',
      temporaryPassword: 'swordfish',
      createdAt: '2026-01-01T00:00:00.000Z',
    })
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([
      'body /createdAt additionalProperties',
      'body /email type',
      'body /enabled type',
      'body /familyName maxLength',
      'body /middleName minLength',
      'body /middleName pattern',
      'body /name type',
      'body /temporaryPassword minLength',
      'body /username pattern',
    ])
    expect(refused.text).not.toContain('swordfish')
    expect((await users(service).read(body.id)).body).toEqual(body)
    expect(await storedCredential(service, body.id)).toEqual(before)
  })

  test('faults of the path, a header and the body are named together', async () => {
    const refused = await update('a%20b', { enabled: null }, { 'If-Match': '' })
    expect(refused.status).toBe(400)
    expect(faultsOf(refused)).toEqual([
      'body /enabled type',
      'header /if-match minLength',
      'path /userId pattern',
    ])
  })
})

describe('403', () => {
  test('a disabled user is out with the next request, whatever the role, and in again once enabled', async () => {
    const { body: user } = await createUser()
    const requests = await Promise.all(
      roles.map(async (role) => {
        const token = await service.token(role, { sub: user.id, client_id: 'front-end' })
        return () =>
          service.request('/instances/acme/agents', { headers: { Authorization: `Bearer ${token}` } })
      }),
    )
    const send = () => Promise.all(requests.map((request) => request()))
    expect((await send()).map(({ status }) => status)).toEqual([200, 200, 200, 200])

    await users(service).update(user.id, { enabled: false })
    for (const answer of await send()) {
      expect(answer).toMatchObject({ status: 403, json: { code: 'user_disabled', errors: [] } })
    }
    await users(service).update(user.id, { enabled: true })
    expect((await send()).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  test('a disabled user changes nothing: not with a key, and not to let itself in again', async () => {
    const { body: user } = await createUser()
    const token = await service.token('Administrator', { sub: user.id, client_id: 'front-end' })
    const headers = { Authorization: `Bearer ${token}` }
    const create = (username: string) =>
      service.request('/instances/acme/users', {
        method: 'POST',
        body: userInput(username),
        headers: { ...headers, 'Idempotency-Key': 'before' },
      })
    expect((await create('by-the-user')).status).toBe(201)
    expect((await update(user.id, { enabled: false }, headers)).status).toBe(200)
    for (const answer of [await create('by-the-user'), await update(user.id, { enabled: true }, headers)]) {
      expect(answer).toMatchObject({ status: 403, json: { code: 'user_disabled' } })
    }
    expect((await users(service).read(user.id)).body.enabled).toBe(false)
  })

  test("disabling ends with the instance and with the user: other instances and a client's own token stay", async () => {
    const { body: user } = await createUser()
    await users(service).update(user.id, { enabled: false })
    const list = async (instance: string, claims: object) => {
      const token = await service.token('Viewer', { sub: user.id, instances: ['acme', 'other'], ...claims })
      const headers = { Authorization: `Bearer ${token}` }
      return (await service.request(`/instances/${instance}/agents`, { headers })).status
    }
    expect(await list('acme', { client_id: 'front-end' })).toBe(403)
    expect(await list('acme', { client_id: undefined })).toBe(403)
    expect(await list('other', { client_id: 'front-end' })).toBe(200)
    expect(await list('acme', { client_id: user.id })).toBe(200)
  })
})

describe('404', () => {
  test('a user of another instance looks the same as a missing one, and stays as it is', async () => {
    const { body } = await createUser()
    const before = await storedCredential(service, body.id)
    const changes = { name: 'Eve', temporaryPassword: 'another-horse-battery' }
    for (const headers of [{}, { 'If-Match': '*' }]) {
      const options = { method: 'PUT', body: changes, headers }
      await expectForeignLooksMissing(service, `users/${body.id}`, 'user_not_found', options)
    }
    expect((await users(service).read(body.id)).body).toEqual(body)
    expect(await storedCredential(service, body.id)).toEqual(before)
  })
})

describe('409', () => {
  test.each<[string, string[], string]>([
    ['username', ['/username'], 'username_taken'],
    ['email address', ['/email'], 'email_taken'],
    ['username and email address', ['/email', '/username'], 'username_taken'],
  ])('a taken %s is pointed at, whatever the case, and nothing changes', async (_what, pointers, code) => {
    const { body: other } = await createUser()
    const { body, etag } = await createUser()
    const before = await storedCredential(service, body.id)
    const refused = await update(body.id, {
      ...(pointers.includes('/username') && { username: other.username.toUpperCase() }),
      ...(pointers.includes('/email') && { email: other.email.toUpperCase() }),
      name: 'Eve',
      temporaryPassword: 'another-horse-battery',
    })
    expect(refused).toMatchObject({ status: 409, json: { code } })
    expect(faultsOf(refused)).toEqual(pointers.map((pointer) => `body ${pointer} taken`))
    expect(await users(service).read(body.id)).toMatchObject({ body, etag })
    expect(await storedCredential(service, body.id)).toEqual(before)
  })

  test('of many users that want the same names at once exactly one gets them', async () => {
    const candidates = await Promise.all(Array.from({ length: 6 }, createUser))
    const answers = await Promise.all(
      candidates.map(({ body }, at) =>
        update(body.id, { username: at % 2 ? 'WINNER' : 'winner', email: 'winner@example.com' }),
      ),
    )
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(5).fill(409),
    ])
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(faultsOf(answer)).toEqual(['body /email taken', 'body /username taken'])
    }
  })

  test('two users that swap their usernames at once keep them, and neither request is an error of the service', async () => {
    const [one, two] = [await createUser(), await createUser()]
    const answers = await Promise.all([
      update(one.body.id, { username: two.body.username }),
      update(two.body.id, { username: one.body.username }),
    ])
    // Where each waits for the other the database sends one of them back: that one may try again.
    for (const { status } of answers) expect([409, 503]).toContain(status)
    expect((await users(service).read(one.body.id)).body).toEqual(one.body)
    expect((await users(service).read(two.body.id)).body).toEqual(two.body)
  })
})

describe('412', () => {
  test.each<[string, (stale: string, current: string) => string]>([
    ['an older ETag', (stale) => stale],
    ['the current ETag made weak', (_stale, current) => `W/${current}`],
    ['a list without the current ETag', (stale) => `${stale}, "77"`],
    ['the current ETag without quotes', (_stale, current) => current.replaceAll('"', '')],
    ['the current ETag with a zero before it', (_stale, current) => current.replace('"', '"0')],
    ['garbage', () => '", *; drop table users'],
  ])('%s is refused with the current ETag, and nothing changes', async (_what, ifMatch) => {
    const { body: user, etag: stale } = await createUser()
    const { body, etag } = await users(service).update(user.id, { name: 'Theirs' })
    const before = await storedCredential(service, user.id)
    const changes = { name: 'Mine', temporaryPassword: 'another-horse-battery' }
    const refused = await update(user.id, changes, { 'If-Match': ifMatch(stale, etag) })
    expect(refused).toMatchObject({ status: 412, json: { code: 'precondition_failed' } })
    expect(refused.headers.get('etag')).toBe(etag)
    expect(await users(service).read(user.id)).toMatchObject({ body, etag })
    expect(await storedCredential(service, user.id)).toEqual(before)
  })

  test('of many changes that are based on the same state, one wins', async () => {
    const { body, etag } = await createUser()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => update(body.id, { name: `Change ${at}` }, { 'If-Match': etag })),
    )
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(7).fill(412),
    ])
    const winner = answers.find(({ status }) => status === 200)
    expect((await users(service).read(body.id)).body).toEqual(winner?.json)
  })
})
