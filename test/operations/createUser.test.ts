import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyPassword } from '../../server/identity/password.ts'
import { asObject, asString } from '../../server/json.ts'
import { faultsOf } from '../helpers/faults.ts'
import { whileRunning } from '../helpers/idempotency.ts'
import { startTestService, type TestResponse, type TestService } from '../helpers/service.ts'
import { storedCredential, userInput, users } from '../helpers/users.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const path = '/instances/acme/users'

function create(body: unknown, headers: Record<string, string> = {}): Promise<TestResponse> {
  return service.request(path, { method: 'POST', body, headers })
}

async function countRows(table: 'users' | 'user_credentials'): Promise<number> {
  const rows: unknown[] = await service.db(table).select('instance_id')
  return rows.length
}

function findKeyRows(key: string): Promise<unknown[]> {
  return service.db('idempotency_keys').where({ key })
}

describe('201', () => {
  test('a user begins enabled; names that were not given are null', async () => {
    const { body, etag, response } = await users(service).create(userInput('ada'))
    expect(body).toEqual({
      id: body.id,
      username: 'ada',
      email: 'ada@example.com',
      name: 'Ada',
      middleName: null,
      familyName: null,
      enabled: true,
      createdAt: body.createdAt,
      updatedAt: body.createdAt,
    })
    expect(body.id).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    expect(body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(etag).toMatch(/^"[^"]+"$/)
    expect(response.headers.get('location')).toBe(`${path}/${body.id}`)
  })

  test('the Location reads back what was created, with the same ETag', async () => {
    const names = {
      username: 'Émile_%+😀',
      name: ' "Ada" \\ $1 ?',
      middleName: "d'Arc\u2028😀",
      familyName: 'e\u0301',
    }
    const { body, etag, response } = await users(service).create(userInput('emile', names))
    expect(body).toMatchObject(names)
    const read = await service.request(response.headers.get('location') ?? '')
    expect(read).toMatchObject({ status: 200, json: body })
    expect(read.headers.get('etag')).toBe(etag)
  })

  test('the temporary password is kept as an argon2id hash alone, and must be changed', async () => {
    const temporaryPassword = 'swordfish-in-the-harbour'
    const created = await create(userInput('hashed', { temporaryPassword }), { 'Idempotency-Key': 'hashed' })
    const { passwordHash, mustChange } = await storedCredential(
      service,
      asString(asObject(created.json)['id']),
    )
    expect(passwordHash).toMatch(/^\$argon2id\$/)
    expect(await verifyPassword(passwordHash, temporaryPassword)).toBe(true)
    expect(mustChange).toBe(true)

    const stored: unknown = await Promise.all(
      ['users', 'user_credentials', 'idempotency_keys'].map((table) => service.db(table)),
    )
    for (const text of [created.text, JSON.stringify([...created.headers]), JSON.stringify(stored)]) {
      expect(text).not.toContain(temporaryPassword)
    }
    for (const text of [created.text, JSON.stringify(await findKeyRows('hashed'))]) {
      expect(text).not.toContain(passwordHash)
      expect(text).not.toMatch(/argon2|password/i)
    }
  })

  test('what is stored with a key cannot be compared with a guess of the payload', async () => {
    const body = userInput('guessed')
    for (const key of ['guess-1', 'guess-2']) await create(body, { 'Idempotency-Key': key })
    const rows = await Promise.all(['guess-1', 'guess-2'].map(findKeyRows))
    const [one, two] = rows.flat().map((row) => asObject(row)['fingerprint'])
    expect(one).toEqual(expect.any(String))
    expect(one).not.toBe(two)
  })

  test.each([
    ['twelve characters', 'x'.repeat(12)],
    ['128 characters of four bytes each', '😀'.repeat(128)],
    ['white space and quotes', ` \t'"\\ ünïcode `],
  ])('a temporary password may have %s', async (what, temporaryPassword) => {
    const username = what.replaceAll(' ', '-')
    const { body } = await users(service).create(userInput(username, { temporaryPassword }))
    const { passwordHash } = await storedCredential(service, body.id)
    expect(await verifyPassword(passwordHash, temporaryPassword)).toBe(true)
  })

  test('a username and an email address may be taken in another instance', async () => {
    const body = userInput('two-homes')
    await users(service).create(body)
    const Authorization = `Bearer ${await service.token('Administrator', { instances: ['other'] })}`
    const created = await service.request('/instances/other/users', {
      method: 'POST',
      body,
      headers: { Authorization },
    })
    expect(created.status).toBe(201)
  })
})

describe('Idempotency-Key', () => {
  test('a repeat gets the first answer and creates nothing, in whatever order its members are', async () => {
    const body = userInput('once', { familyName: 'Lovelace' })
    const headers = { 'Idempotency-Key': 'once' }
    const first = await create(body, headers)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    const before = await countRows('users')
    const reordered = Object.fromEntries(Object.entries(body).toReversed())
    for (const again of [await create(body, headers), await create(reordered, headers)]) {
      expect([again.status, again.json]).toEqual([201, first.json])
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      for (const header of ['etag', 'location']) {
        expect(again.headers.get(header)).toBe(first.headers.get(header))
      }
    }
    expect(await countRows('users')).toBe(before)
  })

  test('the first answer is repeated even when the user has changed since', async () => {
    const body = userInput('changed-since')
    const first = await create(body, { 'Idempotency-Key': 'changed-since' })
    await users(service).update(asString(asObject(first.json)['id']), { username: 'renamed-since' })
    const again = await create(body, { 'Idempotency-Key': 'changed-since' })
    expect([again.status, again.json]).toEqual([201, first.json])
  })

  test('a refusal is repeated too, although its reason is gone', async () => {
    const { body: other } = await users(service).create(userInput('wanted'))
    const send = () => create(userInput('wanted'), { 'Idempotency-Key': 'refused' })
    const first = await send()
    expect(first).toMatchObject({ status: 409, json: { code: 'username_taken' } })
    await users(service).update(other.id, { username: 'gave-way', email: 'gave-way@example.com' })
    const again = await send()
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.json).toEqual({ ...asObject(first.json), requestId: again.headers.get('x-request-id') })
    expect((await create(userInput('wanted'), { 'Idempotency-Key': 'another' })).status).toBe(201)
  })

  test('a request that breaks the contract does not use its key up', async () => {
    const headers = { 'Idempotency-Key': 'corrected' }
    expect((await create({ ...userInput('corrected'), email: 'nobody' }, headers)).status).toBe(400)
    const corrected = await create(userInput('corrected'), headers)
    expect(corrected.status).toBe(201)
    expect(corrected.headers.get('idempotency-replayed')).toBeNull()
  })

  test('the same key of another caller, or in another instance, is another key', async () => {
    const send = async (username: string, sub: string, instance: string) => {
      const claims = { sub, client_id: sub, instances: ['acme', 'other'] }
      const Authorization = `Bearer ${await service.token('Administrator', claims)}`
      return service.request(`/instances/${instance}/users`, {
        method: 'POST',
        body: userInput(username),
        headers: { Authorization, 'Idempotency-Key': 'shared' },
      })
    }
    const answers = [
      await send('shared-1', 'one', 'acme'),
      await send('shared-2', 'two', 'acme'),
      await send('shared-1', 'one', 'other'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(answers.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, null, null])
    expect(new Set(answers.map(({ json }) => asObject(json)['id'])).size).toBe(3)
  })

  test('of many at once with the same key one creates, the others wait their turn or get its answer', async () => {
    const before = await countRows('users')
    const send = () => create(userInput('at-once'), { 'Idempotency-Key': 'at-once' })
    const answers = await Promise.all(Array.from({ length: 8 }, send))
    const [first, ...more] = answers.filter(
      ({ status, headers }) => status === 201 && !headers.has('idempotency-replayed'),
    )
    expect(more).toEqual([])
    for (const { status, json } of answers) {
      if (status === 201) expect(json).toEqual(first?.json)
      else expect({ status, json }).toMatchObject({ status: 409, json: { code: 'idempotency_key_in_use' } })
    }
    expect(await countRows('users')).toBe(before + 1)
    expect((await send()).json).toEqual(first?.json)
  })
})

describe('400', () => {
  test('every fault of the body is named with its pointer, no password is repeated, nothing is stored', async () => {
    const before = await countRows('users')
    const refused = await create({
      email: 'nobody',
      name: '',
      middleName: ' \t',
      familyName: 5,
      temporaryPassword: 'swordfish',
      enabled: false,
      id: 'mine',
    })
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([
      'body /email format',
      'body /enabled additionalProperties',
      'body /familyName type',
      'body /id additionalProperties',
      'body /middleName pattern',
      'body /name minLength',
      'body /name pattern',
      'body /temporaryPassword minLength',
      'body /username required',
    ])
    expect(refused.text).not.toContain('swordfish')
    expect(await countRows('users')).toBe(before)
  })

  test.each<[string, object, string[]]>([
    ['white space in a username', { username: 'a b' }, ['/username pattern']],
    ['a username that is too long', { username: 'u'.repeat(129) }, ['/username maxLength']],
    ['null for a name that everybody has', { name: null }, ['/name type']],
    [
      'a password of 129 characters',
      { temporaryPassword: 'x'.repeat(129) },
      ['/temporaryPassword maxLength'],
    ],
    ['a password of 11 characters', { temporaryPassword: '😀'.repeat(11) }, ['/temporaryPassword minLength']],
    [
      'NUL and half a surrogate pair',
      { name: 'a\0', familyName: 'b\ud800' },
      ['/familyName surrogate', '/name nul'],
    ],
  ])('%s is refused', async (_what, changes, faults) => {
    const refused = await create({ ...userInput('refused'), ...changes })
    expect(refused.status).toBe(400)
    expect(faultsOf(refused)).toEqual(faults.map((fault) => `body ${fault}`))
  })
})

describe('409', () => {
  beforeAll(() => users(service).create(userInput('grace', { username: 'Gräce' })))

  test.each<[string, { username: string; email: string }, string, string[]]>([
    ['username', { username: 'gRÄCE', email: 'new@example.com' }, 'username_taken', ['/username']],
    ['email address', { username: 'new', email: 'GRACE@Example.COM' }, 'email_taken', ['/email']],
    [
      'username and email address',
      { username: 'GRÄCE', email: 'Grace@example.com' },
      'username_taken',
      ['/email', '/username'],
    ],
  ])(
    'a taken %s is pointed at, whatever the case, and nothing is stored',
    async (_what, names, code, pointers) => {
      const before = [await countRows('users'), await countRows('user_credentials')]
      const refused = await create(userInput('new', names))
      expect(refused).toMatchObject({ status: 409, json: { code } })
      expect(faultsOf(refused)).toEqual(pointers.map((pointer) => `body ${pointer} taken`))
      expect([await countRows('users'), await countRows('user_credentials')]).toEqual(before)
    },
  )

  test('the username of one user and the email address of another are two faults', async () => {
    await users(service).create(userInput('first-half'))
    const refused = await create(userInput('x', { username: 'GräCE', email: 'first-HALF@example.com' }))
    expect(refused).toMatchObject({ status: 409, json: { code: 'username_taken' } })
    expect(faultsOf(refused)).toEqual(['body /email taken', 'body /username taken'])
  })

  test.each<[string, (at: number) => { username: string; email: string }, string[]]>([
    [
      'username',
      (at) => ({ username: at % 2 ? 'RACE-1' : 'race-1', email: `r1-${at}@example.com` }),
      ['/username'],
    ],
    [
      'email address',
      (at) => ({ username: `race-2-${at}`, email: at % 2 ? 'R2@example.com' : 'r2@example.com' }),
      ['/email'],
    ],
    [
      'username and email address',
      () => ({ username: 'race-3', email: 'r3@example.com' }),
      ['/email', '/username'],
    ],
  ])('of many at once that want the same %s exactly one gets it', async (_what, names, pointers) => {
    const before = [await countRows('users'), await countRows('user_credentials')]
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => create(userInput('race', names(at)))),
    )
    const refused = answers.filter(({ status }) => status === 409)
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      201,
      ...Array<number>(7).fill(409),
    ])
    for (const answer of refused) {
      expect(faultsOf(answer)).toEqual(pointers.map((pointer) => `body ${pointer} taken`))
    }
    expect([await countRows('users'), await countRows('user_credentials')]).toEqual(
      before.map((count) => count + 1),
    )
  })

  test('a key whose first request still runs is in use; the first is not disturbed', async () => {
    const send = () => create(userInput('running'), { 'Idempotency-Key': 'running' })
    const first = await whileRunning(service, 'users', 'running', send, async () => {
      expect(await send()).toMatchObject({ status: 409, json: { code: 'idempotency_key_in_use' } })
    })
    expect(first.status).toBe(201)
  })
})

describe('422', () => {
  test.each<[string, object]>([
    ['another password', { temporaryPassword: 'another-horse-battery' }],
    ['a null more', { middleName: null }],
  ])('a key that was used before is refused with %s, and creates nothing', async (what, changes) => {
    const body = userInput(what.replaceAll(' ', '-'))
    const headers = { 'Idempotency-Key': `reused-${body.username}` }
    expect((await create(body, headers)).status).toBe(201)
    const before = await countRows('users')
    const other = await create({ ...body, ...changes }, headers)
    expect(other).toMatchObject({ status: 422, json: { code: 'idempotency_key_reused' } })
    expect(faultsOf(other)).toEqual(['header /idempotency-key reused'])
    expect(await countRows('users')).toBe(before)
  })
})
