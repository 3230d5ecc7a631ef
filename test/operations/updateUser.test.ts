import { serviceOrigin } from '../../server/db/query/recorded.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setTemporaryPassword } from '../../workshop/identity-provider/user-credentials.ts'
import { insertUser } from '../../server/db/users.ts'
import { hashPassword, verifyPassword } from '../../workshop/identity-provider/password.ts'
import { roles, type Role } from '../../contract/rules/roles.ts'
import { createClient, type UserUpdate } from '../../sdk/src/index.ts'
import { faultsOf } from '../helpers/faults.ts'
import { refusal, settle } from '../helpers/outcomes.ts'
import { citusUrl } from '../helpers/programs/citus.ts'
import { rounds } from '../helpers/rounds.ts'
import { startTestService, type TestResponse, type TestService } from '../helpers/service.ts'
import { storedCredential, userInput, users } from '../helpers/data/users.ts'

let service: TestService
let passwordHash: string
beforeAll(async () => {
  service = await startTestService()
  passwordHash = await hashPassword('correct-horse-battery')
})
afterAll(() => service.close())

/** What the SDK would not send. */
function put(id: string, body: unknown, headers: Record<string, string> = {}): Promise<TestResponse> {
  return service.request(`/instances/acme/users/${id}`, { method: 'PUT', body, headers })
}

let created = 0
/** Every optional name filled. Not through the API: a hash takes its time. */
async function createUser(stored: Role[] = []) {
  created += 1
  const id = `user-${created}`
  const names = { username: id, email: `${id}@example.com`, name: 'Ada', middle_name: 'King' }
  const user = { id, ...names, family_name: 'Lovelace', enabled: true, roles: stored }
  await insertUser(service.db, serviceOrigin('acme', 'test'), user)
  await setTemporaryPassword(service.db, { instanceId: 'acme', userId: id }, passwordHash)
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
  ])('what is sent changes, the rest stays: %j', async (changes) => {
    const { body: before, etag: etagBefore } = await createUser()
    const { body, etag } = await users(service).update(before.id, changes)
    expect(body).toEqual({ ...before, ...changes, etag: body.etag, updatedAt: body.updatedAt })
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
    const { body: updated } = await users(service).update(user.id, { temporaryPassword })
    const { etag, updatedAt } = (await users(service).read(user.id)).body
    expect(updated).toEqual({ ...user, etag, updatedAt })
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
})

// Citus has no triggers on the tables of instances.
describe.skipIf(citusUrl !== undefined)('a fault of the database behind the change', () => {
  test('does not make the answer untrue: the user is changed, and the rest left to the job', async () => {
    const { body: user } = await createUser()
    const { body: other } = await createUser()
    await service.db.raw(`create function fail() returns trigger language plpgsql as $$ begin
      raise exception 'an account of a user cannot be released';
    end $$`)
    await service.db.raw('create trigger fail before delete on account_syncs for each row execute function fail()')
    expect((await users(service).update(user.id, { email: 'changed@example.com' })).body.email).toBe(
      'changed@example.com',
    )
    expect((await users(service).update(other.id, { enabled: false })).body.enabled).toBe(false)
    expect(await service.db('account_syncs').orderBy('user_id').pluck('user_id')).toEqual([user.id, other.id])
    await service.db.raw('drop function fail cascade')
  })
})

describe('400', () => {
  test('every fault of the body is named with its pointer, no password is repeated, nothing changes', async () => {
    const { body } = await createUser()
    const before = await storedCredential(service, body.id)
    const refused = await put(body.id, {
      username: 'a b',
      email: null,
      name: null,
      middleName: ' ',
      familyName: 'f'.repeat(129),
      enabled: 'no',
      temporaryPassword: 'swordfish',
      createdat: '2026-01-01T00:00:00.000Z',
    })
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([
      'body /createdat additionalProperties',
      'body /email type',
      'body /enabled type',
      'body /familyName maxLength',
      'body /middleName pattern',
      'body /name type',
      'body /temporaryPassword pattern',
      'body /username pattern',
    ])
    expect(refused.text).not.toContain('swordfish')
    expect((await users(service).read(body.id)).body).toEqual(body)
    expect(await storedCredential(service, body.id)).toEqual(before)
  })
})

describe('403', () => {
  test('a disabled user is out with the next request, whatever the role, and in again once enabled', async () => {
    const { body: user } = await createUser([...roles])
    const callers = await Promise.all(
      roles.map(async (role) => {
        // Whatever the client is called: also as the user.
        const client = role === 'Viewer' ? { client_id: 'front-end' } : { client_id: user.id, azp: user.id }
        const token = await service.token(role, { sub: user.id, ...client })
        return createClient({ baseUrl: service.baseUrl, token }).instance('acme')
      }),
    )
    const list = () => settle(callers.map(({ agents }) => agents.list()))
    expect((await list()).answers).toHaveLength(4)

    await users(service).update(user.id, { enabled: false })
    const { refusals } = await list()
    expect(refusals).toHaveLength(4)
    for (const refused of refusals) expect(refused).toMatchObject({ status: 403, code: 'user_disabled', errors: [] })
    await users(service).update(user.id, { enabled: true })
    expect((await list()).answers).toHaveLength(4)
  })

  test('a disabled user changes nothing: not with a key, and not to let itself in again', async () => {
    const { body: user } = await createUser(['Administrator'])
    const claims = { sub: user.id, client_id: 'front-end' }
    const acme = service.client('Administrator', claims).instance('acme')
    const create = () => acme.users.create(userInput('by-the-user'), { idempotencyKey: 'before' })
    await create()
    await users(service).update(user.id, { enabled: false })
    for (const call of [create, () => acme.users.update(user.id, { enabled: true })]) {
      await expect(call()).rejects.toMatchObject({ status: 403, code: 'user_disabled' })
    }
    expect((await users(service).read(user.id)).body.enabled).toBe(false)
  })

  test('disabling ends with the instance; who is a user is one, whatever the client is called', async () => {
    const { body: user } = await createUser()
    await users(service).update(user.id, { enabled: false })
    const list = async (instance: string, claims: object) => {
      const client = service.client('Viewer', { sub: user.id, instances: ['acme', 'other'], ...claims })
      return client.instance(instance).agents.list()
    }
    for (const client_id of ['front-end', undefined, user.id]) {
      await expect(list('acme', { client_id })).rejects.toMatchObject({ status: 403 })
    }
    expect((await list('other', { client_id: user.id })).items).toEqual([])
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
    const changes = {
      ...(pointers.includes('/username') && { username: other.username.toUpperCase() }),
      ...(pointers.includes('/email') && { email: other.email.toUpperCase() }),
      name: 'Eve',
      temporaryPassword: 'another-horse-battery',
    }
    const refused = await refusal(users(service).update(body.id, changes))
    expect(refused).toMatchObject({ status: 409, code })
    expect(faultsOf(refused)).toEqual(pointers.map((pointer) => `body ${pointer} taken`))
    expect(await users(service).read(body.id)).toMatchObject({ body, etag })
    expect(await storedCredential(service, body.id)).toEqual(before)
  })

  test('of many users that want the same names at once exactly one gets them', async () => {
    const candidates = await Promise.all(Array.from({ length: 6 }, () => createUser()))
    const { answers, refusals } = await settle(
      candidates.map(({ body }, at) => {
        const names = { username: at % 2 ? 'WINNER' : 'winner', email: 'winner@example.com' }
        return service.acme().users.update(body.id, names)
      }),
    )
    expect(answers).toHaveLength(1)
    expect(refusals.map(({ status }) => status)).toEqual(Array<number>(5).fill(409))
    for (const refused of refusals) {
      expect(faultsOf(refused)).toEqual(['body /email taken', 'body /username taken'])
    }
  })

  test('of changes to one user at once each succeeds, and only the names of the last stay taken', async () => {
    for (let round = 0; round < rounds(2); round++) {
      const { body: user } = await createUser()
      const wanted = ['a', 'b', 'c', 'c'].map((letter) => `${letter}-${user.id}`)
      await Promise.all(wanted.map((username) => users(service).update(user.id, { username })))
      const { body: last } = await users(service).read(user.id)
      const names = await service.db('user_sign_in_names').where({ user_id: user.id }).pluck('name')
      expect(new Set(names)).toEqual(new Set([last.username, last.email]))
    }
  })

  test('two users that swap their usernames at once keep them, and neither request is an error of the service', async () => {
    const [one, two] = [await createUser(), await createUser()]
    const { answers, refusals } = await settle([
      users(service).update(one.body.id, { username: two.body.username }),
      users(service).update(two.body.id, { username: one.body.username }),
    ])
    expect(answers).toEqual([])
    // Where each waits for the other the database sends one of them back: that one may try again.
    for (const { status } of refusals) expect([409, 503]).toContain(status)
    expect((await users(service).read(one.body.id)).body).toEqual(one.body)
    expect((await users(service).read(two.body.id)).body).toEqual(two.body)
  })
})

describe('412', () => {
  test('of many changes that are based on the same state, one wins', async () => {
    const { body, etag } = await createUser()
    const change = (at: number) => service.acme().users.update(body.id, { name: `Change ${at}` }, { ifMatch: etag })
    const { answers, refusals } = await settle(Array.from({ length: 8 }, (_, at) => change(at)))
    expect(refusals.map(({ status }) => status)).toEqual(Array<number>(7).fill(412))
    expect(answers).toEqual([(await users(service).read(body.id)).body])
  })
})
