import type { Knex } from 'knex'
import type { Database } from '../database.ts'
import {
  maxCounted,
  maxPageBytes,
  type PageRequest as AskedPage,
  type Position,
  type Total,
} from '../../../contract/rules/pages.ts'
import { planned, prepared, writtenOnce, type SendValues } from './query.ts'

/** The sort of a list by a field. The contract says which fields a list has. */
export function sortKeyOf(field: string): SortKey {
  const key = sortKeys.get(field)
  if (!key) throw new Error(`The contract lists the sort field ${field}, the lists do not.`)
  return key
}

const sortKeys = new Map<string, SortKey>([
  ['name', { expression: 'lower(name) collate "C"', type: 'text' }],
  ['username', { expression: 'lower(username) collate "C"', type: 'text' }],
  ['createdAt', { expression: 'created_at', type: 'timestamptz' }],
  ['updatedAt', { expression: 'updated_at', type: 'timestamptz' }],
  ['cost', { expression: 'cost', type: 'numeric' }],
  ['activeTime', { expression: 'active_time', type: 'numeric' }],
  ['model', { expression: 'lower(model) collate "C"', type: 'text' }],
  ['validFrom', { expression: 'valid_from::text', type: 'text' }],
  ['version', { expression: 'version', type: 'integer' }],
  ['sequence', { expression: 'sequence', type: 'bigint' }],
])

/** A sort of a list: an expression that is never null, and the type of its value in a cursor. */
export interface SortKey {
  expression: string
  type: keyof typeof cursorText
}

export interface PageRequest extends Omit<AskedPage, 'field'> {
  sort: SortKey
}

/** A page whose position may be placeholders. */
type WrittenPage = Omit<PageRequest, 'after'> & { after: Record<keyof Position, Given> | null }

export interface RowsOfPage<Row> {
  rows: Row[]
  /** The position of the page's last row; null on the last page. */
  end: Position | null
  /** Whether rows of the page were left out, because it would have been too large. */
  isCut: boolean
}

export type PageOfRows<Row> = RowsOfPage<Row> & Total

/** The form of a cursor's value, by type. A value in another form is refused before it reaches PostgreSQL. */
export const cursorText = {
  text: /^[^\0]*$/su,
  timestamptz: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  numeric: /^-?\d{1,20}(\.\d{1,25})?(e[+-]?\d{1,3})?$/,
  integer: /^\d{1,9}$/,
  bigint: /^\d{1,15}$/,
} as const

/** A value of a statement, or its placeholder. */
export type Given = Knex.Value | Knex.Raw

/** The rows that a list shows. */
export interface List {
  /** Of this list alone. */
  name: string
  /** The rows that belong to these owners, such as an instance, with the conditions of the filter. */
  rows: (...owners: Given[]) => Knex.QueryBuilder
  of: readonly Knex.Value[]
  columns: readonly (string | Knex.Raw)[]
  isFiltered: boolean
  /** Breaks ties, so that a caller who reads page after page sees every row once. Default: `id`. */
  idColumn?: 'version' | 'sequence'
  /** Rows are large, and their column `bytes` says how large. */
  isMeasured?: true
}

/**
 * One page of a list, by offset or after a position. The total of all pages is counted in the same round trip, up to a
 * limit, unless it is known. A page of large rows ends, with its cursor, before the row that would come after `maxPageBytes`;
 * one row is always on it.
 */
export async function selectPage<Row extends object>(
  db: Database,
  list: List,
  page: PageRequest,
): Promise<PageOfRows<Row>> {
  const found = await findRows<Found<Row>>(db, list, page)
  const shown = toPage(found, page, sortedBy(page), list.idColumn)
  if (page.total) return { ...shown, ...page.total }
  // Behind the last row, there is no row to carry the total.
  const isBehind = found.length === 0 && isLaterPage(page)
  const [first] = isBehind ? await planned<Counted>(db, countMatches(db, list.rows(...list.of), list, page)) : found
  return { ...shown, ...describeTotal(first?.total ?? 0, maxCounted) }
}

async function findRows<Row extends object>(db: Database, list: List, page: PageRequest): Promise<Row[]> {
  if (!list.isFiltered && isUsual(page)) return findUsual<Row>(db, list, page)
  const rows = selectPageOf(db, list.rows(...list.of), list, page)
  return list.isFiltered ? planned<Row>(db, rows) : prepared<Row>(db, rows)
}

/** The statements of usual pages are few: each list has one for a sort, a direction, the first page and those behind it. */
async function findUsual<Row extends object>(db: Database, list: List, page: PageRequest): Promise<Row[]> {
  const { sort, descending, after, total } = page
  const key = [list.name, sort.expression, descending, after === null, total === null].join()
  let find = usualPages.get(key)
  if (!find) {
    find = writtenOnce((db, ...values) => {
      const [value, id] = values.slice(list.of.length)
      const behind = value && id ? { value, id } : null
      return selectPageOf(db, list.rows(...values.slice(0, list.of.length)), list, { ...page, after: behind })
    })
    usualPages.set(key, find)
  }
  return find<Row>(db, ...list.of, ...(after ? [after.value, after.id] : []))
}

const usualPages = new Map<string, SendValues>()

function selectPageOf(db: Database, rows: Knex.QueryBuilder, list: List, page: WrittenPage): Knex.QueryBuilder {
  const isCountedWhileRead = list.isFiltered && !page.total && !page.after
  const found = isCountedWhileRead ? selectAndCount(db, rows, list, page) : selectRows(db, rows, list, page)
  return list.isMeasured ? cutAfterMostBytes(db, found, orderOf(page, sortedBy(page), list.idColumn)) : found
}

function selectRows(db: Database, rows: Knex.QueryBuilder, list: List, page: WrittenPage): Knex.QueryBuilder {
  const found = selectSorted(db, rows, list, page).modify(whereAfter, page, list.idColumn).modify(limitTo, page)
  return page.total ? found : found.select(countMatches(db, rows, list, page).as('total'))
}

/**
 * Reads as many matches as are counted, in the order of the page, which then is a part of them: looking for matches twice
 * would take twice as long.
 */
function selectAndCount(db: Database, rows: Knex.QueryBuilder, list: List, page: WrittenPage): Knex.QueryBuilder {
  const most = Math.max(maxCounted, page.offset + page.size) + 1
  const matches = selectSorted(db, rows, list, page).limit(most, literally).as('matches')
  return db
    .select('matches.*', db.raw('count(*) over ()::integer as total'))
    .from(matches)
    .orderByRaw(orderOf(page, sortedBy(page), list.idColumn))
    .modify(limitTo, page)
}

function selectSorted(db: Database, rows: Knex.QueryBuilder, list: List, page: WrittenPage): Knex.QueryBuilder {
  const sorted = rows
    .clone()
    .select(list.columns)
    .orderByRaw(orderOf(page, page.sort.expression, list.idColumn))
  return isColumn(page.sort) ? sorted : sorted.select(db.raw(`${page.sort.expression} as sort_key`))
}

/**
 * The order makes PostgreSQL count along an index: of the page's sort for common matches, of the ids without a filter.
 * Otherwise it may read the whole table from its beginning, past the rows of all other instances.
 */
function countMatches(db: Database, rows: Knex.QueryBuilder, list: List, page: WrittenPage): Knex.QueryBuilder {
  const { isFiltered, idColumn = 'id' } = list
  const order = isFiltered ? orderOf(page, page.sort.expression, idColumn) : idColumn
  const matches = rows
    .clone()
    .select(idColumn)
    .orderByRaw(order)
    .limit(maxCounted + 1, literally)
  return db.select(db.raw('count(*)::integer as total')).from(matches.as('matches'))
}

/** With these numbers in the text, PostgreSQL plans the usual page once for each connection, and otherwise each time. */
function limitTo(rows: Knex.QueryBuilder, page: WrittenPage): void {
  if (isUsual(page)) rows.limit(usualSize + 1, literally)
  else rows.limit(page.size + 1).offset(page.offset)
}

function isUsual({ size, offset }: WrittenPage): boolean {
  return size === usualSize && offset === 0
}

const literally = { skipBinding: true }

/** The column with the value by which the page is sorted. */
function sortedBy({ sort }: Pick<PageRequest, 'sort'>): string {
  return isColumn(sort) ? sort.expression : 'sort_key'
}

function isColumn({ expression }: SortKey): boolean {
  return /^\w+$/.test(expression)
}

/** One page of these rows, which have an `id`, sorted by an expression, without a total. Planned with its values. */
export async function selectIds<Row extends object = { id: string; sort_key: unknown }>(
  db: Database,
  rows: Knex.QueryBuilder,
  page: PageRequest,
): Promise<RowsOfPage<Row>> {
  const { sort, size, offset } = page
  const sorted = rows
    .select('id', db.raw(`${sort.expression} as sort_key`))
    .modify(whereAfter, page)
    .orderByRaw(orderOf(page, sort.expression))
    .limit(size + 1)
    .offset(offset)
  const found = await planned<Found<Row>>(db, sorted)
  return toPage(found, page, 'sort_key')
}

/** Whether rows come before this page, so that it may be empty although the list is not. */
export function isLaterPage({ offset, after }: PageRequest): boolean {
  return offset > 0 || after !== null
}

/** A total that was counted up to one more than `most`. */
export function describeTotal(counted: number, most: number): Total {
  return { total: Math.min(counted, most), totalIsExact: counted <= most }
}

/** The rows of the page: all rows that were found, but for the one that shows that there is a next page. */
function toPage<Row extends object>(
  found: readonly Found<Row>[],
  { size }: PageRequest,
  sortedBy: string,
  idColumn = 'id',
): RowsOfPage<Row> {
  const rows = found.slice(0, size)
  const following = found[0]?.following ?? found.length
  const last = following > rows.length ? rows.at(-1) : undefined
  const isCut = rows.length < Math.min(following, size)
  return { rows, isCut, end: last ? { value: String(last[sortedBy]), id: String(last[idColumn]) } : null }
}

/** Ends the rows before the one that would come after `maxPageBytes`. Each row says how many rows there were. */
function cutAfterMostBytes(db: Database, rows: Knex.QueryBuilder, order: string): Knex.QueryBuilder {
  const before = `sum(bytes) over (order by ${order} rows between unbounded preceding and 1 preceding)`
  const measured = db
    .select('*', db.raw('count(*) over ()::integer as following'), db.raw(`${before} as bytes_before`))
    .from(rows.as('page'))
  return db
    .select()
    .from(measured.as('measured'))
    .whereRaw(`(bytes_before is null or bytes_before + bytes <= ${maxPageBytes})`)
    .orderByRaw(order)
}

const usualSize = 20

/** The order of a page: by an expression, and by the id where rows are equal. */
export function orderOf({ descending }: Pick<PageRequest, 'descending'>, expression: string, idColumn = 'id'): string {
  const direction = descending ? 'desc' : 'asc'
  return `${expression} ${direction}, ${idColumn} ${direction}`
}

/** The rows behind the position where the page begins; all for a page by number. */
export function whereAfter(rows: Knex.QueryBuilder, page: WrittenPage, idColumn = 'id'): void {
  const { sort, descending, after } = page
  if (!after) return
  const comparison = `(${sort.expression}, ${idColumn}) ${descending ? '<' : '>'}`
  rows.whereRaw(`${comparison} (?::${sort.type}, ?)`, [after.value, after.id])
}

interface Counted {
  total?: number
}

type Found<Row> = Row & Counted & { following?: number; [column: string]: unknown }
