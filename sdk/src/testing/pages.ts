import type { PageInfo } from '../../../spec/openapi.gen.ts'
import type { Fault } from '../errors.ts'
import type { Context, Cursor, OperationId, Query } from './operation.ts'

/**
 * A test for every filter of a list, by its name: a filter that the contract gains does not compile without one.
 */
export type Filters<Id extends OperationId, Item> = {
  [Name in Exclude<keyof Query<Id>, 'page' | 'size' | 'sort' | 'cursor' | 'groupBy' | 'format'>]-?: (
    item: Item,
    wanted: NonNullable<Query<Id>[Name]>,
  ) => boolean
}

/** One page, by number or cursor. `scope` names the list inside its instance. */
export function takePage<Item extends object>(
  { instance: { cursors } }: Pick<Context, 'instance'>,
  { scope, items, idOf, filters = {} }: List<Item>,
  { page, size = 0, sort = '', cursor, ...wanted }: ListQuery,
): TakenPage<Item> {
  const list = JSON.stringify([scope, sort, Object.entries(wanted).sort(([a], [b]) => (a < b ? -1 : 1))])
  const after = cursor === undefined ? undefined : cursors.get(cursor)
  const offset = (page ?? 0) * size
  if (cursor !== undefined && page !== undefined) return withCursor
  if (cursor !== undefined && after?.list !== list) return foreignCursor
  if (offset > deepestRow) return tooDeep

  const [field = '', direction] = sort.split(',')
  const compare = comparison(direction === 'desc')
  const places = items
    .filter(matcher(filters, wanted))
    .map((item) => ({ item, value: sortValue(item, field), id: idOf(item) }))
    .sort(compare)
  const following = after ? places.filter((place) => compare(after, place) < 0) : places.slice(offset)
  const taken = following.slice(0, size)
  const number = after?.number ?? page ?? 0
  const last = following.length > size ? taken.at(-1) : undefined
  const next = last ? `page-${cursors.size}` : null
  if (last && next !== null) cursors.set(next, { list, value: last.value, id: last.id, number: number + 1 })
  return {
    ok: true,
    content: taken.map(({ item }) => item),
    page: { ...count(places, size), size, number, next },
  }
}

/** Whether an item passes every filter that is asked for. */
export function matcher<Item>(filters: AnyFilters<Item>, wanted: object): (item: Item) => boolean {
  const asked = Object.entries(wanted)
  return (item) => asked.every(([name, value]) => filters[name]?.(item, value) ?? false)
}

/** Whether a text contains another one, whatever the case. */
export function contains(text: string | null, wanted: string): boolean {
  return text?.toLowerCase().includes(wanted.toLowerCase()) ?? false
}

type Place = Pick<Cursor, 'value' | 'id'>

/** Ties are broken by id, in the same direction. */
function comparison(isDescending: boolean): (a: Place, b: Place) => number {
  const compare = (a: Place, b: Place) => {
    if (a.value !== b.value) return a.value < b.value ? -1 : 1
    return a.id === b.id ? 0 : a.id < b.id ? -1 : 1
  }
  return isDescending ? (a, b) => compare(b, a) : compare
}

function sortValue(item: object, field: string): string | number {
  const value = new Map<string, unknown>(Object.entries(item)).get(field)
  if (typeof value === 'string') return value.toLowerCase()
  if (typeof value === 'number') return value
  throw new Error(`The contract sorts by ${field}, which the item does not have.`)
}

function count({ length }: readonly unknown[], size: number) {
  const totalElements = Math.min(length, deepestRow)
  return { totalElements, totalPages: Math.ceil(totalElements / size), totalIsExact: length <= deepestRow }
}

/** As far as page numbers reach, and totals are counted (D-04, D-05). */
const deepestRow = 10_000

const withCursor = refuse('invalid_request', 'page', 'cannot be combined with cursor')
const foreignCursor = refuse(
  'invalid_cursor',
  'cursor',
  'belongs to another list, filter or sort: begin at the first page',
)
const tooDeep = refuse('page_too_deep', 'page', 'is too deep: follow page.next with cursor instead')

function refuse(code: Refusal['problem']['code'], name: string, message: string) {
  const errors: Fault[] = [{ in: 'query', pointer: `/${name}`, code, message }]
  const answer: Refusal = { status: 400, problem: { code, detail: `query/${name} ${message}.`, errors } }
  return { ok: false, answer } as const
}

interface List<Item> {
  scope: string
  items: readonly Item[]
  idOf: (item: Item) => string | number
  filters?: AnyFilters<Item>
}

type AnyFilters<Item> = Readonly<Record<string, AnyFilter<Item>>>

/** Declared as a method, so that a filter may ask for the type that the contract gives its value. */
type AnyFilter<Item> = { test(item: Item, wanted: unknown): boolean }['test']

interface ListQuery {
  page?: number
  size?: number
  sort?: string
  cursor?: string
}

type TakenPage<Item> = { ok: true; content: Item[]; page: PageInfo } | { ok: false; answer: Refusal }

interface Refusal {
  status: 400
  problem: { code: 'invalid_request' | 'invalid_cursor' | 'page_too_deep'; detail: string; errors: Fault[] }
}
