import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListTwuModelsQuery, TwuModelSummary } from '../../sdk/src/index.ts'
import { faultsOf } from '../helpers/faults.ts'
import { describeList, inOrder } from '../helpers/lists.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { completeInput, twuModels } from '../helpers/data/twu-models.ts'

const path = '/instances/acme/twu-models'

const sorts = ['name,asc', 'name,desc', 'createdAt,asc', 'createdAt,desc', 'updatedAt,asc', 'updatedAt,desc'] as const

let service: TestService
let all: TwuModelSummary[] = []
beforeAll(async () => {
  service = await startTestService()
  const models = twuModels(service)
  const names = ['Refunds', 'refunds 100%', 'Refund_50%', 'a\\b', 'A\\B c', 'Zebra', 'ångström', 'refunds', 'Émile']
  for (const [at, name] of names.entries()) {
    const { body } = await models.create(completeInput(name))
    if (at % 3 === 1) await models.publish(body.id)
    if (at % 3 === 2) await models.archiveVersion(body.id, 1)
    if (at === 7) await models.createVersion(body.id, completeInput('A draft beside'))
    const { entities, actions, events, outcomes, policies, cases, ...summary } = (await models.read(body.id)).body
    expect([entities, actions, events, outcomes, policies, cases]).toEqual(Object.values(completeInput()).slice(2))
    all.push(summary)
  }
  // Ties in every field that can tie.
  const tied = '2026-01-01T00:00:00.000Z'
  const ids = all.slice(3, 7).map(({ id }) => id)
  await service.db('twu_models').whereIn('id', ids).update({ created_at: tied, updated_at: tied })
  all = all.map((model) => (ids.includes(model.id) ? { ...model, createdAt: tied, updatedAt: tied } : model))
})
afterAll(() => service.close())

function list(query: ListTwuModelsQuery = {}) {
  return service.acme('Viewer').twuModels.list(query)
}

/** What the list must be, from the same models in memory. */
function expected({ name, status, hasDraft, sort = 'updatedAt,desc' }: ListTwuModelsQuery = {}): TwuModelSummary[] {
  const found = all
    .filter((model) => name === undefined || model.name.toLowerCase().includes(name.toLowerCase()))
    .filter((model) => status === undefined || model.status === status)
    .filter((model) => hasDraft === undefined || (model.draftVersion !== null) === hasDraft)
  return inOrder(found, sort)
}

describeList<ListTwuModelsQuery, TwuModelSummary>({
  service: () => service,
  path,
  list,
  listElsewhere: (query) => service.other('Viewer').twuModels.list(query),
  expected,
  anyQuery: fc.record(
    {
      name: fc.constantFrom('refund', 'a', 'e', 'B', '%', 'nobody'),
      status: fc.constantFrom('DRAFT' as const, 'published' as const, 'archived' as const),
      hasDraft: fc.boolean(),
      sort: fc.constantFrom(...sorts),
    },
    { requiredKeys: [] },
  ),
  sorted: sorts.map((sort) => ({ sort })),
  texts: [
    {
      filter: 'name',
      query: (name) => ({ name }),
      found: [
        ['refund', 4],
        ['REFUND', 4],
        ['%', 2],
        ['d_5', 1],
        ['_', 1],
        ['\\', 2],
        ['A\\b', 2],
        ['ÅNGS', 1],
        ['é', 1],
        ["' or true --", 0],
        ['a?b', 0],
      ],
    },
  ],
  walked: {
    query: { name: 'e', sort: 'name,asc' },
    others: [
      { sort: 'name,asc' },
      { name: 'e' },
      { name: 'e', sort: 'name,desc' },
      { name: 'e', sort: 'name,asc', status: 'DRAFT' },
      { name: 'e', sort: 'name,asc', hasDraft: false },
    ],
  },
})

describe('200', () => {
  test('models with a draft are found, published or not, and so are models without one', async () => {
    const drafts = await list({ hasDraft: true })
    expect(drafts.items).toEqual(expected({ hasDraft: true }))
    expect(drafts.items.map(({ status }) => status).sort()).toEqual(['DRAFT', 'DRAFT', 'DRAFT', 'published'])
    const others = await list({ hasDraft: false })
    expect(others.items).toEqual(expected({ hasDraft: false }))
    expect([drafts.page.totalElements, others.page.totalElements]).toEqual([4, 5])
    expect((await list({ hasDraft: true, status: 'published' })).items).toMatchObject([
      { name: 'refunds', version: 1, draftVersion: 2 },
    ])
  })

  test('models of another instance are not listed', async () => {
    expect(await service.other().twuModels.list()).toMatchObject({
      items: [],
      page: { totalElements: 0, totalPages: 0 },
    })
  })

  test('the name that is published filters and sorts until the draft is published', async () => {
    const models = twuModels(service)
    const { body } = await models.create(completeInput('Butterfly'))
    await models.publish(body.id)
    await models.createVersion(body.id, completeInput('Zulu'))
    expect((await list({ name: 'zulu' })).items).toEqual([])
    expect((await list({ name: 'butterfly' })).items).toMatchObject([
      { id: body.id, status: 'published', version: 1, draftVersion: 2, publishedVersion: 1 },
    ])
    const sorted = (await list({ sort: 'name,asc' })).items.map(({ name }) => name)
    expect(sorted.indexOf('Butterfly')).toBeLessThan(sorted.indexOf('Refunds'))
    await models.publish(body.id)
    expect((await list({ name: 'butterfly' })).items).toEqual([])
    expect((await list({ name: 'zulu' })).items).toMatchObject([{ id: body.id, version: 2, draftVersion: null }])
    await service.db('twu_model_versions').where({ model_id: body.id }).delete()
    await service.db('twu_models').where({ id: body.id }).delete()
  })
})

describe('400', () => {
  test('every fault of the query is named', async () => {
    const refused = await service.request(
      `${path}?size=201&page=-1&sort=version,asc&status=draft&hasDraft=yes&name=%00&title=x&title=y`,
    )
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([
      'query /hasDraft type',
      'query /name nul',
      'query /page minimum',
      'query /size maximum',
      'query /sort enum',
      'query /status enum',
      'query /title unknown',
    ])
  })
})
