import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepare } from '../../server/contract/prepared.ts'
import { agents, human, summariser } from '../helpers/data/agents.ts'
import { faultsOf } from '../helpers/faults.ts'
import { integrations, putInStatus, slack } from '../helpers/data/integrations.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { completeInput, twuModels } from '../helpers/data/twu-models.ts'
import { userInput, users } from '../helpers/data/users.ts'

/** What was read, with one change, is what an update takes; what only the service sets is ignored. */
let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const foreign = { id: 'mine', createdAt: '2001-01-01T00:00:00.000Z', updatedAt: '2001-01-01T00:00:00.000Z' }

describe('read, change, write', () => {
  test.each([summariser, human])('an agent of the type $type', async (input) => {
    const { body: agent } = await agents(service).create(input)
    const changed = await service.acme().agents.update(agent.id, { ...agent, ...foreign, active: false })
    expect(changed).toEqual({ ...agent, active: false, etag: changed.etag, updatedAt: changed.updatedAt })
    expect(await service.acme().agents.get(agent.id)).toEqual(changed)
  })

  test('a user', async () => {
    const { body: user } = await users(service).create(userInput('ada'))
    const changed = await service.acme().users.update(user.id, { ...user, ...foreign, familyName: 'King' })
    expect(changed).toEqual({ ...user, familyName: 'King', etag: changed.etag, updatedAt: changed.updatedAt })
  })

  test('an integration, whose secrets stay', async () => {
    const { body: integration } = await integrations(service).create()
    const changed = await service.acme().integrations.update(integration.id, {
      ...integration,
      ...foreign,
      isHealthy: true,
      configuredSecrets: [],
      status: 'inactive',
      name: 'Renamed',
    })
    expect(changed).toEqual({ ...integration, name: 'Renamed', etag: changed.etag, updatedAt: changed.updatedAt })
    expect(changed.configuredSecrets).not.toEqual([])
  })

  test('a version of a TWU model', async () => {
    const { body: model } = await twuModels(service).create()
    const { versions } = service.acme().twuModels
    const draft = await versions.get(model.id, 1)
    const sent = { ...draft, ...foreign, status: 'published', version: 7, name: 'Renamed' } as const
    const changed = await versions.update(model.id, 1, sent)
    const { report } = changed
    expect(changed).toEqual({ ...draft, name: 'Renamed', etag: changed.etag, updatedAt: changed.updatedAt, report })
    // The model itself is what a version may be made of, too.
    const shown = await service.acme().twuModels.get(model.id)
    expect(await versions.update(model.id, 1, shown)).toMatchObject({ version: 1, status: 'DRAFT' })
  })
})

/** A version, as it is answered by whoever updates, and by whoever reads afterwards. */
interface Saved {
  data: unknown
  version: string | null
}

describe('what changes nothing leaves the ETag and the time alone, and no record', () => {
  async function expectUnchanged(read: () => Promise<Saved>, update: (ifMatch: string) => Promise<Saved>) {
    const before = await read()
    const records = await service.db('changes').select('sequence')
    const { data, version } = await update(before.version ?? '')
    expect(await service.db('changes').select('sequence')).toHaveLength(records.length)
    expect({ data, version }).toEqual({ data: before.data, version: before.version })
    expect(await read()).toMatchObject({ data: before.data, version: before.version })
  }

  test('an agent, whatever the order of its metadata', async () => {
    const { agents: all } = service.acme()
    for (const input of [{ ...summariser, metadata: { a: 1, b: [{ c: null, d: 'd' }] } }, human]) {
      const { body: agent } = await agents(service).create(input)
      const read = () => all.get(agent.id).withResponse()
      const metadata = Object.fromEntries(Object.entries(agent.metadata).toReversed())
      await expectUnchanged(read, (ifMatch) => all.update(agent.id, { ...agent, metadata }, { ifMatch }).withResponse())
      await expectUnchanged(read, () => all.update(agent.id, input).withResponse())
    }
  })

  test('a user, by all of it, by a part of it or by nothing', async () => {
    const { users: all } = service.acme()
    const { body: user } = await users(service).create(userInput('same', { middleName: 'S', roles: ['Viewer'] }))
    const read = () => all.get(user.id).withResponse()
    const { name, middleName, familyName, enabled, roles } = user
    for (const body of [user, { name, middleName, familyName }, { enabled }, { roles }, {}])
      await expectUnchanged(read, (ifMatch) => all.update(user.id, body, { ifMatch }).withResponse())
  })

  test('an integration, which is not checked again either', async () => {
    const { integrations: all } = service.acme()
    const { body: integration } = await integrations(service).create()
    await putInStatus(service, integration.id, 'active')
    const read = () => all.get(integration.id).withResponse()
    await expectUnchanged(read, async (ifMatch) =>
      all.update(integration.id, await all.get(integration.id), { ifMatch }).withResponse(),
    )
  })

  test('a draft of a TWU model, and its model', async () => {
    const { twuModels: all } = service.acme()
    const { body: model } = await twuModels(service).create()
    const read = () => all.versions.get(model.id, 1).withResponse()
    const shown = await all.get(model.id).withResponse()
    const draft = await all.versions.get(model.id, 1)
    await expectUnchanged(read, async (ifMatch) => {
      const { data, version } = await all.versions.update(model.id, 1, draft, { ifMatch }).withResponse()
      const { report: _report, ...unchanged } = data
      return { data: unchanged, version }
    })
    expect(await all.get(model.id).withResponse()).toMatchObject({ data: shown.data, version: shown.version })
  })

  test('but a secret that is sent is a change, also when it is the same', async () => {
    const { users: allUsers, integrations: all } = service.acme()
    const { body: user, etag } = await users(service).create(userInput('secretive'))
    const password = { temporaryPassword: 'correct-horse-battery' }
    const changed = await allUsers.update(user.id, password).withResponse()
    expect(changed.version).not.toBe(etag)
    const created = await integrations(service).create(slack)
    const sent = await all.update(created.body.id, slack).withResponse()
    expect(sent.version).not.toBe(created.etag)
  })

  test('and 412 comes first', async () => {
    const { body: agent } = await agents(service).create()
    const refused = await refusal(service.acme().agents.update(agent.id, agent, { ifMatch: '"7"' }))
    expect(refused).toMatchObject({ status: 412 })
  })
})

describe('a copy is created from what was read', () => {
  test('of an agent, an integration and a model, each with an id and times of its own', async () => {
    const { body: agent } = await agents(service).create()
    const copy = await service.acme().agents.create({ ...agent, ...foreign })
    expect(copy).toEqual({
      ...agent,
      id: copy.id,
      createdAt: copy.createdAt,
      etag: copy.etag,
      updatedAt: copy.updatedAt,
    })
    expect(copy.id).not.toBe('mine')
    expect(copy.createdAt > '2026').toBe(true)
    const { body: model } = await twuModels(service).create()
    const second = await service.acme().twuModels.create({ ...model, publishedVersion: 3, status: 'archived' })
    expect(second).toMatchObject({ name: model.name, status: 'DRAFT', version: 1, publishedVersion: null })
    const version = await service.acme().twuModels.versions.get(second.id, 1)
    await service.acme().twuModels.publish(second.id)
    const next = await service.acme().twuModels.versions.create(second.id, version)
    expect(next).toMatchObject({ version: 2, status: 'DRAFT', publishedAt: null })
  })

  test('of an old version of a model, as its draft, whether or not there is one', async () => {
    const { twuModels: all } = service.acme()
    const policies = [{ name: 'any', expression: 'true', otherwise: 'non_compliant' as const }]
    const cases = [{ name: 'none', operations: [], outcomes: { humanTouches: 0 } }]
    const { id } = await all.create({ ...completeInput(), policies, cases })
    await all.publish(id)
    const old = await all.versions.get(id, 1)
    await all.versions.create(id, { name: 'Worse', description: '' })
    const same = { changes: [] }
    await all.versions.update(id, 2, old)
    expect(await all.versions.compare(id, 1, 2)).toMatchObject(same)
    await all.publish(id)
    expect(await all.versions.create(id, old)).toMatchObject({ version: 3, status: 'DRAFT' })
    expect(await all.versions.compare(id, 1, 3)).toMatchObject(same)
  })

  test('of a user who may not come in, who may not either', async () => {
    const { body: user } = await users(service).create(userInput('grace'))
    const disabled = await service.acme().users.update(user.id, { enabled: false })
    const names = { username: 'copy', email: 'copy@example.com', temporaryPassword: 'correct-horse-battery' }
    expect(await service.acme().users.create({ ...disabled, ...names })).toMatchObject({ enabled: false })
  })
})

test('no operation sees what only the service sets', async () => {
  const { contract, validators } = await prepare()
  // What is tested before it is saved, what is reported, what a review decides and a range are no resources with such fields.
  const noResources = new Set(
    'testUnsavedIntegration reportExecution reportExecutions exportTraces sendMcpMessage setMcpAccess reviewWorkLedgerEntry replayWebhook'.split(
      ' ',
    ),
  )
  const withBody = contract.operations.filter(({ id, maxBodyBytes }) => maxBodyBytes !== null && !noResources.has(id))
  for (const { id } of withBody) {
    const body = { name: 'kept', id: 'mine', etag: '"1"', createdAt: foreign.createdAt, updatedAt: foreign.updatedAt }
    const wrap = (sent: object) =>
      id === 'createUsers' ? { users: [sent] } : id === 'evaluateTwuModel' ? { definition: sent } : sent
    expect([id, validators.get(id)?.().writable(wrap(body))]).toEqual([id, wrap({ name: 'kept' })])
  }
})

describe('what only the service sets is ignored, whatever its value', () => {
  const odd = { id: 5, etag: null, createdAt: 'yesterday', updatedAt: [], status: 'broken', draftVersion: 'none' }
  const { id, etag, createdAt, updatedAt } = odd
  test.each<[string, unknown]>([
    ['agents', { ...human, id, etag, createdAt, updatedAt }],
    ['users', { ...userInput('odd'), id, etag, createdAt, updatedAt }],
    ['users/batch', { users: [{ ...userInput('odd-too'), id, etag, createdAt, updatedAt }] }],
    ['integrations', { ...slack, id, etag, createdAt, updatedAt, status: 'broken', isHealthy: 7 }],
    ['twu-models', { name: 'Odd', description: '', ...odd }],
  ])('%s', async (path, body) => {
    const answer = await service.request(`/instances/acme/${path}`, { method: 'POST', body })
    expect([answer.status, answer.text]).toEqual([path === 'users/batch' ? 200 : 201, expect.anything()])
  })

  test('but a misspelt name is refused', async () => {
    const { body: agent } = await agents(service).create()
    const path = `/instances/acme/agents/${agent.id}`
    const body = { ...agent, createdAt: 'yesterday', createdat: agent.createdAt }
    const refused = await service.request(path, { method: 'PUT', role: 'Editor', body })
    expect(refused.status).toBe(400)
    expect(faultsOf(refused)).toEqual(['body /createdat additionalProperties'])
  })
})
