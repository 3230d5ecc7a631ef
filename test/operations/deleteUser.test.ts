import { serviceOrigin } from '../../server/db/query/recorded.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../contract/rules/roles.ts'
import { insertUser } from '../../server/db/users.ts'
import { refusal, settle } from '../helpers/outcomes.ts'
import { rounds } from '../helpers/rounds.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { userInput, users } from '../helpers/data/users.ts'

let service: TestService
let count = 0
beforeAll(async () => {
  service = await startTestService({}, { jobTimings: { pollSeconds: 0.5, schedulePollSeconds: 0.5 } })
})
afterAll(() => service.close())

function createUser(roles: Role[] = []) {
  return users(service).create(userInput(`user-${(count += 1)}`, { roles }))
}

/** A client that a user signed in to. */
function as(userId: string, instances = ['acme']) {
  return service.client('Administrator', { sub: userId, client_id: 'front-end', instances }).instance('acme')
}

describe('204', () => {
  test('a deleted user is gone, is out with the next request, and the names are free', async () => {
    const { body: user } = await createUser(['Viewer'])
    await as(user.id).agents.list()
    const { response } = await service.acme().users.delete(user.id).withResponse()
    expect(response.status).toBe(204)
    await expect(as(user.id).agents.list()).rejects.toMatchObject({ status: 403, code: 'role_missing' })
    await expect(service.acme().users.get(user.id)).rejects.toMatchObject({ status: 404, code: 'user_not_found' })
    const again = await users(service).create(userInput(user.username))
    expect(again.body.id).not.toBe(user.id)
  })

  test('no table has a word of the person, and what was done stays', async () => {
    const input = userInput('vanishing', { name: 'Wilhelmina', familyName: 'Vanderbilt', roles: ['Administrator'] })
    const { id } = await service.acme().users.create(input, { idempotencyKey: 'vanishing' })
    const agent = await as(id).agents.create({ name: 'Made by a person', type: 'HUMAN', active: true })
    await service.acme().users.update(id, { username: 'vanished@old', middleName: 'Wilhelmina' })
    await service.acme().users.delete(id)
    const tables = await service
      .db('pg_tables')
      .whereIn('schemaname', ['public', 'pgboss'])
      .select('schemaname', 'tablename')
    expect(tables.map(({ tablename }) => String(tablename))).toContain('idempotency_keys')
    const tracesIn = async ({ schemaname, tablename }: (typeof tables)[number]) => {
      const all = JSON.stringify(await service.db.withSchema(String(schemaname)).from(String(tablename)))
      const traces = ['vanishing@', 'vanished@', 'Wilhelmina', 'Vanderbilt', ...(keepsIds(tablename) ? [] : [id])]
      return traces.filter((trace) => all.includes(trace)).map((trace) => `${tablename}: ${trace}`)
    }
    for (const table of tables) await until(async () => expect(await tracesIn(table)).toEqual([]))
    expect(await service.acme().agents.get(agent.id)).toEqual(agent)
  })

  test('a repeat of the request that created the user does not bring the person back', async () => {
    const input = userInput('repeated')
    const create = () => service.acme().users.create(input, { idempotencyKey: 'repeated' })
    const { id } = await create()
    const kept = await service.acme().users.create(userInput('kept'), { idempotencyKey: 'kept' })
    await service.acme().users.delete(id)
    expect(await refusal(create())).toMatchObject({ status: 409, code: 'user_deleted', errors: [] })
    expect((await service.acme().users.list({ username: 'repeated' })).items).toEqual([])
    expect(await service.acme().users.create(userInput('kept'), { idempotencyKey: 'kept' })).toEqual(kept)
  })

  test('of many that delete at once one does, and a change at the same time is made before or finds nothing', async () => {
    for (let round = 0; round < rounds(1); round += 1) {
      const { body } = await createUser()
      const changes = [{ username: `x-${body.id}` }, { enabled: false }, { temporaryPassword: 'another-horse-battery' }]
      const [deletions, others] = await Promise.all([
        settle(Array.from({ length: 4 }, () => service.acme().users.delete(body.id))),
        settle(changes.map((change) => service.acme().users.update(body.id, change))),
      ])
      expect(deletions.answers).toHaveLength(1)
      expect(deletions.refusals.map(({ status }) => status)).toEqual([404, 404, 404])
      for (const { status } of others.refusals) expect([404, 503]).toContain(status)
      await until(async () => expect(await service.db('account_syncs').where({ user_id: body.id })).toEqual([]))
      const left = await Promise.all(
        ['users', 'user_sign_in_names', 'user_credentials'].map((table) =>
          service.db(table).where({ [table === 'users' ? 'id' : 'user_id']: body.id }),
        ),
      )
      expect(left).toEqual([[], [], []])
    }
  })

  test('the user of the same id in another instance stays', async () => {
    const { body } = await createUser()
    const { id, username, email, name, roles } = body
    const names = { username, email, name, middle_name: null, family_name: null }
    await insertUser(service.db, serviceOrigin('other', 'test'), { id, ...names, enabled: true, roles })
    await service.acme().users.delete(body.id)
    expect((await service.other().users.get(body.id)).username).toBe(body.username)
  })
})

/** Counts of the minute, the records of who changed what, and the jobs that erase names there. */
function keepsIds(table: unknown): boolean {
  return /^(request_counts|changes|job(_common)?)$/.test(String(table))
}

describe('409', () => {
  test('nobody deletes themselves', async () => {
    const { body } = await createUser(['Administrator'])
    expect(await refusal(as(body.id).users.delete(body.id))).toMatchObject({ status: 409, code: 'own_account' })
    expect((await users(service).read(body.id)).body).toEqual(body)
  })

  test('of two administrators who delete each other at once one stays', async () => {
    for (let round = 0; round < rounds(1); round += 1) {
      const [one, two] = [await createUser(['Administrator']), await createUser(['Administrator'])]
      const { answers, refusals } = await settle([
        as(one.body.id).users.delete(two.body.id),
        as(two.body.id).users.delete(one.body.id),
      ])
      expect(answers).toHaveLength(1)
      expect(refusals).toMatchObject([{ status: 403, code: 'role_missing' }])
    }
  })
})
