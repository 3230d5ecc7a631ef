import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asObject, asString } from '../../contract/json.ts'
import type { Change } from '../../sdk/src/index.ts'
import { human } from '../helpers/data/agents.ts'
import { userInput } from '../helpers/data/users.ts'
import { countLockWaits } from '../helpers/lock-waits.ts'
import { runCommandHere } from '../helpers/programs/command.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({}, { jobTimings: { schedulePollSeconds: 0.5 } })
})
afterAll(() => service.close())

const as = (userId: string) => service.client('Administrator', { sub: userId, client_id: 'front-end' }).instance('acme')

async function listChanges(filter: object) {
  return (await service.acme().changes.list({ ...filter, sort: 'sequence,asc', size: 200 })).items
}

/** Of the jobs that erase names, those that are done. */
const countErasures = async () =>
  (await service.db.withSchema('pgboss').from('job').where({ name: 'erase-names', state: 'completed' })).length

function expectErased(changes: Change[], traces: string[]): void {
  const text = JSON.stringify(changes)
  expect(traces.filter((trace) => text.includes(trace))).toEqual([])
}

/** A user with changed names, who changed an agent, the own names, and the names of another. */
async function createPerson(username: string) {
  const input = userInput(username, { name: 'Wilhelmina', familyName: 'Vanderbilt', roles: ['Administrator'] })
  const user = await service.acme().users.create(input)
  const other = await service.acme().users.create(userInput(`friend-${user.id}`))
  await as(user.id).users.update(user.id, { username: `${username}-2`, middleName: 'Jane' })
  await as(user.id).users.update(user.id, { roles: ['Administrator', 'Viewer'] })
  await as(user.id).users.update(other.id, { familyName: 'Friend' })
  const agent = await as(user.id).agents.create(human)
  return { user, other, agent }
}

describe('of a user who is deleted', () => {
  test('the records stay, their names read erased, and what else was changed is told still', async () => {
    const { user, other, agent } = await createPerson('vanishing')
    await service.acme().users.delete(user.id)
    const ofUser = () => listChanges({ resourceId: user.id })
    await until(async () => expect((await ofUser())[0]?.resource.name).toBe('erased'))
    const [created, renamed, promoted, deleted, ...more] = await ofUser()
    expect(more).toEqual([])
    const names = ['/username', '/email', '/name', '/middleName', '/familyName']
    expect(created?.difference).toEqual(
      expect.arrayContaining([
        ...names.map((pointer) => ({ pointer, after: 'erased' })),
        { pointer: '/roles', after: ['Administrator'] },
        { pointer: '/temporaryPassword', isSecret: true },
      ]),
    )
    const erased = { before: 'erased', after: 'erased' }
    expect(renamed).toMatchObject({
      operation: 'updateUser',
      actor: { type: 'user', id: user.id, name: 'erased' },
      resource: { id: user.id, name: 'erased' },
      difference: [
        { pointer: '/username', ...erased },
        { pointer: '/middleName', ...erased },
      ],
    })
    expect(promoted?.difference).toEqual([
      { pointer: '/roles', before: ['Administrator'], after: ['Viewer', 'Administrator'] },
    ])
    expect(deleted).toMatchObject({ kind: 'deleted', resource: { name: null }, difference: [] })

    const [madeByUser] = await listChanges({ resourceId: agent.id })
    expect(madeByUser?.actor).toEqual({ type: 'user', id: user.id, name: 'erased' })
    expect(madeByUser?.difference).toContainEqual({ pointer: '/name', after: human.name })
    const ofOther = await listChanges({ resourceId: other.id })
    expect(ofOther.map(({ resource, actor }) => [resource.name, actor.name])).toEqual([
      [other.username, 'tester-Administrator'],
      [other.username, 'erased'],
    ])
    expectErased([...(await ofUser()), ...ofOther], ['vanishing@', 'vanishing-2', 'Wilhelmina', 'Vanderbilt', 'Jane'])
    expect(ofOther[1]?.difference).toEqual([{ pointer: '/familyName', before: null, after: 'Friend' }])
  })

  test('a record that a request of the user leaves after the erasure is erased, too', async () => {
    const { user } = await createPerson('late')
    const before = await countErasures()
    const holder = await service.db.transaction()
    await holder.raw('lock table agents in exclusive mode')
    // With an Idempotency-Key nothing would be left: the keys of a deleted user are gone.
    const headers = { Authorization: `Bearer ${await service.token('Administrator', { sub: user.id })}` }
    const late = service.request('/instances/acme/agents', { method: 'POST', headers, body: human })
    await until(async () => expect(await countLockWaits(service.db)).toBe(1))
    await service.acme().users.delete(user.id)
    await until(async () => expect(await countErasures()).toBe(before + 1))
    await holder.rollback()
    const { status, json } = await late
    expect(status).toBe(201)
    const resourceId = asString(asObject(json)['id'])
    const nameOfActor = async () => (await listChanges({ resourceId }))[0]?.actor.name
    expect(await nameOfActor()).toBe('late-2')
    // Ten minutes pass.
    const waiting = service.db.withSchema('pgboss').from('job').where({ name: 'erase-names', state: 'created' })
    expect(await waiting.update({ start_after: new Date() })).toBeGreaterThan(0)
    await until(async () => expect(await nameOfActor()).toBe('erased'))
  })

  test('a deletion that is refused erases nothing', async () => {
    const { user } = await createPerson('staying')
    const jobs = (): Promise<string[]> =>
      service.db.withSchema('pgboss').from('job').where({ name: 'erase-names' }).pluck('id')
    const before = await jobs()
    const stale = service.acme().users.delete(user.id, { ifMatch: '"1"' })
    await expect(stale).rejects.toMatchObject({ status: 412 })
    expect(await jobs()).toEqual(before)
  })
})

describe('npm run changes:erase', () => {
  const erase = (...args: string[]) => runCommandHere('changes-erase', args, { DATABASE_URL: service.databaseUrl })

  test('does so for a user who stays, as often as it is run, and for nobody else', async () => {
    const { user } = await createPerson('private')
    const neighbour = await createPerson('neighbour')
    const others = await listChanges({ resourceId: neighbour.user.id })
    const args = ['--instance', 'acme', '--user', user.id]
    expect(await erase(...args)).toMatchObject({
      code: 0,
      stdout: `Erased the names of ${user.id} from 5 records of changes of acme.\n`,
    })
    expectErased(await listChanges({ resourceId: user.id }), ['private', 'Wilhelmina', 'Vanderbilt', 'Jane'])
    expectErased(await listChanges({ actorId: user.id }), ['private-2', 'private@', 'Wilhelmina', 'Jane'])
    expect(await listChanges({ resourceId: neighbour.user.id })).toEqual(others)
    const before = await service.db('changes').orderBy(['instance_id', 'sequence'])
    expect((await erase(...args)).stdout).toContain(' from 0 records ')
    expect(await service.db('changes').orderBy(['instance_id', 'sequence'])).toEqual(before)

    // Later records have the names again, until it is run again.
    await service.acme().users.update(user.id, { middleName: null })
    const [latest] = (await listChanges({ resourceId: user.id })).toReversed()
    expect(latest).toMatchObject({ resource: { name: 'private-2' } })
    expect((await erase(...args)).stdout).toContain(' from 1 records ')
    const [after] = (await listChanges({ resourceId: user.id })).toReversed()
    expect(after?.difference).toEqual([{ pointer: '/middleName', before: 'erased', after: 'erased' }])
  })

  test('goes through more records than one batch has, and leaves those of the other instance', async () => {
    const { user } = await createPerson('busy')
    for (const instanceId of ['acme', 'other'])
      await service.db.raw(
        `with head as (
           insert into change_heads as head (instance_id, sequence) values (:instanceId, 12000)
             on conflict (instance_id) do update set sequence = head.sequence + 12000 returning sequence)
         insert into changes (instance_id, sequence, kind, resource_type, resource_id, operation, actor_type, actor_id,
                              actor_name)
         select :instanceId, sequence - n, 'updated', 'agent', 'a', 'updateAgent', 'user', :userId, 'busy-2'
           from head, generate_series(0, 11999) n`,
        { instanceId, userId: user.id },
      )
    const { code, stdout, stderr } = await erase('--instance', 'acme', '--user', user.id)
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `Erased the names of ${user.id} from 12,005 records of changes of acme.\n`,
    })
    expect(stderr).toMatch(/^100 %, 12,005 records, /)
    const named = await service.db('changes').where({ actor_name: 'busy-2' }).pluck('instance_id')
    expect([named.length, new Set(named)]).toEqual([12_000, new Set(['other'])])
  })

  test('says what is wrong', async () => {
    for (const [args, message] of [
      [['--user', 'a'], 'Name the instance: --instance <id>.'],
      [['--instance', 'acme'], 'Name the user by the id: --user <id>.'],
      [['--instance', 'acme', '--user', 'ada@example.com'], 'Name the user by the id: --user <id>.'],
      [['--instance', 'nobody', '--user', 'a'], 'There is no instance nobody.'],
    ] as const)
      expect([args, (await erase(...args)).stderr.includes(message)]).toEqual([args, true])
  })
})
