import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Integration, IntegrationInput, ListIntegrationsQuery } from '../../sdk/src/index.ts'
import { faultsOf } from '../helpers/faults.ts'
import { amazonConnect, integrations, putInStatus, salesforce, slack, zendesk } from '../helpers/data/integrations.ts'
import { describeList, inOrder } from '../helpers/lists.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

const path = '/instances/acme/integrations'

const inputs: [Integration['status'], IntegrationInput][] = [
  ['active', { ...slack, name: 'Support', description: null, secretsExpireAt: '2026-12-01' }],
  ['error', { ...slack, name: 'support 100%', description: 'Sales hand-overs' }],
  ['connecting', { ...zendesk, name: 'Support_50%' }],
  ['inactive', { ...zendesk, name: 'a\\b', description: 'Old help desk', secretsExpireAt: '2026-12-31' }],
  ['active', { ...salesforce, name: 'A\\B c', description: 'support of sales' }],
  ['active', { ...salesforce, name: 'Zebra', description: '' }],
  ['error', { ...amazonConnect, name: 'ångström', description: 'Téléphone' }],
  ['inactive', { ...amazonConnect, name: 'support' }],
  ['connecting', { ...slack, name: 'Support' }],
]

const sorts = ['name,asc', 'name,desc', 'createdAt,asc', 'createdAt,desc', 'updatedAt,asc', 'updatedAt,desc'] as const

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

function list(query: ListIntegrationsQuery = {}) {
  return service.acme('Viewer').integrations.list(query)
}

/** What the list must be, from the same integrations in memory. */
function expected({
  type,
  status,
  search,
  expiresBefore,
  sort = 'name,asc',
}: ListIntegrationsQuery = {}): Integration[] {
  const holds = (text: string | null) => text?.toLowerCase().includes(search?.toLowerCase() ?? '')
  const found = all
    .filter((integration) => type === undefined || integration.type === type)
    .filter((integration) => status === undefined || integration.status === status)
    .filter(({ secretsExpireAt: day }) => expiresBefore === undefined || (day !== null && day < expiresBefore))
    .filter(({ name, description }) => search === undefined || holds(name) || holds(description))
  return inOrder(found, sort)
}

describeList<ListIntegrationsQuery, Integration>({
  service: () => service,
  path,
  list,
  listElsewhere: (query) => service.other('Viewer').integrations.list(query),
  expected,
  anyQuery: fc.record(
    {
      type: fc.constantFrom('SLACK', 'ZENDESK', 'HUBSPOT'),
      status: fc.constantFrom('active', 'inactive', 'connecting', 'error'),
      search: fc.constantFrom('support', 'a', 'e', 'B', '%', 'nobody'),
      expiresBefore: fc.constantFrom('2026-12-01', '2026-12-02', '2027-01-01'),
      sort: fc.constantFrom(...sorts),
    },
    { requiredKeys: [] },
  ),
  sorted: sorts.map((sort) => ({ sort })),
  texts: [
    {
      filter: 'search in name and description',
      query: (search) => ({ search }),
      found: [
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
      ],
    },
  ],
  walked: {
    query: { search: 'a', sort: 'name,asc' },
    others: [
      { sort: 'name,asc' },
      { search: 'sup', sort: 'name,asc' },
      { search: 'a', sort: 'name,desc' },
      { search: 'a', sort: 'name,asc', type: 'SLACK' },
      { search: 'a', sort: 'name,asc', status: 'active' },
    ],
  },
})

describe('200', () => {
  test('secrets are not in it, in clear or sealed', async () => {
    const { text } = await service.request(path)
    expect(text).not.toMatch(/secret-\w+-\w+-1|v1\./)
    expect(text).toContain('"configuredSecrets":["secretAccessKey","sessionToken"]')
  })

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

  test('integrations of another instance are not listed', async () => {
    const { items, page } = await service.other('Viewer').integrations.list()
    expect([items, page.totalElements]).toEqual([[], 0])
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
    ['search=a%00b', 'query /search nul'],
    [`search=${'a'.repeat(257)}`, 'query /search maxLength'],
    ['size=0', 'query /size minimum'],
    ['size=1e-2', 'query /size type'],
  ])('%s is refused', async (query, fault) => {
    const refused = await service.request(`${path}?${query}`)
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([fault])
  })
})
