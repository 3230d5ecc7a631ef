import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListChangesQuery } from '../../sdk/src/index.ts'
import { summariser } from '../helpers/data/agents.ts'
import { faultsOf } from '../helpers/faults.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { collect } from '../helpers/walks.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

function list(query: ListChangesQuery = {}) {
  return collect(service.acme('Manager').changes.list({ size: 7, ...query }))
}

describe('200', () => {
  test('the newest change comes first, with who made it and what differs', async () => {
    const agent = await service.acme('Editor').agents.create(summariser)
    const { requestId } = await service
      .acme('Editor')
      .agents.update(agent.id, { ...summariser, name: 'Digest writer', metadata: { team: 'press' } })
      .withResponse()
    await service.acme('Editor').agents.delete(agent.id)
    const [deleted, updated, created] = await list({ resourceId: agent.id })
    expect(updated).toEqual({
      sequence: (deleted?.sequence ?? 0) - 1,
      at: updated?.at,
      kind: 'updated',
      resource: { type: 'agent', id: agent.id, name: 'Digest writer' },
      version: null,
      operation: 'updateAgent',
      actor: { type: 'client', id: 'tester-Editor', name: 'tester-Editor' },
      requestId,
      etagBefore: '"1"',
      etagAfter: '"2"',
      difference: [
        { pointer: '/name', before: summariser.name, after: 'Digest writer' },
        { pointer: '/metadata/team', before: 'support', after: 'press' },
        { pointer: '/metadata/shift', before: summariser.metadata?.['shift'] },
      ],
    })
    expect(created).toMatchObject({ kind: 'created', etagBefore: null, etagAfter: '"1"' })
    expect(created?.difference).toContainEqual({ pointer: '/createdAt', after: agent.createdAt })
    expect(deleted).toMatchObject({ kind: 'deleted', etagBefore: '"2"', etagAfter: null })
    expect(deleted?.difference).toContainEqual({ pointer: '/name', before: 'Digest writer' })
  })

  test('a user is named as the actor by the username of then', async () => {
    const ada = await service.acme().users.create({
      username: 'ada',
      email: 'ada@example.com',
      name: 'Ada',
      roles: ['Administrator'],
      temporaryPassword: 'a long enough password',
    })
    const asAda = service.client('Administrator', { sub: ada.id, client_id: 'console' }).instance('acme')
    await asAda.agents.create(summariser)
    await service.acme().users.update(ada.id, { username: 'countess' })
    const [made] = await list({ actorId: ada.id })
    expect(made).toMatchObject({ operation: 'createAgent', actor: { type: 'user', id: ada.id, name: 'ada' } })
  })

  test('filters narrow each other, and every page of them is whole', async () => {
    const agents = service.acme('Editor').agents
    for (let at = 0; at < 8; at += 1) await agents.create({ ...summariser, name: `Filtered ${at}` })
    const all = await list()
    const expected = (wanted: (change: (typeof all)[number]) => boolean) =>
      all.filter(wanted).map((one) => one.sequence)
    const numbers = async (query: ListChangesQuery) => (await list(query)).map(({ sequence }) => sequence)
    const middle = all[4]?.at ?? ''
    expect(await numbers({ resourceType: 'user' })).toEqual(expected(({ resource }) => resource.type === 'user'))
    expect(await numbers({ operation: 'createAgent' })).toEqual(expected((one) => one.operation === 'createAgent'))
    expect(await numbers({ actorId: 'tester-Editor', from: middle })).toEqual(
      expected((one) => one.actor.id === 'tester-Editor' && one.at >= middle),
    )
    expect(await numbers({ to: middle })).toEqual(expected((one) => one.at <= middle))
    expect(await numbers({ sort: 'sequence,asc' })).toEqual(expected(() => true).toReversed())
  })

  test('the numbers have no gaps, whatever is refused or changes nothing', async () => {
    const editor = service.acme('Editor')
    const agent = await editor.agents.create(summariser)
    await editor.agents.update(agent.id, summariser)
    await refusal(editor.agents.update(agent.id, { ...summariser, name: 'Late' }, { ifMatch: '"9"' }))
    await refusal(service.acme().users.create({ username: 'ada2', email: 'not an address', name: 'Ada' }))
    await editor.agents.update(agent.id, { ...summariser, name: 'Changed' })
    const changes = await list({ sort: 'sequence,asc' })
    expect(changes.map(({ sequence }) => sequence)).toEqual(changes.map((_, at) => at + 1))
    expect(await list({ resourceId: agent.id })).toHaveLength(2)
  })

  test('changes that run at once take one number each, and each begins where the one before it ended', async () => {
    const agent = await service.acme('Editor').agents.create(summariser)
    const names = Array.from({ length: 40 }, (_, at) => `Name ${at}`)
    await Promise.all(names.map((name) => service.acme('Editor').agents.update(agent.id, { ...summariser, name })))
    const changes = await list({ resourceId: agent.id, sort: 'sequence,asc', size: 200 })
    expect(changes).toHaveLength(41)
    for (const [at, change] of changes.slice(1).entries()) {
      expect(change.etagBefore).toBe(changes[at]?.etagAfter)
      const was = at === 0 ? summariser.name : changes[at]?.difference[0]?.after
      expect(change.difference).toEqual([{ pointer: '/name', before: was, after: change.resource.name }])
    }
  })

  test('nothing of another instance is listed', async () => {
    const elsewhere = await service.other('Editor').agents.create(summariser)
    expect(await list({ resourceId: elsewhere.id })).toEqual([])
    expect(await collect(service.other('Manager').changes.list())).toMatchObject([{ sequence: 1 }])
  })
})

describe('400', () => {
  test.each([
    ['a period that begins after its end', 'from=2026-11-02T00:00:00Z&to=2026-11-01T00:00:00Z', 'query /from range'],
    ['a misspelt type', 'resourceType=Agent%20', 'query /resourceType enum'],
    ['a cursor of nobody', 'cursor=abc', 'query /cursor invalid_cursor'],
  ])('%s is refused', async (_what, query, fault) => {
    const refused = await service.request(`/instances/acme/changes?${query}`)
    expect([refused.status, faultsOf(refused)]).toEqual([400, [fault]])
  })
})
