import type { Database } from '../database.ts'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import {
  maxCounted,
  mostBytes,
  type PageRequest as AskedPage,
  type Position,
  type Total,
} from '../../../contract/rules/pages.ts'
import { query, queryPrepared } from './query.ts'

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

export interface Rows<Row> {
  rows: Row[]
  /** The position of the page's last row; null on the last page. */
  end: Position | null
  /** Whether rows of the page were left out, because it would have been too large. */
  isCut: boolean
}

export type PageOfRows<Row> = Rows<Row> & Total

/** The form of a cursor's value, by type. A value in another form is refused before it reaches PostgreSQL. */
export const cursorText = {
  text: /^[^\0]*$/su,
  timestamptz: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  numeric: /^-?\d{1,20}(\.\d{1,25})?(e[+-]?\d{1,3})?$/,
  integer: /^\d{1,9}$/,
  bigint: /^\d{1,15}$/,
} as const

/** The rows of a table that a list shows. */
export interface List {
  columns: Sql
  table: string
  /** The condition on all rows of the list, whatever the filter. */
  where: Sql
  /** The conditions of the filter; none when it is empty. */
  filter: readonly Sql[]
  /** Breaks ties, so that whoever pages sees every row once. */
  idColumn: 'id' | 'version' | 'sequence'
  /** Rows are large, and their column `bytes` says how large. */
  isMeasured: boolean
}

/**
 * One page of a list, by offset or after a position. The total of all pages is counted in the same round trip, up to a
 * limit, unless it is known. A page of large rows ends, with its cursor, before the row that would come after `mostBytes`;
 * one row is always on it.
 */
export async function selectPage<Row extends object>(
  db: Database,
  list: List,
  page: PageRequest,
): Promise<PageOfRows<Row>> {
  const isFiltered = list.filter.length > 0
  const isCountedWhileRead = isFiltered && !page.total && !page.after
  const rows = isCountedWhileRead ? selectAndCount(list, page) : selectRows(list, page)
  const statement = list.isMeasured ? cutAfterMostBytes(rows, orderOf(page, sortedBy(page), list.idColumn)) : rows
  const found = await (isFiltered ? query : queryPrepared)<Found<Row>>(db, statement)
  const shown = toPage(found, page, sortedBy(page), list.idColumn)
  if (page.total) return { ...shown, ...page.total }
  // Behind the last row, there is no row to carry the total.
  const [first] =
    found.length === 0 && isLaterPage(page)
      ? await query<{ total: number }>(db, sql`select ${selectCount(list, page)} as total`)
      : found
  return { ...shown, ...describeTotal(Number(first?.total ?? 0), maxCounted) }
}

function selectRows(list: List, page: PageRequest): Sql {
  const { columns, table, idColumn } = list
  const where = join([whereListed(list), ...whereAfter(page, idColumn)], ' and ')
  const total = page.total ? empty : sql`, ${selectCount(list, page)} as total`
  return sql`select ${columns}${sortKey(page)}${total}
    from ${raw(table)} where ${where} order by ${orderOf(page, page.sort.expression, idColumn)} ${limitOf(page)}`
}

/**
 * Reads as many matches as are counted, in the order of the page, which then is a part of them: looking for matches twice
 * would take twice as long.
 */
function selectAndCount(list: List, page: PageRequest): Sql {
  const { columns, table, idColumn } = list
  const most = raw(String(Math.max(maxCounted, page.offset + page.size) + 1))
  const matches = sql`select ${columns}${sortKey(page)} from ${raw(table)} where ${whereListed(list)}
    order by ${orderOf(page, page.sort.expression, idColumn)} limit ${most}`
  return sql`select matches.*, count(*) over ()::integer as total from (${matches}) matches
    order by ${orderOf(page, sortedBy(page), idColumn)} ${limitOf(page)}`
}

/**
 * The order makes PostgreSQL count along an index: of the page's sort for common matches, of the ids without a filter.
 * Otherwise it may read the whole table from its beginning, past the rows of all other instances.
 */
function selectCount(list: List, page: PageRequest): Sql {
  const { table, filter, idColumn } = list
  const order = filter.length > 0 ? orderOf(page, page.sort.expression, idColumn) : raw(idColumn)
  const matches = sql`select from ${raw(table)} where ${whereListed(list)} order by ${order}
    limit ${raw(String(maxCounted + 1))}`
  return sql`(select count(*)::integer from (${matches}) matches)`
}

function whereListed({ where, filter }: List): Sql {
  return join([where, ...filter], ' and ')
}

/** With these numbers in the text, PostgreSQL plans the usual page once for each connection, and otherwise each time. */
function limitOf({ size, offset }: PageRequest): Sql {
  if (size === usualSize && offset === 0) return raw(`limit ${usualSize + 1}`)
  return sql`limit ${size + 1} offset ${offset}`
}

/** The column with the value by which the page is sorted. */
function sortedBy({ sort }: PageRequest): string {
  return isColumn(sort) ? sort.expression : 'sort_key'
}

function sortKey({ sort }: PageRequest): Sql {
  return isColumn(sort) ? empty : raw(`, ${sort.expression} as sort_key`)
}

function isColumn({ expression }: SortKey): boolean {
  return /^\w+$/.test(expression)
}

/** One page of the ids of a source, sorted by a column of it, without a total. Planned with its values. */
export async function selectIds<Row extends object = { id: string; sort_key: unknown }>(
  db: Database,
  { columns = raw('id'), from, where = sql`true` }: { columns?: Sql; from: Sql; where?: Sql },
  page: PageRequest,
): Promise<Rows<Row>> {
  const { expression } = page.sort
  const found = await query<Found<Row>>(
    db,
    sql`select ${columns}, ${raw(expression)} as sort_key from ${from}
         where ${join([where, ...whereAfter(page)], ' and ')} order by ${orderOf(page, expression)}
         limit ${page.size + 1} offset ${page.offset}`,
  )
  return toPage(found, page, 'sort_key', 'id')
}

/** Whether rows come before this page, so that it may be empty although the list is not. */
export function isLaterPage({ offset, after }: PageRequest): boolean {
  return offset > 0 || after !== null
}

/** A total that was counted up to one more than `most`. */
export function describeTotal(counted: number, most: number): Total {
  return { total: Math.min(counted, most), totalIsExact: counted <= most }
}

/** The rows of the page among those that were found, which are one more when there is a next page. */
function toPage<Row extends object>(
  found: readonly Found<Row>[],
  { size }: PageRequest,
  sortedBy: string,
  idColumn: string,
): Rows<Row> {
  const rows = found.slice(0, size)
  const following = found[0]?.following ?? found.length
  const last = following > rows.length ? rows.at(-1) : undefined
  const isCut = rows.length < Math.min(following, size)
  return { rows, isCut, end: last ? { value: String(last[sortedBy]), id: String(last[idColumn]) } : null }
}

/** Ends the rows before the one that would come after `mostBytes`. Each row says how many rows there were. */
function cutAfterMostBytes(rows: Sql, order: Sql): Sql {
  return sql`select * from (
      select *, count(*) over ()::integer as following,
             sum(bytes) over (order by ${order} rows between unbounded preceding and 1 preceding) as bytes_before
        from (${rows}) page) measured
    where bytes_before is null or bytes_before + bytes <= ${mostBytes}
    order by ${order}`
}

const usualSize = 20

/** The order of a page: by an expression, and by the id where rows are equal. */
export function orderOf({ descending }: PageRequest, expression: string, idColumn = 'id'): Sql {
  const direction = descending ? 'desc' : 'asc'
  return raw(`${expression} ${direction}, ${idColumn} ${direction}`)
}

/** The condition that rows come after the position where the page begins; none for a page by number. */
export function whereAfter({ sort, descending, after }: PageRequest, idColumn = 'id'): Sql[] {
  if (!after) return []
  const id = sort.type === 'integer' || sort.type === 'bigint' ? Number(after.id) : after.id
  const comparison = raw(`(${sort.expression}, ${idColumn}) ${descending ? '<' : '>'}`)
  return [sql`${comparison} (${after.value}::${raw(sort.type)}, ${id})`]
}

type Found<Row> = Row & { following?: number; [column: string]: unknown }
