import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListTwuModelsQuery, TwuModelSummary } from '../../sdk/src/index.ts'
import { faultsOf } from '../helpers/faults.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { completeInput, twuModels } from '../helpers/twu-models.ts'

const path = '/instances/acme/twu-models'

let service: TestService
let all: TwuModelSummary[] = []
beforeAll(async () => {
  service = await startTestService()
  const models = twuModels(service)
  const names = [
    'Refunds',
    'refunds 100%',
    'Refund_50%',
    'a\\b',
    'A\\B c',
    'Zebra',
    'ångström',
    'refunds',
    'Émile',
  ]
  for (const [at, name] of names.entries()) {
    const { body } = await models.create(completeInput(name))
    if (at % 3 === 1) await models.publish(body.id)
    if (at % 3 === 2) await models.archiveVersion(body.id, 1)
    const { entities, actions, events, outcomes, ...summary } = (await models.read(body.id)).body
    expect([entities, actions, events, outcomes]).toEqual(Object.values(completeInput()).slice(2))
    all.push(summary)
  }
  // Ties in every field that can tie.
  const tied = '2026-01-01T00:00:00.000Z'
  const ids = all.slice(3, 7).map(({ id }) => id)
  await service.db('twu_models').whereIn('id', ids).update({ created_at: tied, updated_at: tied })
  all = all.map((model) => (ids.includes(model.id) ? { ...model, createdAt: tied, updatedAt: tied } : model))
})
afterAll(() => service.close())

function list(query: ListTwuModelsQuery) {
  return service.acme('Viewer').twuModels.list(query)
}

/** What the list must be, from the same models in memory. */
function expected({ name, status, sort = 'updatedAt,desc' }: ListTwuModelsQuery): TwuModelSummary[] {
  const sign = sort.endsWith('desc') ? -1 : 1
  const key = ({ name, createdAt, updatedAt }: TwuModelSummary) =>
    sort.startsWith('name') ? name.toLowerCase() : sort.startsWith('createdAt') ? createdAt : updatedAt
  return all
    .filter((model) => name === undefined || model.name.toLowerCase().includes(name.toLowerCase()))
    .filter((model) => status === undefined || model.status === status)
    .sort((a, b) => sign * (compare(key(a), key(b)) || compare(a.id, b.id)))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

describe('200', () => {
  test('models come without definitions, the most recently changed first, twenty to a page', async () => {
    const { items, page } = await list({})
    expect({ items, page }).toEqual({
      items: expected({}),
      page: { size: 20, number: 0, totalElements: 9, totalPages: 1, totalIsExact: true, next: null },
    })
  })

  test.each([
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
  ])(
    'a name filter matches a part of the name, whatever the case, and nothing is a wildcard: %s',
    async (name, count) => {
      const { items, page } = await list({ name })
      expect(items).toEqual(expected({ name }))
      expect(page.totalElements).toBe(count)
    },
  )

  test('any filter, sort and page size: pages and cursor walks give every match once, in order', async () => {
    const query = fc.record(
      {
        name: fc.constantFrom('refund', 'a', 'e', 'B', '%', 'nobody'),
        status: fc.constantFrom('DRAFT' as const, 'published' as const, 'archived' as const),
        sort: fc.constantFrom(
          'name,asc' as const,
          'name,desc' as const,
          'createdAt,asc' as const,
          'createdAt,desc' as const,
          'updatedAt,asc' as const,
          'updatedAt,desc' as const,
        ),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(query, fc.integer({ min: 1, max: 5 }), async (query, size) => {
        const wanted = expected(query)
        const byPage = []
        for (let page = 0; page * size <= wanted.length; page += 1) {
          const found = await list({ ...query, size, page })
          expect(found.page).toMatchObject({ number: page, totalElements: wanted.length })
          byPage.push(...found.items)
        }
        expect(byPage).toEqual(wanted)
        const byCursor = []
        for (let cursor: string | null = '', walked = 0; cursor !== null; walked += 1) {
          const { items, page } = await list({ ...query, size, ...(cursor !== '' && { cursor }) })
          expect(page).toMatchObject({ number: walked, totalElements: wanted.length })
          byCursor.push(...items)
          cursor = page.next
        }
        expect(byCursor).toEqual(wanted)
      }),
      { numRuns: 15 },
    )
  })

  test('models of another instance are not listed', async () => {
    expect(await service.other().twuModels.list()).toMatchObject({
      items: [],
      page: { totalElements: 0, totalPages: 0 },
    })
  })

  test('the latest name of a model is the one that filters and sorts', async () => {
    const models = twuModels(service)
    const { body } = await models.create(completeInput('Caterpillar'))
    await models.publish(body.id)
    await models.createVersion(body.id, completeInput('Butterfly'))
    expect((await list({ name: 'caterpillar' })).items).toEqual([])
    expect((await list({ name: 'butterfly' })).items).toMatchObject([
      { id: body.id, status: 'published', version: 2, draftVersion: 2, publishedVersion: 1 },
    ])
    await service.db('twu_model_versions').where({ model_id: body.id }).delete()
    await service.db('twu_models').where({ id: body.id }).delete()
  })
})

describe('400', () => {
  test('every fault of the query is named', async () => {
    const refused = await service.request(
      `${path}?size=201&page=-1&sort=version,asc&status=draft&name=%00&title=x&title=y`,
    )
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([
      'query /name nul',
      'query /page minimum',
      'query /size maximum',
      'query /sort enum',
      'query /status enum',
      'query /title unknown',
    ])
  })

  test('a repeated parameter is refused', async () => {
    const refused = await service.request(`${path}?status=DRAFT&status=published`)
    expect(refused.status).toBe(400)
    expect(faultsOf(refused)).toEqual(['query /status repeated'])
  })

  test('a cursor goes on only with the filter and the sort that it came from, and without page', async () => {
    const query: ListTwuModelsQuery = { name: 'e', sort: 'name,asc' }
    const { page } = await list({ ...query, size: 1 })
    const cursor = page.next ?? ''
    expect((await list({ ...query, size: 3, cursor })).items).toEqual(expected(query).slice(1, 4))
    const changed: ListTwuModelsQuery[] = [
      { sort: 'name,asc' },
      { name: 'e' },
      { name: 'e', sort: 'name,desc' },
      { ...query, status: 'DRAFT' },
    ]
    for (const other of changed) {
      const refused = await refusal(list({ ...other, cursor }))
      expect(refused, JSON.stringify(other)).toMatchObject({ status: 400, code: 'invalid_cursor' })
    }
    const withPage = list({ ...query, page: 1, cursor })
    await expect(withPage).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
  })

  test('a page beyond 10,000 models is too deep, even where there are fewer', async () => {
    expect((await list({ page: 50, size: 200 })).items).toEqual([])
    const refused = list({ page: 51, size: 200 })
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'page_too_deep' })
  })
})
