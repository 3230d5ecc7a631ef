import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyPassword } from '../../workshop/identity-provider/password.ts'
import { asObject } from '../../contract/json.ts'
import type { UserCreate } from '../../sdk/src/index.ts'
import { faultsOf } from '../helpers/faults.ts'
import { describeIdempotentCreation } from '../helpers/idempotency.ts'
import { refusal, settle } from '../helpers/outcomes.ts'
import { rounds } from '../helpers/rounds.ts'
import { expectReadBack } from '../helpers/creations.ts'
import { startTestService, type TestResponse, type TestService } from '../helpers/service.ts'
import { storedCredential, userInput, users } from '../helpers/data/users.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const path = '/instances/acme/users'

function create(input: UserCreate, idempotencyKey?: string) {
  const acme = idempotencyKey === undefined ? service.keyless() : service.acme()
  return acme.users.create(input, { idempotencyKey }).withResponse()
}

/** What the SDK would not send. */
function post(body: unknown, headers: Record<string, string> = {}): Promise<TestResponse> {
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
    const created = await users(service).create(userInput('ada'))
    const { body } = created
    expect(body).toEqual({
      id: body.id,
      username: 'ada',
      email: 'ada@example.com',
      name: 'Ada',
      middleName: null,
      familyName: null,
      enabled: true,
      roles: [],
      createdAt: body.createdAt,
      etag: body.etag,
      updatedAt: body.createdAt,
    })
    await expectReadBack(service, 'users', created)
  })

  test('the temporary password is kept as an argon2id hash alone, and must be changed', async () => {
    const temporaryPassword = 'swordfish-in-the-harbour'
    const { data, response } = await create(userInput('hashed', { temporaryPassword }), 'hashed')
    const { passwordHash, mustChange } = await storedCredential(service, data.id)
    expect(passwordHash).toMatch(/^\$argon2id\$/)
    expect(await verifyPassword(passwordHash, temporaryPassword)).toBe(true)
    expect(mustChange).toBe(true)

    const stored: unknown = await Promise.all(
      ['users', 'user_credentials', 'idempotency_keys'].map((table) => service.db(table)),
    )
    for (const told of [data, [...response.headers], stored]) {
      expect(JSON.stringify(told)).not.toContain(temporaryPassword)
    }
    for (const told of [data, await findKeyRows('hashed')]) {
      expect(JSON.stringify(told)).not.toContain(passwordHash)
      expect(JSON.stringify(told)).not.toMatch(/argon2|password/i)
    }
  })

  test('what is stored with a key cannot be compared with a guess of the payload', async () => {
    const body = userInput('guessed')
    await create(body, 'guess-1')
    await expect(create(body, 'guess-2')).rejects.toMatchObject({ code: 'username_taken' })
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
    const input = userInput('two-homes')
    await service.acme().users.create(input)
    const { username, email } = await service.other().users.create(input)
    expect({ username, email }).toEqual({ username: input.username, email: input.email })
  })
})

describeIdempotentCreation({
  service: () => service,
  collection: 'users',
  input: (username) => userInput(username, { familyName: 'Lovelace' }),
  broken: userInput('broken', { email: 'nobody' }),
})

describe('Idempotency-Key', () => {
  test('the first answer is repeated even when the user has changed since', async () => {
    const body = userInput('changed-since')
    const first = await create(body, 'changed-since')
    await users(service).update(first.data.id, { username: 'renamed-since' })
    const again = await create(body, 'changed-since')
    expect([again.response.status, again.data]).toEqual([201, first.data])
  })

  test('a refusal is repeated too, although its reason is gone', async () => {
    const { body: other } = await users(service).create(userInput('wanted'))
    const send = () => post(userInput('wanted'), { 'Idempotency-Key': 'refused' })
    const first = await send()
    expect(first).toMatchObject({ status: 409, json: { code: 'username_taken' } })
    await users(service).update(other.id, { username: 'gave-way', email: 'gave-way@example.com' })
    const again = await send()
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.json).toEqual({ ...asObject(first.json), requestId: again.headers.get('x-request-id') })
    expect((await create(userInput('wanted'), 'another')).response.status).toBe(201)
  })
})

describe('400', () => {
  test('every fault of the body is named with its pointer, no password is repeated, nothing is stored', async () => {
    const before = await countRows('users')
    const refused = await post({
      email: 'nobody',
      name: '',
      middleName: ' \t',
      familyName: 5,
      temporaryPassword: 'swordfish',
      enabeld: false,
      id: 'mine',
    })
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([
      'body /email pattern',
      'body /enabeld additionalProperties',
      'body /familyName type',
      'body /middleName pattern',
      'body /name minLength',
      'body /temporaryPassword pattern',
      'body /username required',
    ])
    expect(refused.text).not.toContain('swordfish')
    expect(await countRows('users')).toBe(before)
  })

  test.each<[string, object, string[]]>([
    ['white space in a username', { username: 'a b' }, ['/username pattern']],
    ['a username that is too long', { username: 'u'.repeat(129) }, ['/username maxLength']],
    ['null for a name that everybody has', { name: null }, ['/name type']],
    ['a password of 129 characters', { temporaryPassword: 'x'.repeat(129) }, ['/temporaryPassword maxLength']],
    ['a password of 11 characters', { temporaryPassword: '😀'.repeat(11) }, ['/temporaryPassword pattern']],
    ['NUL and half a surrogate pair', { name: 'a\0', familyName: 'b\ud800' }, ['/familyName surrogate', '/name nul']],
    ['a password of spaces', { temporaryPassword: ' '.repeat(14) }, ['/temporaryPassword guessable']],
    [
      'a password of invisible characters',
      { temporaryPassword: '\u200b\u2003'.repeat(7) },
      ['/temporaryPassword guessable'],
    ],
  ])('%s is refused', async (_what, changes, faults) => {
    const refused = await post({ ...userInput('refused'), ...changes })
    expect(refused.status).toBe(400)
    expect(faultsOf(refused)).toEqual(faults.map((fault) => `body ${fault}`))
  })

  test('an email address that is none is told what one looks like', async () => {
    const refused = await refusal(create(userInput('accented', { email: 'ä@example.com' })))
    expect(refused.errors.map(({ message }) => message)).toEqual([
      'Email must be an email address such as ada@example.com: one @, a host name behind it, no spaces and no accents.',
    ])
  })
})

describe('409', () => {
  beforeAll(async () => {
    await users(service).create(userInput('grace', { username: 'Gr\u00e4ce' }))
    await users(service).create(userInput('sam', { username: 'sam@example.org' }))
    await users(service).create(userInput('pas', { username: '\u03c0\u03b1\u03c2' }))
  })

  test.each<[string, { username: string; email: string }, string, string[]]>([
    ['username', { username: 'gRÄCE', email: 'new@example.com' }, 'username_taken', ['/username']],
    ['email address', { username: 'new', email: 'GRACE@Example.COM' }, 'email_taken', ['/email']],
    [
      'username and email address',
      { username: 'GRÄCE', email: 'Grace@example.com' },
      'username_taken',
      ['/email', '/username'],
    ],
  ])('a taken %s is pointed at, whatever the case, and nothing is stored', async (_what, names, code, pointers) => {
    const before = [await countRows('users'), await countRows('user_credentials')]
    const refused = await refusal(create(userInput('new', names)))
    expect(refused).toMatchObject({ status: 409, code })
    expect(faultsOf(refused)).toEqual(pointers.map((pointer) => `body ${pointer} taken`))
    expect([await countRows('users'), await countRows('user_credentials')]).toEqual(before)
  })

  test.each<[string, Partial<UserCreate>, string[]]>([
    ['a username in another normal form', { username: 'Gra\u0308ce' }, ['/username']],
    ['a username with a joiner in it', { username: 'Gr\u00e4\u200dce' }, ['/username']],
    ['a username with a control character in it', { username: 'Gr\u00e4\u0007ce' }, ['/username']],
    ['a username with another sigma', { username: '\u03a0\u0391\u03a3' }, ['/username']],
    ['a username in full-width letters', { username: '\uff27r\u00e4\uff43e' }, ['/username']],
    ["another user's email address as username", { username: 'GRACE@example.com' }, ['/username']],
    ["another user's username as email address", { email: 'sam@example.org' }, ['/email']],
  ])('%s is taken', async (_what, names, pointers) => {
    const refused = await refusal(create(userInput('other', names)))
    expect(refused.status).toBe(409)
    expect(faultsOf(refused)).toEqual(pointers.map((pointer) => `body ${pointer} taken`))
  })

  test('a user may have one name for both', async () => {
    const names = { username: 'both@example.com', email: 'Both@example.com' }
    expect((await users(service).create(userInput('both', names))).body).toMatchObject(names)
  })

  test('the username of one user and the email address of another are two faults', async () => {
    await users(service).create(userInput('first-half'))
    const names = { username: 'GräCE', email: 'first-HALF@example.com' }
    const refused = await refusal(create(userInput('x', names)))
    expect(refused).toMatchObject({ status: 409, code: 'username_taken' })
    expect(faultsOf(refused)).toEqual(['body /email taken', 'body /username taken'])
  })

  test.each<[string, (at: number) => { username: string; email: string }, string[]]>([
    ['username', (at) => ({ username: at % 2 ? 'RACE-1' : 'race-1', email: `r1-${at}@example.com` }), ['/username']],
    [
      'email address',
      (at) => ({ username: `race-2-${at}`, email: at % 2 ? 'R2@example.com' : 'r2@example.com' }),
      ['/email'],
    ],
    ['username and email address', () => ({ username: 'race-3', email: 'r3@example.com' }), ['/email', '/username']],
  ])('of many at once that want the same %s exactly one gets it', async (_what, names, pointers) => {
    const many = rounds(3)
    const before = [await countRows('users'), await countRows('user_credentials')]
    const { answers, refusals } = await settle(
      Array.from({ length: many }, (_, at) => create(userInput('race', names(at)))),
    )
    expect(answers.map(({ response }) => response.status)).toEqual([201])
    expect(refusals.map(({ status }) => status)).toEqual(Array<number>(many - 1).fill(409))
    for (const refused of refusals) {
      expect(faultsOf(refused)).toEqual(pointers.map((pointer) => `body ${pointer} taken`))
    }
    expect([await countRows('users'), await countRows('user_credentials')]).toEqual(before.map((count) => count + 1))
  })
})

describe('422', () => {
  test.each<[string, object]>([
    ['another password', { temporaryPassword: 'another-horse-battery' }],
    ['a null more', { middleName: null }],
  ])('a key that was used before is refused with %s, and creates nothing', async (what, changes) => {
    const body = userInput(what.replaceAll(' ', '-'))
    const key = `reused-${body.username}`
    await create(body, key)
    const before = await countRows('users')
    const other = await refusal(create({ ...body, ...changes }, key))
    expect(other).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    expect(faultsOf(other)).toEqual(['header /idempotency-key reused'])
    expect(await countRows('users')).toBe(before)
  })
})
