import { createHash } from 'node:crypto'
import type { components } from '../../../spec/openapi.gen.ts'
import type { Fault } from '../../../contract/types.ts'
import { countedRows, cursorText, type PageOfRows, type PageRequest, type SortKey } from '../../db/pages.ts'

type PageInfo = components['schemas']['PageInfo']

export type ReadPage =
  { ok: true; page: PageRequest; number: number; list: string } | { ok: false; answer: RefusedPage }

export interface RefusedPage {
  status: 400
  problem: {
    code: 'invalid_request' | 'invalid_cursor' | 'page_too_deep'
    detail: string
    errors: Fault[]
  }
}

interface ListQuery {
  page?: number
  size?: number
  sort?: string
  cursor?: string
}

const deepestRow = 10_000

/**
 * Turns `page`, `size`, `sort` and `cursor` into what the database is asked for. A cursor is bound to its list, its
 * filters and its sort: `scope` names the list (the instance and whatever its path says), the rest of the query is
 * the filter.
 */
export function readPage<Field extends string>(
  query: ListQuery,
  scope: readonly string[],
  sortKeys: Readonly<Record<Field, SortKey>>,
): ReadPage {
  const { page: number, size, sort, cursor, ...filters } = query
  if (size === undefined || sort === undefined)
    throw new Error('The contract gives size and sort of a list a default.')
  const request = { ...readSort(sort, sortKeys), size }
  const list = nameList(scope, sort, filters)

  if (cursor === undefined) {
    const offset = (number ?? 0) * size
    if (offset > deepestRow) return { ok: false, answer: pageTooDeep }
    return { ok: true, page: { ...request, offset, after: null }, number: number ?? 0, list }
  }
  if (number !== undefined)
    return { ok: false, answer: refuse('invalid_request', 'page', 'cannot be combined with cursor') }
  const position = readCursor(cursor, list, request.sort)
  if (!position) return { ok: false, answer: foreignCursor }
  return { ok: true, page: { ...request, offset: 0, after: position }, number: position.number, list }
}

export function readSort<Field extends string>(
  sort: string,
  sortKeys: Readonly<Record<Field, SortKey>>,
): { sort: SortKey; descending: boolean } {
  const [field = '', direction] = sort.split(',')
  if (!hasKey(sortKeys, field))
    throw new Error(`The contract lists the sort field ${field}, the table does not.`)
  return { sort: sortKeys[field], descending: direction === 'desc' }
}

export function describePage(
  { page, number, list }: Extract<ReadPage, { ok: true }>,
  { total, totalIsExact, end }: Omit<PageOfRows<object>, 'rows'>,
): PageInfo {
  const totalElements = Math.min(total, countedRows)
  return {
    size: page.size,
    number,
    totalElements,
    totalPages: Math.ceil(totalElements / page.size),
    totalIsExact,
    next: end && encodeCursor({ list, ...end, number: number + 1 }),
  }
}

interface Cursor {
  list: string
  value: string
  id: string
  number: number
}

function encodeCursor({ list, value, id, number }: Cursor): string {
  return Buffer.from(JSON.stringify([list, value, id, number])).toString('base64url')
}

function readCursor(text: string, list: string, sort: SortKey): Cursor | null {
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return null
  }
  if (!isArray(parts)) return null
  const [boundTo, value, id, number] = parts
  if (boundTo !== list || typeof value !== 'string' || !isId(id) || !isPageNumber(number)) return null
  if (!cursorText[sort.type].test(value) || !value.isWellFormed()) return null
  if (!isInRange(value, sort.type)) return null
  if (sort.type === 'integer' && id !== value) return null
  return { list, value, id, number }
}

/** Not 30 February, the year 0, or a number beyond a double: they look well, and PostgreSQL refuses them. */
function isInRange(value: string, type: SortKey['type']): boolean {
  if (type === 'timestamptz') return !value.startsWith('0000') && new Date(value).toJSON() === value
  if (type === 'float8') return Number.isFinite(Number(value)) && (Number(value) !== 0 || /^-?0$/.test(value))
  return true
}

function nameList(scope: readonly string[], sort: string, filters: object): string {
  const sorted = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([scope, sort, sorted]))
    .digest('base64url')
    .slice(0, 16)
}

function refuse(code: RefusedPage['problem']['code'], name: string, message: string): RefusedPage {
  const errors: Fault[] = [{ in: 'query', pointer: `/${name}`, code, message }]
  return { status: 400, problem: { code, detail: `query/${name} ${message}.`, errors } }
}

/** For a page that lies further into a list than one request may read. */
export const pageTooDeep = refuse(
  'page_too_deep',
  'page',
  'is too deep: follow page.next with cursor instead',
)

const foreignCursor = refuse(
  'invalid_cursor',
  'cursor',
  'belongs to another list, filter or sort: begin at the first page',
)

function hasKey<Key extends string>(record: Readonly<Record<Key, unknown>>, key: string): key is Key {
  return Object.hasOwn(record, key)
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
