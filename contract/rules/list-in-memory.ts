import type { OperationId, Query } from '../types.ts'
import * as pages from './pages.ts'
import { compareTexts, foldCase } from './text.ts'

/** The answer to a list whose items are all in memory: filtered, sorted, one page. */
export function answerList<Item extends object>(
  { scope, items, idOf = idMember, filters = {}, counted = pages.maxCounted, largePart = () => null }: List<Item>,
  query: pages.ListQuery,
) {
  const read = pages.readPage(query, scope)
  if (!read.ok) return read.answer
  const { page: _page, size: _size, sort: _sort, cursor: _cursor, ...wanted } = query
  const matching = items.filter(matcher(filters, wanted))
  const found = takePage(matching, idOf, largePart, read.page)
  const [total, totalIsExact] = [Math.min(matching.length, counted), matching.length <= counted]
  return pages.answerPage(read, { ...found, ...(read.page.total ?? { total, totalIsExact }) })
}

/** Returns a function that tells whether an item passes every filter in `wanted`. An unknown filter matches nothing. */
export function matcher<Item>(filters: AnyFilters<Item>, wanted: object): (item: Item) => boolean {
  const asked = Object.entries(wanted)
  return (item) => asked.every(([name, value]) => filters[name]?.(item, value) ?? false)
}

function takePage<Item extends object>(
  items: readonly Item[],
  idOf: (item: Item) => string | number,
  largePart: (item: Item) => unknown,
  { field, descending, size, offset, after }: pages.PageRequest,
) {
  const direction = descending ? -1 : 1
  const places = items
    .map((item) => ({ item, ...placeAt(sortValue(item, field), idOf(item)) }))
    .sort((a, b) => compare(a, b) * direction)
  const following = after
    ? places.filter((place) => compare(place, readPlace(after, place)) * direction > 0)
    : places.slice(offset)
  const asked = following.slice(0, size)
  const taken = asked.slice(0, countFitting(asked.map(({ item }) => largePart(item))))
  const last = taken.at(-1)
  return {
    content: taken.map(({ item }) => item),
    end: last && following.length > taken.length ? { value: String(last.value), id: String(last.id) } : null,
    isCut: taken.length < asked.length,
  }
}

/** How many of the first parts fit on a page; the first one always does. */
function countFitting(parts: readonly unknown[]): number {
  let bytes = 0
  const tooMuch = parts.findIndex((part, at) => {
    bytes += new TextEncoder().encode(JSON.stringify(part)).length
    return at > 0 && bytes > pages.maxPageBytes
  })
  return tooMuch < 0 ? parts.length : tooMuch
}

function sortValue(item: object, field: string): string | number {
  const value = new Map<string, unknown>(Object.entries(item)).get(field)
  if (typeof value === 'string' || typeof value === 'number') return value
  throw new Error(`The contract sorts by ${field}, which the item does not have.`)
}

function idMember(item: object): string | number {
  return sortValue(item, 'id')
}

/** Compares the case-folded values, and then the ids. */
function compare(a: Place, b: Place): number {
  return compareValues(a.folded, b.folded) || compareValues(a.id, b.id)
}

function compareValues(a: string | number, b: string | number): number {
  return typeof a === 'string' && typeof b === 'string' ? compareTexts(a, b) : Number(a) - Number(b)
}

function placeAt(value: string | number, id: string | number): Place {
  return { value, folded: typeof value === 'string' ? foldCase(value) : value, id }
}

/** Cursors hold every value as text, so the type is taken from a place of the list. */
function readPlace({ value, id }: pages.Position, like: Place): Place {
  return placeAt(typeof like.value === 'number' ? Number(value) : value, typeof like.id === 'number' ? Number(id) : id)
}

/** A function for every filter of a list, by its name. A filter that is new in the contract does not compile without one. */
export type Filters<Id extends OperationId, Item> = {
  [Name in Exclude<keyof Query<Id>, 'page' | 'size' | 'sort' | 'cursor' | 'groupBy' | 'outcome' | 'format'>]-?: (
    item: Item,
    wanted: NonNullable<Query<Id>[Name]>,
  ) => boolean
}

interface List<Item> {
  /** The list's name, the instance, and the other ids of its path. */
  scope: readonly string[]
  items: readonly Item[]
  /** Default: the member `id`. */
  idOf?: (item: Item) => string | number
  filters?: AnyFilters<Item>
  /** The part of an item that may be large, so that a page ends before it has too many bytes of it. */
  largePart?: (item: Item) => unknown
  /** The most items that the total counts. Default: as many as in a list of the database. */
  counted?: number
}

type AnyFilters<Item> = Readonly<Record<string, AnyFilter<Item>>>

/** The type of a method (not of a function) lets a filter declare the contract's type for its value. */
type AnyFilter<Item> = { test(item: Item, wanted: unknown): boolean }['test']

interface Place {
  value: string | number
  /** The value that is compared: texts are case-folded. */
  folded: string | number
  id: string | number
}
