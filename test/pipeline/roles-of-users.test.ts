import { serviceOrigin } from '../../server/db/query/recorded.ts'
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readContract, type ContractOperation } from '../../contract/document.ts'
import { roles, type Role } from '../../contract/rules/roles.ts'
import { createTokenVerifier } from '../../server/access/token.ts'
import { insertUser } from '../../server/db/users.ts'
import type { UserUpdate } from '../../sdk/src/index.ts'
import { faultsOf } from '../helpers/faults.ts'
import { refusal, settle } from '../helpers/outcomes.ts'
import { startTestService, testConfig, type TestService } from '../helpers/service.ts'
import { userInput } from '../helpers/data/users.ts'
import { askOnly, everySetOfRoles } from '../helpers/data/roles.ts'

/** Of the operations with the same roles, one; in the heavy test of the same name, all, and more that happens at once. */
const isHeavy = process.env['EVERY_OPERATION'] !== undefined
const all = (await readContract()).operations
const kinds = new Map(all.map((operation) => [`${operation.needsRole} ${operation.roles.join()}`, operation]))
const operations = isHeavy ? all : [...kinds.values()]
const races = isHeavy ? 60 : 2

let service: TestService
beforeAll(async () => {
  service = await startTestService({ oidcClientClaim: 'kind=app' })
})
afterAll(() => service.close())

/** Not through the API: a hash takes its time. */
async function createUser(stored: Role[], instanceId = 'acme', id: string = randomUUID(), on = service) {
  const names = {
    username: id,
    email: `${id}@example.com`,
    name: 'Ada',
    middle_name: null,
    family_name: null,
  }
  await insertUser(on.db, serviceOrigin(instanceId, 'test'), { id, ...names, enabled: true, roles: stored })
  return id
}

/** The claims of a token of the user, which opens both instances and claims every role. */
function claimsOf(sub: string, claimed: readonly Role[] = roles) {
  return { sub, client_id: 'front-end', instances: ['acme', 'other'], roles: claimed }
}

function as(userId: string, instanceId = 'acme', on = service) {
  return on.client('Administrator', claimsOf(userId)).instance(instanceId)
}

/** The operations that do not answer 403. An unknown parameter is refused right behind the roles. */
async function openOperations(on: TestService, instanceId: string, claims: Record<string, unknown>) {
  const headers = { Authorization: `Bearer ${await on.token('Administrator', claims)}` }
  const open: string[] = []
  for (const { id, method, path } of operations) {
    const { status } = await on.request(askOnly(path, instanceId), { method: method.toUpperCase(), headers })
    expect([id, [400, 403].includes(status)]).toEqual([id, true])
    if (status !== 403) open.push(id)
  }
  return open
}

function operationsOpenTo(held: readonly Role[]): string[] {
  const isOpen = ({ roles, needsRole }: ContractOperation) => !needsRole || held.some((role) => roles.includes(role))
  return operations.filter(isOpen).map(({ id }) => id)
}

describe('the roles of users are stored here', () => {
  test('every set of them opens what the contract says, in its instance and in no other, whatever the token claims', async () => {
    for (const [at, held] of everySetOfRoles.entries()) {
      const there = everySetOfRoles[(at * 7 + 3) % everySetOfRoles.length] ?? []
      const id = await createUser(held)
      await createUser(there, 'other', id)
      expect([held, await openOperations(service, 'acme', claimsOf(id))]).toEqual([held, operationsOpenTo(held)])
      // That the roles are those of the instance needs no sets of its own.
      if (!isHeavy && at % 4 > 0) continue
      expect([there, await openOperations(service, 'other', claimsOf(id))]).toEqual([there, operationsOpenTo(there)])
    }
  })

  test('who is no user of the instance has none; a client has those of its token', async () => {
    expect(await openOperations(service, 'acme', claimsOf('stranger'))).toEqual(operationsOpenTo([]))
    expect(await openOperations(service, 'acme', { ...claimsOf('job'), client_id: 'job' })).toEqual(
      operationsOpenTo(roles),
    )
    expect(await openOperations(service, 'acme', { ...claimsOf('job'), azp: 'job' })).toEqual(operationsOpenTo(roles))
    // A client that was named like a user is no way around.
    const id = await createUser(['Viewer'])
    expect(await openOperations(service, 'acme', { ...claimsOf(id), client_id: id, azp: id })).toEqual(
      operationsOpenTo(['Viewer']),
    )
  })

  test('are answered in one order, are kept by other changes, and count from the next request on', async () => {
    const { data } = await service
      .acme()
      .users.create(userInput('mary', { roles: ['Editor', 'Viewer'] }))
      .withResponse()
    expect(data.roles).toEqual(['Viewer', 'Editor'])
    const mary = as(data.id)
    expect((await mary.agents.list()).items).toEqual([])
    expect(await refusal(mary.users.list())).toMatchObject({ status: 403, code: 'role_missing' })

    await service.acme().users.update(data.id, { name: 'Mary' })
    expect((await service.acme().users.get(data.id)).roles).toEqual(['Viewer', 'Editor'])
    await service.acme().users.update(data.id, { roles: ['Manager'] })
    expect((await mary.users.list({ role: 'Manager', username: 'mary' })).items).toMatchObject([{ id: data.id }])
    await service.acme().users.update(data.id, { roles: [] })
    expect(await refusal(mary.agents.list())).toMatchObject({ status: 403, code: 'role_missing' })
    expect((await service.acme().users.create(userInput('newcomer'))).roles).toEqual([])
  })

  test.each([[['Owner']], [['Viewer', 'Viewer']], ['Viewer'], [null], [[...roles, 'Viewer']], [{}]])(
    'roles %j are refused',
    async (wrong) => {
      const body = { ...userInput('wrong'), roles: wrong }
      const answer = await service.request('/instances/acme/users', { method: 'POST', body })
      expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    },
  )

  test('one query a request tells who the user is and what the roles are', async () => {
    const viewer = as(await createUser(['Viewer']))
    await viewer.integrationTypes.list()
    const query = vi.spyOn(Client.prototype, 'query')
    await viewer.integrationTypes.list()
    const texts = query.mock.calls.map(([asked]) => JSON.stringify(asked).replaceAll('\\"', ''))
    query.mockRestore()
    // What this process does beside requests: counts, upkeep, jobs, and looks whether connections are open.
    const others =
      /"select 1"|from instances where status|request_counts|pgboss|delete from idempotency_keys|from account_syncs where due_at/
    expect(texts.filter((text) => !others.test(text))).toEqual([
      expect.stringMatching(/select id, username, enabled, roles from users/),
    ])
  })
})

describe('a setting names the claim of tokens that clients got for themselves:', () => {
  test.each<[string, Record<string, unknown>, ...Record<string, unknown>[]]>([
    ['client', { client: 'job' }, { client: null }, { client: '' }, {}],
    ['kind=app', { kind: 'app' }, { kind: 'user' }, { kind: null }],
    ['/kind/name=a=b', { kind: { name: 'a=b' } }, { kind: { name: 'a' } }],
  ])('%s with %j', async (oidcClientClaim, ofClient, ...ofUsers) => {
    const rules = { ...testConfig(service.databaseUrl, service.issuer.url), oidcClientClaim }
    const verify = createTokenVerifier(service.issuer.url, rules, pino({ level: 'silent' }))
    const verified = async (claims: Record<string, unknown>) =>
      verify(`Bearer ${await service.token('Administrator', { ...claimsOf('somebody'), ...claims })}`)
    expect(await verified(ofClient)).toMatchObject({ ok: true, caller: { isClient: true } })
    for (const claims of ofUsers)
      expect([claims, await verified(claims)]).toMatchObject([claims, { ok: true, caller: { isClient: false } }])
  })

  test('a client has the roles of its token, and everybody else those that are stored', async () => {
    const statusOf = async (kind: string) => {
      const client = service.client('Administrator', { ...claimsOf('somebody'), kind })
      return (await client.instance('acme').agents.list().withResponse()).response.status
    }
    expect(await statusOf('app')).toBe(200)
    expect(await refusal(statusOf('user'))).toMatchObject({ status: 403, code: 'role_missing' })
  })
})

describe('nobody is locked out', () => {
  test.each<[UserUpdate, string, string]>([
    [{ enabled: false }, 'own_account', 'body /enabled locks_out'],
    [{ roles: [] }, 'own_administrator_role', 'body /roles locks_out'],
    [{ roles: ['Viewer', 'Manager', 'Editor'], name: 'Eve' }, 'own_administrator_role', 'body /roles locks_out'],
  ])('administrators cannot do %j to themselves', async (changes, code, fault) => {
    const id = await createUser(['Administrator', 'Viewer'])
    await createUser(['Administrator'])
    const before = await service.acme().users.get(id)
    const refused = await refusal(as(id).users.update(id, changes))
    expect(refused).toMatchObject({ status: 409, code })
    expect(faultsOf(refused)).toEqual([fault])
    expect(await service.acme().users.get(id)).toEqual(before)
  })

  test('they can change everything else of themselves, and everything of others', async () => {
    const [id, other] = [await createUser(['Administrator']), await createUser(['Administrator'])]
    const own = { name: 'Augusta', enabled: true, roles: ['Administrator', 'Editor'] } as const
    expect(await as(id).users.update(id, { ...own, roles: [...own.roles] })).toMatchObject(own)
    expect(await as(id).users.update(other, { enabled: false, roles: [] })).toMatchObject({ enabled: false })
  })

  test('a client may disable the last administrator', async () => {
    const id = await createUser(['Administrator'], 'other')
    expect(await service.other().users.update(id, { roles: [] })).toMatchObject({ roles: [] })
    expect(await service.other().users.update(id, { enabled: false })).toMatchObject({ enabled: false })
  })

  test('of administrators who take the role from each other at once, one stays', async () => {
    await service.db('users').where({ instance_id: 'other' }).update({ enabled: false })
    const way = fc.constantFrom<UserUpdate>({ roles: [] }, { enabled: false }, { roles: ['Viewer'], username: 'new' })
    await fc.assert(
      fc.asyncProperty(way, way, async (one, another) => {
        const [ada, grace] = [
          await createUser(['Administrator'], 'other'),
          await createUser(['Administrator'], 'other'),
        ]
        const named = (changes: UserUpdate): UserUpdate =>
          changes.username === undefined ? changes : { ...changes, username: randomUUID() }
        const { refusals } = await settle([
          as(ada, 'other').users.update(grace, named(one)),
          as(grace, 'other').users.update(ada, named(another)),
        ])
        expect(refusals).toHaveLength(1)
        expect(['last_administrator', 'role_missing', 'user_disabled']).toContain(refusals[0]?.code)
        const left = await service.other().users.list({ role: 'Administrator', enabled: true })
        expect(left.items).toHaveLength(1)
        await service.other().users.update(left.items[0]?.id ?? '', { enabled: false })
      }),
      { numRuns: races },
    )
  })

  test('in a crowd of administrators that change each other at once, one stays, and nobody is kept waiting', async () => {
    const way = fc.constantFrom<UserUpdate>({ roles: [] }, { enabled: false }, { roles: ['Administrator'] })
    const place = fc.nat({ max: 4 })
    const rush = fc.array(fc.tuple(fc.nat({ max: 3 }), place, way), { minLength: 6, maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(rush, async (changes) => {
        await service.db('users').where({ instance_id: 'other' }).update({ enabled: false })
        const held: Role[][] = [['Administrator'], ['Administrator'], ['Administrator'], ['Administrator'], ['Viewer']]
        const crowd = await Promise.all(held.map((stored) => createUser(stored, 'other')))
        const { refusals } = await settle(
          changes.map(([from, to, change]) => as(crowd[from] ?? '', 'other').users.update(crowd[to] ?? '', change)),
        )
        for (const { status } of refusals) expect([403, 409]).toContain(status)
        const { items } = await service.other().users.list({ role: 'Administrator', enabled: true })
        expect(items.length).toBeGreaterThan(0)
      }),
      { numRuns: races },
    )
  })
})

describe('with roles from the token alone', () => {
  let elsewhere: TestService
  beforeAll(async () => {
    elsewhere = await startTestService({ rolesFrom: 'token' })
  })
  afterAll(() => elsewhere.close())

  test('the claims count for everybody, and a disabled user stays out', async () => {
    for (const held of [['Viewer'], ['Manager', 'Editor'], []] satisfies Role[][]) {
      const id = await createUser(['Administrator'], 'acme', randomUUID(), elsewhere)
      expect(await openOperations(elsewhere, 'acme', claimsOf(id, held))).toEqual(operationsOpenTo(held))
      expect(await openOperations(elsewhere, 'acme', claimsOf('stranger', held))).toEqual(operationsOpenTo(held))
      await elsewhere.db('users').where({ id }).update({ enabled: false })
      const refused = await refusal(as(id, 'acme', elsewhere).agents.list())
      expect(refused).toMatchObject({ status: 403, code: 'user_disabled' })
    }
  })

  test('no roles are stored, and users cannot disable themselves', async () => {
    const id = await createUser([], 'acme', randomUUID(), elsewhere)
    const { users } = elsewhere.acme()
    const calls = [
      () => users.create(userInput('ada', { roles: ['Viewer'] })),
      () => users.update(id, { roles: ['Viewer'] }),
    ]
    for (const call of calls) {
      const refused = await refusal(call())
      expect(refused).toMatchObject({ status: 422, code: 'roles_managed_elsewhere' })
      expect(faultsOf(refused)).toEqual(['body /roles managed_elsewhere'])
    }
    expect((await users.create(userInput('ada', { roles: [] }))).roles).toEqual([])
    expect(await refusal(as(id, 'acme', elsewhere).users.update(id, { enabled: false }))).toMatchObject({
      code: 'own_account',
    })
  })

  test('a user may be sent back with the roles as they were, in any order, also by the user, and with no others', async () => {
    for (const stored of [['Administrator'], ['Viewer', 'Editor'], []] satisfies Role[][]) {
      const id = await createUser(stored, 'acme', randomUUID(), elsewhere)
      const user = await elsewhere.acme().users.get(id)
      for (const { users } of [elsewhere.acme(), as(id, 'acme', elsewhere)]) {
        const name = randomUUID()
        const updated = await users.update(id, { ...user, roles: user.roles.toReversed(), name })
        expect(updated).toEqual({ ...user, name, updatedAt: updated.updatedAt, etag: updated.etag })
        const refused = await refusal(users.update(id, { ...user, roles: [...stored, 'Manager'] }))
        expect(refused).toMatchObject({ status: 422, code: 'roles_managed_elsewhere' })
      }
    }
    const emptied = await createUser(['Viewer'], 'acme', randomUUID(), elsewhere)
    const refused = await refusal(elsewhere.acme().users.update(emptied, { roles: [] }))
    expect(refused).toMatchObject({ status: 422, code: 'roles_managed_elsewhere' })
    const missing = await refusal(elsewhere.acme().users.update('nobody', { roles: [] }))
    expect(missing).toMatchObject({ status: 404, code: 'user_not_found' })
  })
})
