import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Integration, IntegrationInput, ListIntegrationsQuery } from '../../sdk/src/index.ts'
import { faultsOf } from '../helpers/faults.ts'
import {
  amazonConnect,
  integrations,
  putInStatus,
  salesforce,
  slack,
  zendesk,
} from '../helpers/integrations.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { collect, compareText, walkPages } from '../helpers/walks.ts'

const path = '/instances/acme/integrations'

const inputs: [Integration['status'], IntegrationInput][] = [
  ['active', { ...slack, name: 'Support', description: null }],
  ['error', { ...slack, name: 'support 100%', description: 'Sales hand-overs' }],
  ['connecting', { ...zendesk, name: 'Support_50%' }],
  ['inactive', { ...zendesk, name: 'a\\b', description: 'Old help desk' }],
  ['active', { ...salesforce, name: 'A\\B c', description: 'support of sales' }],
  ['active', { ...salesforce, name: 'Zebra', description: '' }],
  ['error', { ...amazonConnect, name: 'ångström', description: 'Téléphone' }],
  ['inactive', { ...amazonConnect, name: 'support' }],
  ['connecting', { ...slack, name: 'Support' }],
]

let service: TestService
const all: Integration[] = []
beforeAll(async () => {
  service = await startTestService()
  const { create, read } = integrations(service)
  for (const [at, [status, input]] of inputs.entries()) {
    const { body } = await create(input)
    await putInStatus(service, body.id, status)
    // Ties in every field that can tie.
    const tied = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-02T00:00:00.000Z' }
    if (at % 2 === 0) await service.db('integrations').where({ id: body.id }).update(tied)
    all.push((await read(body.id)).body)
  }
})
afterAll(() => service.close())

function list(query: ListIntegrationsQuery) {
  return service.acme('Viewer').integrations.list(query)
}

/** What the list must be, from the same integrations in memory. */
function expected({ type, status, search, sort = 'name,asc' }: ListIntegrationsQuery): Integration[] {
  const sign = sort.endsWith('desc') ? -1 : 1
  const key = ({ name, createdAt, updatedAt }: Integration) =>
    sort.startsWith('name') ? name.toLowerCase() : sort.startsWith('createdAt') ? createdAt : updatedAt
  const holds = (text: string | null) => text?.toLowerCase().includes(search?.toLowerCase() ?? '')
  return all
    .filter((integration) => type === undefined || integration.type === type)
    .filter((integration) => status === undefined || integration.status === status)
    .filter(({ name, description }) => search === undefined || holds(name) || holds(description))
    .sort((a, b) => sign * (compareText(key(a), key(b)) || compareText(a.id, b.id)))
}

describe('200', () => {
  test('integrations come by name, twenty to a page, as they read one by one', async () => {
    const { items, page } = await list({})
    expect({ items, page }).toEqual({
      items: expected({}),
      page: { size: 20, number: 0, totalElements: 9, totalPages: 1, totalIsExact: true, next: null },
    })
  })

  test('secrets are not in it, in clear or sealed', async () => {
    const { text } = await service.request(path)
    expect(text).not.toMatch(/secret-\w+-\w+-1|v1\./)
    expect(text).toContain('"configuredSecrets":["secretAccessKey","sessionToken"]')
  })

  test.each([
    ['SUPPORT', 6],
    ['sales', 2],
    ['%', 2],
    ['t_5', 1],
    ['_', 1],
    ['\\', 2],
    ['A\\b', 2],
    ['ÅNGS', 1],
    ['TÉLÉ', 1],
    ['ZENDESK', 0],
    ["' or true --", 0],
    ['a?b', 0],
  ])(
    'search matches a part of the name or the description, and nothing is a wildcard: %s',
    async (search, count) => {
      const { items, page } = await list({ search })
      expect(items).toEqual(expected({ search }))
      expect(page.totalElements).toBe(count)
    },
  )

  test.each<[ListIntegrationsQuery, number]>([
    [{ type: 'SLACK' }, 3],
    [{ status: 'inactive' }, 2],
    [{ type: 'SLACK', status: 'active' }, 1],
    [{ type: 'SALESFORCE', status: 'active', search: 'support' }, 1],
    [{ type: 'SLACK', status: 'inactive' }, 0],
  ])('filters narrow each other down: %j', async (query, count) => {
    const { items, page } = await list(query)
    expect(items).toEqual(expected(query))
    expect(page.totalElements).toBe(count)
  })

  test('a type that the server does not know, nor the SDK, finds nothing', async () => {
    expect(await service.request(`${path}?type=A_TYPE_OF_TOMORROW`)).toMatchObject({
      status: 200,
      json: { content: [], page: { totalElements: 0 } },
    })
  })

  test('any filter, sort and page size: pages and cursor walks give every match once, in order', async () => {
    const query = fc.record(
      {
        type: fc.constantFrom('SLACK', 'ZENDESK', 'HUBSPOT'),
        status: fc.constantFrom('active', 'inactive', 'connecting', 'error'),
        search: fc.constantFrom('support', 'a', 'e', 'B', '%', 'nobody'),
        sort: fc.constantFrom(
          'name,asc',
          'name,desc',
          'createdAt,asc',
          'createdAt,desc',
          'updatedAt,asc',
          'updatedAt,desc',
        ),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(query, fc.integer({ min: 1, max: 5 }), async (query, size) => {
        const wanted = expected(query)
        const filtered: typeof list = (paging) => list({ ...query, ...paging })
        expect(await walkPages(filtered, size, wanted.length)).toEqual(wanted)
        expect(await collect(filtered({ size }))).toEqual(wanted)
      }),
      { numRuns: 15 },
    )
  })

  test('integrations of another instance are not listed', async () => {
    const { items, page } = await service.other('Viewer').integrations.list()
    expect([items, page.totalElements]).toEqual([[], 0])
  })

  test('a cursor takes another size along', async () => {
    const { page } = await list({ size: 2 })
    expect((await list({ size: 3, cursor: page.next ?? '' })).items).toEqual(expected({}).slice(2, 5))
  })

  test('the deepest page is empty', async () => {
    expect(await list({ page: 50, size: 200 })).toMatchObject({ items: [], page: { next: null } })
  })
})

describe('400', () => {
  test('every faulty parameter is pointed at', async () => {
    const refused = await service.request(
      `${path}?type=slack&status=broken&search=%00&sort=type,asc&size=201&page=-1&owner=ada&owner=bob`,
    )
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([
      'query /owner unknown',
      'query /page minimum',
      'query /search nul',
      'query /size maximum',
      'query /sort enum',
      'query /status enum',
      'query /type pattern',
    ])
  })

  test.each([
    ['type=SLACK&type=ZENDESK', 'query /type repeated'],
    ['search=a%00b', 'query /search nul'],
    [`search=${'a'.repeat(257)}`, 'query /search maxLength'],
    ['size=0', 'query /size minimum'],
    ['size=1e-2', 'query /size type'],
  ])('%s is refused', async (query, fault) => {
    const refused = await service.request(`${path}?${query}`)
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([fault])
  })

  test('pages beyond 10,000 items are refused in favour of the cursor', async () => {
    const refused = await refusal(list({ page: 51, size: 200 }))
    expect(refused).toMatchObject({ status: 400, code: 'page_too_deep' })
    expect(faultsOf(refused)).toEqual(['query /page page_too_deep'])
  })

  test.each<ListIntegrationsQuery>([
    { type: 'SLACK' },
    { status: 'active' },
    { search: 'sup' },
    { sort: 'name,desc' },
  ])('a cursor does not go with another filter or sort: %j', async (change) => {
    const { page } = await list({ size: 2 })
    const refused = await refusal(list({ ...change, cursor: page.next ?? '' }))
    expect(refused).toMatchObject({ status: 400, code: 'invalid_cursor' })
    expect(faultsOf(refused)).toEqual(['query /cursor invalid_cursor'])
  })

  test('a cursor goes with no other instance, and with no page', async () => {
    const { page } = await list({ size: 2 })
    const cursor = page.next ?? ''
    const foreign = service.other('Viewer').integrations.list({ cursor })
    await expect(foreign).rejects.toMatchObject({ status: 400, code: 'invalid_cursor' })
    const both = await refusal(list({ page: 1, cursor }))
    expect(both).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(faultsOf(both)).toEqual(['query /page invalid_request'])
  })

  test('a made-up cursor is refused', async () => {
    const refused = list({ cursor: 'bm9uc2Vuc2U' })
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'invalid_cursor' })
  })
})
