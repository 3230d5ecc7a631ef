import { serviceOrigin } from '../../server/db/query/recorded.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readContract } from '../../contract/document.ts'
import type { Role } from '../../contract/rules/roles.ts'
import { lockMcpAccess } from '../../server/db/mcp-access.ts'
import { insertUser, lockAuthority } from '../../server/db/users.ts'
import { createValidRequests, type ValidRequest } from '../helpers/data/valid-requests.ts'
import { userInput } from '../helpers/data/users.ts'
import { directorySettings, startCompany, type Company } from '../helpers/programs/company/company.ts'
import { countLockWaits } from '../helpers/lock-waits.ts'
import { holdBodies } from '../helpers/held-body.ts'
import { stopCalendar } from '../helpers/calendar.ts'
import { secondsFromNow } from '../helpers/clock.ts'
import { until } from '../helpers/until.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

const contract = await readContract()
const writesWithBody = contract.operations.filter(
  ({ maxBodyBytes, isRead, isMcp }) => maxBodyBytes !== null && !isRead && !isMcp,
)

/** How an administrator loses the authority, and the answer to what comes after that. */
const losses: readonly (readonly [loss: string, status: number, code: string, lose: Lose])[] = [
  ['disabled', 403, 'user_disabled', ({ db }, id) => db('users').where({ id }).update({ enabled: false })],
  [
    'demoted',
    403,
    'role_missing',
    ({ db }, id) =>
      db('users')
        .where({ id })
        .update({ roles: ['Viewer'] }),
  ],
  ['unlinked', 403, 'role_missing', ({ db }, id) => db('users').where({ id }).update({ account_id: null })],
  ['out-of-time', 401, 'token_expired', async () => stopCalendar(3000)],
]

type Lose = (service: TestService, id: string) => PromiseLike<unknown>

/** An administrator who is a user of the instance, with an account of another id. */
async function administrator(service: TestService, loss: string) {
  const id = randomUUID()
  const names = { username: id, email: `${id}@example.com`, name: 'Eve', middle_name: null, family_name: null }
  const roles: Role[] = ['Administrator']
  await insertUser(service.db, serviceOrigin('acme', 'test'), { id, ...names, enabled: true, roles })
  await service
    .db('users')
    .where({ id })
    .update({ account_id: `account-${id}` })
  // Clocks may differ by 60 s, so this token is good for two to three seconds more. Until then the clock stands still.
  if (loss === 'out-of-time') stopCalendar()
  const expires = loss === 'out-of-time' ? { exp: secondsFromNow(-57) } : {}
  const token = await service.token('Viewer', { sub: `account-${id}`, client_id: 'app', ...expires })
  return { id, token }
}

let service: TestService
beforeAll(async () => {
  service = await startTestService({}, { lookup: async () => [] })
})
afterAll(() => service.close())

describe('while the body is on its way', () => {
  let requests: ReadonlyMap<string, ValidRequest>
  beforeAll(async () => {
    requests = await createValidRequests(service, contract)
  })

  const holdAll = (token: string) => {
    const held = writesWithBody.flatMap(({ id }) => requests.get(id) ?? expect.fail(`There is no request for ${id}.`))
    return holdBodies(service, token, held)
  }
  const contents = () =>
    Promise.all(
      ['users', 'agents', 'integrations', 'twu_models', 'twu_model_versions'].map((table) => service.db(table)),
    )

  test.each(losses)('who is %s meanwhile changes nothing, whatever the operation', async (loss, status, code, lose) => {
    const { id, token } = await administrator(service, loss)
    const held = await holdAll(token)
    await lose(service, id)
    const before = await contents()
    for (const answer of await Promise.all(held.map((finish) => finish()))) {
      expect(answer.status).toBe(status)
      // In the code of a problem, or in the words for an exporter.
      expect(answer.text).toMatch(new RegExp(`"(code":"${code}"|message":"${code}: )`))
    }
    expect(await contents()).toEqual(before)
  })

  test('nobody wins the own authority back', async () => {
    const { id, token } = await administrator(service, 'disabled')
    const body = { enabled: true, roles: ['Administrator'] }
    const request = { method: 'PUT', path: `/instances/acme/users/${id}`, body }
    const [finish] = await holdBodies(service, token, [request])
    await service.acme().users.update(id, { enabled: false, roles: [] })
    expect(await finish?.()).toMatchObject({ status: 403, json: { code: 'user_disabled' } })
    expect(await service.acme().users.get(id)).toMatchObject({ enabled: false, roles: [] })
  })

  test('who keeps the authority is answered as usual', async () => {
    const { token } = await administrator(service, 'none')
    const answers = await Promise.all((await holdAll(token)).map((finish) => finish()))
    for (const { status, json } of answers) expect([json, [200, 201, 409].includes(status)]).toEqual([json, true])
  })
})

describe('a change that waits for another of the instance', () => {
  test.each([
    ['POST', '', () => userInput('late', { roles: ['Administrator'] })],
    ['PUT', '/:id', () => ({ roles: ['Administrator', 'Editor'] })],
    ['PUT', '/:id', () => ({ enabled: true, name: 'Eve again' })],
  ])('%s %s decides when its turn comes', async (method, path, body) => {
    const { id, token } = await administrator(service, 'demoted')
    const transaction = await service.db.transaction()
    await lockAuthority(transaction, 'acme')
    const asked = service.request(`/instances/acme/users${path.replace(':id', id)}`, {
      method,
      headers: { Authorization: `Bearer ${token}` },
      body: body(),
    })
    await until(async () => expect(await countLockWaits(service.db)).toBe(1))
    await transaction('users').where({ id }).update({ roles: [] })
    await transaction.commit()
    expect(await asked).toMatchObject({ status: 403, json: { code: 'role_missing' } })
    expect(await service.acme().users.get(id)).toMatchObject({ roles: [], name: 'Eve' })
  })

  test('what assistants may change is set by who may when its turn comes', async () => {
    const { id, token } = await administrator(service, 'demoted')
    const before = await service.acme().mcpAccess.get()
    const transaction = await service.db.transaction()
    await lockMcpAccess(transaction, 'acme')
    const asked = service.request('/instances/acme/mcp-access', {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}` },
      body: { operations: ['createUser'] },
    })
    await until(async () => expect(await countLockWaits(service.db)).toBe(1))
    await transaction('users').where({ id }).update({ roles: [] })
    await transaction.commit()
    expect(await asked).toMatchObject({ status: 403, json: { code: 'role_missing' } })
    expect(await service.acme().mcpAccess.get()).toEqual(before)
  })
})

/** In the heavy test of the same name, of another directory, too. */
const directories = process.env['EVERY_DIRECTORY'] === undefined ? (['scim'] as const) : (['scim', 'keycloak'] as const)

describe.each(directories)('while the accounts of %s are changed', (kind) => {
  let company: Company
  let service: TestService
  beforeAll(async () => {
    company = await startCompany({ kind })
    const { oidcIssuer: _, ...directory } = directorySettings(kind, company.url)
    service = await startTestService(directory)
  })
  afterAll(async () => {
    await service.close()
    await company.close()
  })

  const changes = [
    { name: 'Mallory', middleName: 'M' },
    { name: 'Mallory', roles: ['Administrator'] },
    { name: 'Mallory', enabled: true },
  ]

  test.each(losses)('who is %s meanwhile changes nobody', async (loss, status, code, lose) => {
    const create = (_change: object, at: number) => service.acme().users.create(userInput(`target-${at}-of-${loss}`))
    const targets = await Promise.all(changes.map(create))
    const { id, token } = await administrator(service, loss)
    const held = company.hold(targets.length)
    const headers = { Authorization: `Bearer ${token}` }
    const asked = targets.map((target, at) =>
      service.request(`/instances/acme/users/${target.id}`, { method: 'PUT', headers, body: changes[at] }),
    )
    await Promise.race([held.arrived, ...asked])
    await lose(service, id)
    held.release()
    for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ status, json: { code } })
    for (const target of targets) {
      expect(await service.acme().users.get(target.id)).toEqual(target)
      const account = company.accounts.list().find(({ owner }) => owner === `acme/${target.id}`)
      expect(account).toMatchObject({ name: target.name, email: target.email, enabled: true })
    }
  })

  test.each(losses)('who is %s meanwhile creates nobody, and leaves no account', async (loss, status, code, lose) => {
    const { id, token } = await administrator(service, loss)
    const username = `nobody-${loss}`
    const held = company.hold(1)
    const post = () =>
      service.request('/instances/acme/users', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': `of-${loss}` },
        body: userInput(username, { roles: ['Administrator'] }),
      })
    const asked = post()
    await Promise.race([held.arrived, asked])
    await lose(service, id)
    held.release()
    expect(await asked).toMatchObject({ status, json: { code } })
    expect((await service.acme().users.list({ username })).items).toEqual([])
    expect(company.accounts.list().filter((account) => account.username === username)).toEqual([])
    if (status !== 403) return
    // Nothing is kept for the key: who has the authority again can send the request again.
    const again = { enabled: true, roles: ['Administrator'], account_id: `account-${id}` }
    await service.db('users').where({ id }).update(again)
    expect(await post()).toMatchObject({ status: 201 })
  })
})
