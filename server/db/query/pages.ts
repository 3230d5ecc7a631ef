import type { Knex } from 'knex'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import {
  mostCounted,
  type PageRequest as AskedPage,
  type Position,
  type Total,
} from '../../../contract/rules/pages.ts'
import { query, queryPrepared } from './query.ts'

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
}

export type PageOfRows<Row> = Rows<Row> & Total

/** The form of a cursor's value, by type. A value in another form is refused before it reaches PostgreSQL. */
export const cursorText = {
  text: /^[^\0]*$/su,
  timestamptz: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  float8: /^-?\d{1,20}(\.\d{1,25})?(e[+-]?\d{1,3})?$/,
  integer: /^\d{1,9}$/,
} as const

/** The rows of a list: in a table, or in any other source. */
export interface List {
  columns: Sql
  from: Sql
  /** The condition on all rows of the list, whatever the filter. */
  where: Sql
  /** The conditions of the filter. */
  filter?: readonly Sql[]
  /** A common table expression from which the list is read. */
  with?: Sql
  /** The plan depends on the values. Default: only when there is a filter. */
  isPlannedEachTime?: boolean
  /** Breaks ties, so that whoever pages sees every row once. Default: `id`. */
  idColumn?: string
  /** The columns are only ids. Otherwise every column by which the list can be sorted is among them. */
  hasOnlyIds?: boolean
  /** Rows are large, and their column `bytes` says how large. */
  isMeasured?: boolean
}

/**
 * One page of a list, by offset or after a position. The total of all pages is counted in the same round trip, up to a
 * limit, unless it is known. A page of large rows ends, with its cursor, before the row that would come after 1 MiB; one
 * row is always on it.
 */
export async function selectPage<Row extends object>(
  db: Knex,
  list: List,
  page: PageRequest,
): Promise<PageOfRows<Row>> {
  const isFiltered = list.filter !== undefined && list.filter.length > 0
  if (page.total) return { ...(await selectRows<Row>(db, list, page)), ...page.total }
  const counting = isFiltered && !page.after ? countWhileReading(list, page) : countApart(list, page)
  const found = await selectRows<Row & { total: number }>(db, counting, page)
  // Behind the last row, there is no row to carry the total.
  const [first] =
    found.rows.length === 0 && isLaterPage(page)
      ? await query<{ total: number }>(db, sql`select ${selectCount(list, page)} as total`)
      : found.rows
  return { ...found, ...describeTotal(first?.total ?? 0, mostCounted) }
}

/**
 * Reads as many matches as are counted, in the order of the page, which then is a part of them: looking for matches twice
 * would take twice as long.
 */
function countWhileReading(list: List, page: PageRequest): List {
  const { columns, from, where, filter = [], idColumn } = list
  const most = Math.max(mostCounted, page.offset + page.size) + 1
  const matches = sql`select ${columns} from ${from} where ${join([where, ...filter], ' and ')}
    order by ${orderOf(page, page.sort.expression, idColumn)} limit ${raw(String(most))}`
  return {
    ...list,
    columns: raw('matches.*, count(*) over ()::integer as total'),
    from: sql`(${matches}) matches`,
    where: sql`true`,
    filter: [],
    isPlannedEachTime: true,
  }
}

function countApart(list: List, page: PageRequest): List {
  return { ...list, columns: sql`${list.columns}, ${selectCount(list, page)} as total` }
}

/**
 * The order makes PostgreSQL count common matches along the page's index. Otherwise it may read the whole table from its
 * beginning, past the rows of all other instances.
 */
function selectCount({ from, where, filter = [], idColumn }: List, page: PageRequest): Sql {
  const order = filter.length > 0 ? sql`order by ${orderOf(page, page.sort.expression, idColumn)}` : empty
  const matches = sql`select from ${from} where ${join([where, ...filter], ' and ')} ${order}
    limit ${raw(String(mostCounted + 1))}`
  return sql`(select count(*)::integer from (${matches}) matches)`
}

/** Whether rows come before this page, so that it may be empty although the list is not. */
export function isLaterPage({ offset, after }: PageRequest): boolean {
  return offset > 0 || after !== null
}

/** A total that was counted up to one more than `most`. */
export function describeTotal(counted: number, most: number): Total {
  return { total: Math.min(counted, most), totalIsExact: counted <= most }
}

/** One page of a list, without a total. */
export async function selectRows<Row extends object>(
  db: Knex,
  list: List,
  page: PageRequest,
): Promise<Rows<Row>> {
  const { columns, from, where, filter = [], idColumn = 'id', isMeasured = false } = list
  const { isPlannedEachTime = filter.length > 0 } = list
  const conditions = [where, ...filter, ...whereAfter(page, idColumn)]
  const { expression } = page.sort
  const isColumn = /^\w+$/.test(expression) && !list.hasOnlyIds
  const sortKey = isColumn ? empty : raw(`, ${expression} as sort_key`)
  const rows = sql`${list.with ? sql`with ${list.with}` : empty} select ${columns}${sortKey} from ${from}
    where ${join(conditions, ' and ')} order by ${orderOf(page, expression, idColumn)}
    limit ${page.size + 1} offset ${page.offset}`
  const sortedBy = isColumn ? expression : 'sort_key'
  const statement = isMeasured ? cutAfterMostBytes(rows, orderOf(page, sortedBy, idColumn)) : rows
  const found = await (isPlannedEachTime ? query : queryPrepared)<Found<Row>>(db, statement)
  const shown = found.slice(0, page.size)
  const following = found[0]?.following ?? found.length
  const last = following > shown.length ? shown.at(-1) : undefined
  return { rows: shown, end: last ? { value: String(last[sortedBy]), id: String(last[idColumn]) } : null }
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

const mostBytes = 1024 * 1024

/** The order of a page: by an expression, and by the id where rows are equal. */
export function orderOf({ descending }: PageRequest, expression: string, idColumn = 'id'): Sql {
  const direction = descending ? 'desc' : 'asc'
  return raw(`${expression} ${direction}, ${idColumn} ${direction}`)
}

/** The condition that rows come after the position where the page begins; none for a page by number. */
export function whereAfter({ sort, descending, after }: PageRequest, idColumn = 'id'): Sql[] {
  if (!after) return []
  const id = sort.type === 'integer' ? Number(after.id) : after.id
  const isBehind = raw(`(${sort.expression}, ${idColumn}) ${descending ? '<' : '>'}`)
  return [sql`${isBehind} (${after.value}::${raw(sort.type)}, ${id})`]
}

type Found<Row> = Row & { following?: number; [column: string]: unknown }
