import { isIdentifier } from './identifier.ts'
import type { PageInfo } from '../../spec/gen/openapi.gen.ts'
import { asArray } from '../json.ts'
import { faultIn } from './faults.ts'
import { refuseFor } from './refusals.ts'
import { compareTexts } from './text.ts'

/**
 * The page that a list's query asks for: by number, or behind a cursor. A cursor is valid only for its list, its filters and
 * its sort. `scope` names the list (its kind, the instance and the other ids of its path); all parameters of the query
 * except the parameters of paging are filters.
 */
export function readPage(query: ListQuery, scope: readonly string[]): ReadPage {
  const { page: number, size, sort, cursor, ...filters } = query
  if (size === undefined || sort === undefined) throw new Error('The contract gives size and sort of a list a default.')
  const [field = '', direction] = sort.split(',')
  const request = { field, descending: direction === 'desc', size }
  const list = nameList(scope, sort, filters)

  if (cursor === undefined) {
    const offset = (number ?? 0) * size
    if (offset > maxOffset) return { ok: false, answer: pageTooDeep }
    const page = { ...request, offset, after: null, total: null }
    return { ok: true, page, number: number ?? 0, isByNumber: number !== undefined, list }
  }
  if (number !== undefined) return { ok: false, answer: pageWithCursor }
  const read = readCursor(cursor, list)
  if (!read) return { ok: false, answer: foreignCursor }
  const { position: after, total, number: at } = read
  return { ok: true, page: { ...request, offset: 0, after, total }, number: at, isByNumber: false, list }
}

/**
 * The answer with a page. In a walk by cursor, which a request without `page` begins, a page may be cut: its cursor goes on.
 * A page by number is whole or refused, because no other page would have what it leaves out.
 */
export function answerPage<Item>(read: Paging, { content, isCut, ...found }: FoundPage<Item>) {
  if (isCut && read.isByNumber) return pageTooLarge(content.length)
  return { status: 200, body: { content, page: describePage(read, found) } } as const
}

/** The cursor of the next page takes the total along, so it is counted once. */
export function describePage(
  { page: { size }, number, isByNumber, list }: Paging,
  { total, totalIsExact, end }: Total & { end: Position | null },
): PageInfo {
  const next = end && encode(JSON.stringify([list, end.value, end.id, number + 1, total, totalIsExact]))
  // A walk whose pages are cut has more of them than would be full.
  const isWalk = totalIsExact && !isByNumber && (number > 0 || end !== null)
  const walked = isWalk ? Math.min(number + (end ? 2 : 1), maxWalkedPages) : 0
  const totalPages = Math.max(Math.ceil(total / size), walked)
  return { size, number, totalElements: total, totalPages, totalIsExact, next }
}

/** The `Link` header of a list whose body is a plain array and so cannot hold the cursor. */
export function linkPages({ size, sort }: ListQuery, next: string | null): string {
  const first = new URLSearchParams({ size: String(size), sort: String(sort) })
  const links = [`<?${first.toString()}>; rel="first"`]
  if (next) links.push(`<?${first.toString()}&cursor=${next}>; rel="next"`)
  return links.join(', ')
}

/** The most bytes of metadata or definitions on a page, unless it has one item only. */
export const maxPageBytes = 1024 * 1024

/** The limit of page numbers, in rows: deeper pages are reached by the cursor. */
const maxOffset = 10_000

/** The limit of exact totals: counting millions would cost more than an exact total is worth. */
export const maxCounted = 1000

/** The same limit in the ledger, where totals are mostly known without counting. */
export const maxCountedInLedger = 10_000

/** A size of 1, and the largest total. */
const maxWalkedPages = maxCountedInLedger

/** The FNV-1a hash of a list, as filters may be too long for a cursor. The hash tells lists apart; it is no protection. */
function nameList(scope: readonly string[], sort: string, filters: object): string {
  const sorted = Object.entries(filters)
    .map(([name, value]: [string, unknown]) => [name, Array.isArray(value) ? asOne(value) : value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(JSON.stringify([scope, sort, sorted])))
    hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(36)
}

/** Several values are the same filter in any order. */
function asOne(values: readonly unknown[]): string {
  return values.map(String).toSorted(compareTexts).join()
}

function readCursor(text: string, list: string) {
  let parts: unknown[]
  try {
    parts = asArray(JSON.parse(decode(text)))
  } catch {
    return null
  }
  const [boundTo, value, id, number, total, totalIsExact] = parts
  if (boundTo !== list || typeof value !== 'string' || typeof id !== 'string' || !isIdentifier(id)) return null
  if (!isCount(number) || !isCount(total) || total > maxCountedInLedger || typeof totalIsExact !== 'boolean')
    return null
  return { position: { value, id }, number, total: { total, totalIsExact } }
}

/** Base64url without padding, by the only functions that browsers have, too. */
function encode(text: string): string {
  const binary = String.fromCharCode(...new TextEncoder().encode(text))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Decodes base64url; throws for any other text. */
function decode(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder().decode(Uint8Array.from(binary, (byte) => byte.charCodeAt(0)))
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 31
}

function refusePage<Code extends string>(code: Code, name: string, text: string) {
  const fault = faultIn('query', `/${name}`, code, text)
  return refuseFor(400, code, fault.message, fault)
}

/** The refusal of a page that lies further into a list than one request may read. */
export const pageTooDeep = refusePage('page_too_deep', 'page', 'is too deep: follow page.next with cursor instead')

/** `fits` is the number of the first items of the page that are not too large together. */
export function pageTooLarge(fits: number) {
  const text =
    `is too large for these items: ${fits} of them fit. Begin again with size=${fits}, or leave page out and follow ` +
    'page.next with cursor'
  return refusePage('page_too_large', 'size', text)
}

const pageWithCursor = refusePage('invalid_request', 'page', 'cannot be combined with cursor')

export const foreignCursor = refusePage(
  'invalid_cursor',
  'cursor',
  'is damaged, or belongs to another list, filter or sort: begin at the first page',
)

export interface ListQuery {
  page?: number
  size?: number
  sort?: string
  cursor?: string
}

export interface PageRequest {
  /** The field by which the list is sorted. */
  field: string
  descending: boolean
  size: number
  /** The number of items to skip; 0 when there is an `after`. */
  offset: number
  /** The last item of the page before. */
  after: Position | null
  /** The total that was counted for the first page; null when it is to be counted. */
  total: Total | null
}

/** The number of matching items; when it is not exact, there are at least so many. */
export interface Total {
  total: number
  totalIsExact: boolean
}

export interface Position {
  /** The sorted field as text. */
  value: string
  id: string
}

export type ReadPage =
  | ({ ok: true; page: PageRequest } & Paging)
  | { ok: false; answer: typeof pageTooDeep | typeof pageWithCursor | typeof foreignCursor }

export interface Paging {
  page: { size: number }
  number: number
  /** Whether the request names a page, and so does not follow cursors. */
  isByNumber: boolean
  /** The name of the list, with its filters and its sort. */
  list: string
}

type FoundPage<Item> = Total & {
  content: Item[]
  end: Position | null
  /** Whether items of the page were left out, because it would have been too large. */
  isCut: boolean
}
