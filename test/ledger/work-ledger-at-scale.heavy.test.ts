import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WorkLedgerEntry } from '../../sdk/src/index.ts'
import type { WorkLedgerFilter } from '../../server/db/work-ledger-filter.ts'
import { createSearchIndex, dropSearchIndexOfSmallLedger } from '../../server/db/work-ledger-search-index.ts'
import { generateEntries } from '../../sdk/src/testing/world/generate-entries.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { insertLedgerEntries } from '../helpers/data/work-ledger-entries.ts'

type Query = WorkLedgerFilter & { sort?: keyof typeof orders; size?: number; page?: number; cursor?: string }

const orders = {
  'createdAt,asc': 1,
  'createdAt,desc': -1,
  'updatedAt,asc': 1,
  'updatedAt,desc': -1,
  'cost,asc': 1,
  'cost,desc': -1,
  'activeTime,asc': 1,
  'activeTime,desc': -1,
} as const

const queries: fc.Arbitrary<Query> = fc.record(
  {
    status: someOf('completed', 'in_progress', 'pending', 'failed'),
    type: fc.constantFrom('TWU', 'MANUAL', 'NOTHING'),
    policyStatus: someOf('compliant', 'non_compliant', 'review_required'),
    actors: someOf('AI', 'HUMAN', 'HYBRID'),
    modelName: fc.constantFrom('Ticket triage', 'Goodwill refund', 'Nothing'),
    costMin: fc.constantFrom(0, 0.1, 1, 5, 20),
    costMax: fc.constantFrom(20, 1000),
    timeMin: fc.constantFrom(0, 0.1),
    timeMax: fc.constantFrom(1, 60, 1000),
    createdFrom: fc.constantFrom('2020-01-01T00:00:00Z', '2026-10-01T00:00:00.000Z', '2026-11-20T00:00:00Z'),
    createdTo: fc.constantFrom('2026-11-20T12:00:00Z', '2026-11-21T00:00:00.000Z'),
    entityId: fc.nat(50).map((at) => entries[at]?.entityId ?? ''),
    search: fc.constantFrom(
      'refund',
      'the',
      'ltd',
      'GMBH',
      'tanaka logistics',
      '-77',
      'zzz',
      '7d5',
      ' - ',
      'phoenix',
      'pegasus',
    ),
    sort: fc.constantFrom(...Object.keys(orders).map(sortOf)),
  },
  { requiredKeys: [] },
)

/** One value or several, as a filter has them. */
function someOf<const Value extends string>(...values: Value[]): fc.Arbitrary<Value[]> {
  return fc.subarray(values, { minLength: 1 })
}

let service: TestService
let entries: WorkLedgerEntry[]

// More than the next entries of a sort in which a page is looked for first (200,000).
const count = 250_000
const numRuns = 100

/** Random lists of each kind, and exports, are compared with a plain search through all entries. */
describe('a ledger of 250,000 entries', () => {
  beforeAll(async () => {
    service = await startTestService()
    entries = [...generateEntries({ seed: 4, count, until: new Date('2026-11-21T00:00:00Z') })]
    // Gives 8 % of the entries, all at one end of a sort, a word to search for.
    for (const entry of entries.toSorted(byAge).slice(0, 0.08 * count)) entry.description += ' Phoenix'
    // More than are counted: the search that matches them reads along the sort.
    for (const entry of entries.slice(0, 0.8 * count)) entry.description += ' Pegasus'
    await dropSearchIndexOfSmallLedger(service.db)
    for (let at = 0; at < count; at += 5000) {
      await insertLedgerEntries(service, 'acme', entries.slice(at, at + 5000))
    }
    await createSearchIndex({ url: service.databaseUrl })
    await service.db.raw('vacuum (analyze) work_ledger_entries')
  })
  afterAll(() => service.close())

  describe('what a search through all entries finds is, in its order,', () => {
    test('what pages hold that follow each other by cursor, all full but the last', async () => {
      await fc.assert(
        fc.asyncProperty(queries, fc.constantFrom(37, 200), async (query, size) => {
          const expected = findAll(query).map(({ id }) => id)
          const found: string[] = []
          let cursor: string | null | undefined
          for (let pages = 0; pages < 3 && cursor !== null; pages++) {
            const { items, page } = await list({ ...query, size, ...(cursor && { cursor }) })
            found.push(...items.map(({ id }) => id))
            expectTotal(page, expected.length)
            expect(items.length === size || page.next === null).toBe(true)
            cursor = page.next
          }
          expect(found).toEqual(cursor === null ? expected : expected.slice(0, 3 * size))
        }),
        {
          numRuns,
          seed: 11,
          examples: [
            [{ search: 'phoenix' }, 200],
            [{ search: 'pegasus' }, 37],
          ],
        },
      )
    })

    test('what any page holds by its number', async () => {
      const places = fc.record({
        size: fc.constantFrom(1, 20, 200),
        share: fc.double({ min: 0, max: 1, noNaN: true }),
      })
      await fc.assert(
        fc.asyncProperty(queries, places, async (query, { size, share }) => {
          const expected = findAll(query).map(({ id }) => id)
          const number = Math.floor((share * Math.min(expected.length, 10_000)) / size)
          const { items, page } = await list({ ...query, size, page: number })
          const start = number * size
          expect(items.map(({ id }) => id)).toEqual(expected.slice(start, start + size))
          expectTotal(page, expected.length)
          expect(page.next === null).toBe(start + size >= expected.length)
        }),
        { numRuns, seed: 12, examples: [[{ search: 'phoenix' }, { size: 20, share: 0.3 }]] },
      )
    })

    test('what an export holds', async () => {
      const queries = [
        { search: 'refund', sort: 'activeTime,desc' },
        { status: ['failed'], actors: ['HUMAN'], sort: 'cost,asc' },
        { status: ['failed', 'pending'], sort: 'cost,asc' },
      ] as const
      for (const query of queries) {
        const lines = await new Response(await service.acme('Viewer').workLedger.export(query)).text()
        const ids = [...lines.matchAll(/^\{"id":"([^"]+)"/gm)].map(([, id]) => id)
        expect(ids).toEqual(findAll(query).map(({ id }) => id))
      }
    })
  })
})

function expectTotal(page: { totalElements: number; totalIsExact: boolean }, matches: number): void {
  expect([page.totalElements, page.totalIsExact]).toEqual([Math.min(matches, 10_000), matches <= 10_000])
}

function sortOf(text: string): keyof typeof orders {
  if (!isSort(text)) throw new Error(`${text} is no sort.`)
  return text
}

function isSort(text: string): text is keyof typeof orders {
  return text in orders
}

function list(query: Query) {
  return service.acme('Viewer').workLedger.list(query)
}

/** The slow reference: no index, no database. */
function findAll({ sort = 'createdAt,desc', search, ...filter }: Query): WorkLedgerEntry[] {
  const { status, type, policyStatus, actors, modelName } = filter
  const { costMin = 0, costMax = Infinity, timeMin = 0, timeMax = Infinity } = filter
  const { createdFrom = '0001-01-01', createdTo = '9999-01-01', entityId } = filter
  const from = new Date(createdFrom).toISOString()
  const to = new Date(createdTo).toISOString()
  const text = search?.toLowerCase()
  const field = sort.split(',')[0]
  const key = ({ createdAt, updatedAt, cost, activeTime }: WorkLedgerEntry) =>
    field === 'cost' ? cost : field === 'activeTime' ? activeTime : field === 'updatedAt' ? updatedAt : createdAt
  return entries
    .filter((entry) => (status ?? [entry.status]).includes(entry.status) && (type ?? entry.type) === entry.type)
    .filter((entry) => (policyStatus ?? [entry.policyStatus]).includes(entry.policyStatus))
    .filter((entry) => (modelName ?? entry.modelName) === entry.modelName)
    .filter((entry) => (entityId ?? entry.entityId) === entry.entityId)
    .filter(({ createdAt }) => createdAt >= from && createdAt <= to)
    .filter(({ actors: [only = 'AI', other] }) => actors === undefined || actors.includes(other ? 'HYBRID' : only))
    .filter(
      ({ cost, activeTime }) => cost >= costMin && cost <= costMax && activeTime >= timeMin && activeTime <= timeMax,
    )
    .filter(
      ({ title, description, id, entityId, relatedEntity }) =>
        text === undefined ||
        [title, description, id, entityId, relatedEntity].some((value) => value.toLowerCase().includes(text)),
    )
    .toSorted((a, b) => orders[sort] * (compare(key(a), key(b)) || compare(a.id, b.id)))
}

function byAge(a: WorkLedgerEntry, b: WorkLedgerEntry): number {
  return compare(a.createdAt, b.createdAt)
}

function compare<Value extends string | number>(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0
}
