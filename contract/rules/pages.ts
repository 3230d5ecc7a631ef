import type { PageInfo } from '../../spec/openapi.gen.ts'
import type { Fault } from '../types.ts'
import { faultIn } from './faults.ts'

/**
 * What the query of a list asks for: a page by its number, or the one behind a cursor. A cursor is bound to its list,
 * its filters and its sort: `scope` names the list (its kind, the instance and whatever else its path says), the rest of
 * the query is the filter.
 */
export function readPage(query: ListQuery, scope: readonly string[]): ReadPage {
  const { page: number, size, sort, cursor, ...filters } = query
  if (size === undefined || sort === undefined)
    throw new Error('The contract gives size and sort of a list a default.')
  const [field = '', direction] = sort.split(',')
  const request = { field, descending: direction === 'desc', size }
  const list = nameList(scope, sort, filters)

  if (cursor === undefined) {
    const offset = (number ?? 0) * size
    if (offset > countedRows) return { ok: false, answer: pageTooDeep }
    return { ok: true, page: { ...request, offset, after: null }, number: number ?? 0, list }
  }
  if (number !== undefined) return { ok: false, answer: pageWithCursor }
  const read = readCursor(cursor, list)
  if (!read) return { ok: false, answer: foreignCursor }
  return { ok: true, page: { ...request, offset: 0, after: read.position }, number: read.number, list }
}

/** What an answer says of its page. Totals are exact as far as they are counted. */
export function describePage(
  { page: { size }, number, list }: { page: { size: number }; number: number; list: string },
  { total, totalIsExact, end }: { total: number; totalIsExact: boolean; end: Position | null },
): PageInfo {
  const totalElements = Math.min(total, countedRows)
  const next = end && encode(JSON.stringify([list, end.value, end.id, number + 1]))
  return { size, number, totalElements, totalPages: Math.ceil(totalElements / size), totalIsExact, next }
}

/** For a list that is a plain array, so that where to go on stands in the `Link` header. */
export function linkPages({ size, sort }: ListQuery, next: string | null): string {
  const first = new URLSearchParams({ size: String(size), sort: String(sort) })
  const links = [`<?${first.toString()}>; rel="first"`]
  if (next) links.push(`<?${first.toString()}&cursor=${next}>; rel="next"`)
  return links.join(', ')
}

/** As far as page numbers reach and totals are counted: an exact total of millions costs more than it tells. */
export const countedRows = 10_000

/** A hash, as filters may be longer than a cursor (FNV-1a): it tells lists apart and protects nothing. */
function nameList(scope: readonly string[], sort: string, filters: object): string {
  const sorted = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(JSON.stringify([scope, sort, sorted])))
    hash = Math.imul(hash ^ byte, 0x01000193)
  return (hash >>> 0).toString(36)
}

function readCursor(text: string, list: string): { position: Position; number: number } | null {
  let parts: unknown
  try {
    parts = JSON.parse(decode(text))
  } catch {
    return null
  }
  if (!isArray(parts)) return null
  const [boundTo, value, id, number] = parts
  if (boundTo !== list || typeof value !== 'string' || !isId(id) || !isPageNumber(number)) return null
  return { position: { value, id }, number }
}

/** Base64url without padding; browsers have no other way to it. */
function encode(text: string): string {
  const binary = String.fromCharCode(...new TextEncoder().encode(text))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Throws for what is no base64url. */
function decode(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder().decode(Uint8Array.from(binary, (byte) => byte.charCodeAt(0)))
}

function isArray(value: unknown): value is unknown[] {
  return Array.isArray(value)
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value)
}

function isPageNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 31
}

function refuse(code: RefusedPage['problem']['code'], name: string, text: string): RefusedPage {
  const fault = faultIn('query', `/${name}`, code, text)
  return { status: 400, problem: { code, detail: fault.message, errors: [fault] } }
}

/** For a page that lies further into a list than one request may read. */
export const pageTooDeep = refuse(
  'page_too_deep',
  'page',
  'is too deep: follow page.next with cursor instead',
)

const pageWithCursor = refuse('invalid_request', 'page', 'cannot be combined with cursor')

export const foreignCursor = refuse(
  'invalid_cursor',
  'cursor',
  'belongs to another list, filter or sort: begin at the first page',
)

export interface ListQuery {
  page?: number
  size?: number
  sort?: string
  cursor?: string
}

export interface PageRequest {
  /** That the list is sorted by. */
  field: string
  descending: boolean
  size: number
  /** Items to skip; 0 when there is an `after`. */
  offset: number
  /** Where the page before ended. */
  after: Position | null
}

export interface Position {
  /** The sorted field as text. */
  value: string
  id: string
}

export type ReadPage =
  { ok: true; page: PageRequest; number: number; list: string } | { ok: false; answer: RefusedPage }

export interface RefusedPage {
  status: 400
  problem: { code: 'invalid_request' | 'invalid_cursor' | 'page_too_deep'; detail: string; errors: Fault[] }
}
