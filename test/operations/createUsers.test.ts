import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asArray, asObject } from '../../contract/json.ts'
import { faultsOf } from '../helpers/faults.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { userInput } from '../helpers/data/users.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const batch = (names: readonly string[]) => ({ users: names.map((name) => userInput(name)) })

function withoutPassword(username: string) {
  const { temporaryPassword: _, ...input } = userInput(username)
  return input
}

const post = (body: unknown) => service.request('/instances/acme/users/batch', { method: 'POST', body })

async function countUsers(): Promise<number> {
  return (await service.db('users').select('id')).length
}

describe('200', () => {
  test('each user is created or not, and the results are in the order of the request', async () => {
    await service.acme().users.create(userInput('taken'))
    const users = [
      userInput('first', { roles: ['Viewer'], enabled: false }),
      userInput('TAKEN', { email: 'free@example.com' }),
      userInput('first', { email: 'another@example.com' }),
      withoutPassword('without'),
      userInput('last', { email: 'First@example.com' }),
      userInput('whole'),
      // Nobody has the name of one who was not created.
      userInput('without', { email: 'other@example.com' }),
    ]
    const { results } = await service.acme().users.createMany({ users })
    expect(results.map(({ status, code, errors }) => [status, code, errors.map(({ pointer }) => pointer)])).toEqual([
      [201, null, []],
      [409, 'username_taken', ['/username']],
      [409, 'username_taken', ['/username']],
      [422, 'temporary_password_missing', ['/temporaryPassword']],
      [409, 'email_taken', ['/email']],
      [201, null, []],
      [201, null, []],
    ])
    expect(results.map(({ id, detail }) => [id === null, detail === null])).toEqual(
      results.map(({ status }) => [status !== 201, status === 201]),
    )
    const first = await service.acme().users.get(results[0]?.id ?? '')
    expect(first).toMatchObject({ username: 'first', email: 'first@example.com', roles: ['Viewer'], enabled: false })
    expect((await service.acme().users.list({ username: 'last' })).items).toEqual([])
  })

  test('what a form sends or a read returned means what it means for one user', async () => {
    const { id, etag, createdAt } = await service.acme().users.create(userInput('read-before'))
    const sent = { id, etag, createdAt, middleName: '', familyName: 'Lovelace', temporaryPassword: '' }
    const answer = await post({ users: [userInput('formal', { middleName: '' }), { ...userInput('empty'), ...sent }] })
    const results = asArray(asObject(answer.json)['results']).map(asObject)
    expect(results).toMatchObject([{ status: 201 }, { status: 422, code: 'temporary_password_missing' }])
    expect(await service.acme().users.get(String(results[0]?.['id']))).toMatchObject({ middleName: null })
  })

  test('with a key it is done once, and what is kept for the key says nothing of the persons', async () => {
    const send = () => service.acme().users.createMany(batch(['kept-one', 'kept-two']), { idempotencyKey: 'batch' })
    const first = await send()
    const before = await countUsers()
    expect(await send()).toEqual(first)
    expect(await countUsers()).toBe(before)
    const stored = JSON.stringify(await service.db('idempotency_keys').where({ key: 'batch' }))
    expect(stored).toContain(first.results[0]?.id)
    expect(stored).not.toMatch(/kept-|correct-horse/)
  })
})

describe('400', () => {
  test('a body that breaks the contract creates nobody, and every fault is pointed at', async () => {
    const before = await countUsers()
    const refused = await post({ users: [userInput('good'), { ...userInput('bad'), email: 'nobody' }, {}] })
    expect(refused.status).toBe(400)
    expect(faultsOf(refused)).toEqual([
      'body /users/1/email pattern',
      'body /users/2/email required',
      'body /users/2/name required',
      'body /users/2/username required',
    ])
    expect(await countUsers()).toBe(before)
  })

  test.each([
    ['none', 0, 'minItems'],
    ['201', 201, 'maxItems'],
  ])('%s is not a number of users', async (_what, count, rule) => {
    const names = Array.from({ length: count }, (_, at) => `n-${at}`)
    expect(faultsOf(await post(batch(names)))).toEqual([`body /users ${rule}`])
  })

  test('of very many faults a thousand are named', async () => {
    const refused = await post({ users: Array.from({ length: 200 }, () => ({ a: 1, b: 2, c: 3, d: 4, enabled: 1 })) })
    expect(refused.status).toBe(400)
    expect(asArray(asObject(refused.json)['errors'])).toHaveLength(1000)
  })
})
