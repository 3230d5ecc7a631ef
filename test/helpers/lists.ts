import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ListCall } from '../../sdk/src/index.ts'
import { faultsOf } from './faults.ts'
import { refusal } from './outcomes.ts'
import { isExhaustive, rounds } from './rounds.ts'
import type { TestService } from './service.ts'
import { collect, compareText, walkPages } from './walks.ts'

/** What a list of the contract is asked for by every caller; a list adds its own filters. */
interface Paging {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
  cursor?: string | undefined
}

export interface ListFacts<Query extends Paging, Item> {
  /** The running service, once `beforeAll` has started it. */
  service: () => TestService
  /** The path of the list in the instance `acme`. */
  path: string
  list: (query?: Query) => ListCall<Item>
  /** The same list, in the instance `other`. */
  listElsewhere: (query: Query) => ListCall<Item>
  /** What the list must be, from the same rows in memory. */
  expected: (query?: Query) => Item[]
  /** Queries with any filters and sort, in any combination. */
  anyQuery: fc.Arbitrary<Query>
  /** One query for each sort. */
  sorted: readonly Query[]
  /** The filters that find a part of a text: what each is given, and how many items it then finds. */
  texts?: readonly { filter: string; query: (text: string) => Query; found: readonly [string, number][] }[]
  /** A query with a sort that matches two items at least, and queries that differ from it in one filter or in the sort. */
  walked: { query: Query; others: readonly Query[] }
}

/** The facts that hold for every list with pages, sorts and cursors. */
export function describeList<Query extends Paging, Item>({
  service,
  path,
  list,
  listElsewhere,
  expected,
  anyQuery,
  sorted,
  texts = [],
  walked: { query, others },
}: ListFacts<Query, Item>): void {
  describe('as every list', () => {
    test('any filter, sort and page size: pages and cursor walks give every match once, in order', async () => {
      await fc.assert(
        fc.asyncProperty(anyQuery, fc.integer({ min: 1, max: 5 }), async (query, size) => {
          const wanted = expected(query)
          const narrowed = (paging: { size: number; page?: number }) => list({ ...query, ...paging })
          expect(await walkPages(narrowed, size, wanted.length)).toEqual(wanted)
          expect(await collect(narrowed({ size }))).toEqual(wanted)
        }),
        { numRuns: rounds(3) },
      )
    })

    test('without a query: twenty to a page at most, in the default order, those of other instances never', async () => {
      const wanted = expected()
      const { items, page } = await list()
      const one = { size: 20, number: 0, totalElements: wanted.length, totalPages: 1, totalIsExact: true, next: null }
      expect({ items, page }).toEqual({ items: wanted, page: one })
    })

    test.each(sorted)('pages and cursor walks give everything once, whatever ties: %j', async (query) => {
      const wanted = expected(query)
      for (const size of isExhaustive() ? [1, 5, wanted.length] : [5]) {
        const sized = (paging: { size: number; page?: number }) => list({ ...query, ...paging })
        expect(await walkPages(sized, size, wanted.length)).toEqual(wanted)
        expect(await collect(sized({ size }))).toEqual(wanted)
      }
    })

    describe.each(texts)('$filter', ({ query, found }) => {
      test.each(found)(
        'matches a part of it, whatever the case, and nothing is a wildcard: %j',
        async (text, count) => {
          const { items, page } = await list(query(text))
          expect(items).toEqual(expected(query(text)))
          expect(page.totalElements).toBe(count)
        },
      )
    })

    test('a walk by cursor may change its page size', async () => {
      const first = await list({ ...query, size: 1 })
      const rest = await list({ ...query, size: 200, cursor: first.page.next ?? '' })
      expect([...first.items, ...rest.items]).toEqual(expected(query))
    })

    test('a cursor goes on only in its instance, with its filter and its sort, and without page', async () => {
      const { page } = await list({ ...query, size: 1 })
      const cursor = page.next ?? ''
      expect((await list({ ...query, cursor })).items).not.toEqual([])
      for (const other of [...others, { ...query, cursor: 'bm9uc2Vuc2U' }]) {
        const refused = await refusal(list({ cursor, ...other }))
        expect(refused, JSON.stringify(other)).toMatchObject({ status: 400, code: 'invalid_cursor' })
        expect(faultsOf(refused)).toEqual(['query /cursor invalid_cursor'])
      }
      const foreign = listElsewhere({ ...query, cursor })
      await expect(foreign).rejects.toMatchObject({ status: 400, code: 'invalid_cursor' })
      const both = await refusal(list({ ...query, page: 1, cursor }))
      expect(both).toMatchObject({ status: 400, code: 'invalid_request' })
      expect(faultsOf(both)).toEqual(['query /page invalid_request'])
    })

    test('a page beyond 10,000 items is too deep, even where there are fewer', async () => {
      for (const paging of ['page=50&size=200', 'page=10000&size=1']) {
        const deepest = await service().request(`${path}?${paging}`)
        expect(deepest).toMatchObject({ status: 200, json: { content: [], page: { next: null } } })
      }
      const refused = await service().request(`${path}?page=51&size=200`)
      expect(refused).toMatchObject({ status: 400, json: { code: 'page_too_deep' } })
      expect(faultsOf(refused)).toEqual(['query /page page_too_deep'])
    })
  })
}

/** As every list sorts: by a text, whatever its case, and where that ties by the id, both in the same direction. */
export function inOrder<Item extends { id: string }>(items: readonly Item[], sort: string): Item[] {
  const [field = '', direction] = sort.split(',')
  const sign = direction === 'desc' ? -1 : 1
  const key = (item: Item) => String(new Map(Object.entries(item)).get(field)).toLowerCase()
  return items.toSorted((a, b) => sign * (compareText(key(a), key(b)) || compareText(a.id, b.id)))
}

/** Times of the row at a place: few, so that both tie. */
export function tyingTimes(at: number) {
  return {
    created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, 0, at % 2)).toISOString(),
    updated_at: new Date(Date.UTC(2026, 1, 1, 0, 0, 0, at % 3)).toISOString(),
  }
}
