import type { Knex } from 'knex'
import { countedRows, type PageRequest as AskedPage, type Position } from '../../contract/rules/pages.ts'

/** A sort of a list: an expression that is never null, and the type of its value in a cursor. */
export interface SortKey {
  expression: string
  type: keyof typeof cursorText
}

export interface PageRequest extends Omit<AskedPage, 'field'> {
  sort: SortKey
}

export interface PageOfRows<Row> {
  rows: Row[]
  /** The number of matching rows, counted only up to a limit. */
  total: number
  totalIsExact: boolean
  /** The position of the page's last row; null on the last page. */
  end: Position | null
}

/** The form of a cursor's value, by type. A value in another form is refused before it reaches PostgreSQL. */
export const cursorText = {
  text: /^[^\0]*$/su,
  timestamptz: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  float8: /^-?\d{1,20}(\.\d{1,20})?(e[+-]?\d{1,3})?$/,
  integer: /^\d{1,9}$/,
} as const

const asText = {
  text: (expression: string) => expression,
  timestamptz: (expression: string) =>
    `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  float8: (expression: string) => `(${expression})::text`,
  integer: (expression: string) => `(${expression})::text`,
} as const

export interface Paging {
  /** Breaks ties, so that whoever pages sees every row once. Default: `id`. */
  idColumn?: string
  /** Rows are large, and their column `bytes` says how large. */
  isMeasured?: boolean
  /** The rows that the total counts. Default: all that match. */
  counted?: Knex.QueryBuilder
}

/**
 * One page of a table, by offset or after a position, with the capped total in the same round trip. A page of large rows
 * ends, with its cursor, before the row that would come after 1 MiB; one row is always on it.
 */
export async function selectPage<Row extends object>(
  db: Knex,
  matching: Knex.QueryBuilder,
  page: PageRequest,
  paging: Paging = {},
): Promise<PageOfRows<Row>> {
  const {
    counted = matching
      .clone()
      .clearSelect()
      .select(db.raw('1'))
      .limit(countedRows + 1),
  } = paging
  const total = db.raw('(select count(*)::integer from ? as counted) as total', [counted])
  const found = await selectRows<Row & { total: number }>(db, matching.clone().select(total), page, paging)
  const isEmptyLaterPage = found.rows.length === 0 && (page.offset > 0 || page.after !== null)
  const countAlone = matching.clone().clearSelect().select(total).limit(1)
  const all = isEmptyLaterPage ? await countAlone.then((rows: { total: number }[]) => rows) : found.rows
  const count = all[0]?.total ?? 0
  return { ...found, total: count, totalIsExact: count <= countedRows }
}

/** One page of a table, without a total. */
export async function selectRows<Row extends object>(
  db: Knex,
  matching: Knex.QueryBuilder,
  page: PageRequest,
  { idColumn = 'id', isMeasured = false }: Paging = {},
): Promise<Pick<PageOfRows<Row>, 'rows' | 'end'>> {
  const { sort, size, offset } = page
  const query = inOrder(matching, page, idColumn)
    .select(db.raw(`${asText[sort.type](sort.expression)} as sort_key`))
    .limit(size + 1)
  if (offset > 0) query.offset(offset)
  const read = isMeasured ? cutAfterMostBytes(db, query, page, idColumn) : query
  const found = await read.then((rows: Found<Row>[]) => rows)
  const rows = found.slice(0, size)
  const following = found[0]?.following ?? found.length
  const last = following > rows.length ? rows.at(-1) : undefined
  return {
    rows,
    end: last ? { value: toValue(last.sort_key, sort), id: String(last[idColumn]) } : null,
  }
}

/** Ends the query before the row that would come after `mostBytes`. Each row says how many rows the query has found. */
function cutAfterMostBytes(
  db: Knex,
  query: Knex.QueryBuilder,
  { sort, descending }: PageRequest,
  idColumn: string,
): Knex.QueryBuilder {
  const direction = descending ? 'desc' : 'asc'
  const order = `sort_value ${direction}, ${idColumn} ${direction}`
  const rows = query.select(db.raw(`${sort.expression} as sort_value`)).as('page')
  const measured = db
    .from(rows)
    .select(
      '*',
      db.raw('count(*) over ()::integer as following'),
      db.raw(
        `sum(bytes) over (order by ${order} rows between unbounded preceding and 1 preceding) as bytes_before`,
      ),
    )
  return db
    .from(measured.as('measured'))
    .whereRaw('(bytes_before is null or bytes_before + bytes <= ?)', [mostBytes])
    .orderByRaw(order)
}

const mostBytes = 1024 * 1024

/** The rows in the order of the page, from the position after which the page begins. */
export function inOrder(
  rows: Knex.QueryBuilder,
  { sort, descending, after }: PageRequest,
  idColumn = 'id',
): Knex.QueryBuilder {
  const direction = descending ? 'desc' : 'asc'
  const query = rows.clone().orderByRaw(`${sort.expression} ${direction}, ?? ${direction}`, [idColumn])
  if (!after) return query
  return query.whereRaw(`(${sort.expression}, ??) ${descending ? '<' : '>'} (?::${sort.type}, ?)`, [
    idColumn,
    after.value,
    sort.type === 'integer' ? Number(after.id) : after.id,
  ])
}

/** Writes a number as JavaScript does: PostgreSQL pads the exponent to two digits. */
function toValue(text: string, { type }: SortKey): string {
  return type === 'float8' ? String(Number(text)) : text
}

type Found<Row> = Row & { sort_key: string; following?: number; [column: string]: unknown }

/**
 * Rows where one of the expressions contains the text, whatever the case and the Unicode form. The text has no wildcards.
 */
export function whereContains(
  rows: Knex.QueryBuilder,
  expressions: readonly string[],
  text: string,
): Knex.QueryBuilder {
  const pattern = `'%' || regexp_replace(folded(?), '([\\\\%_])', '\\\\\\1', 'g') || '%'`
  const either = expressions.map((expression) => `folded(${expression}) like ${pattern}`).join(' or ')
  return rows.whereRaw(
    `(${either})`,
    expressions.map(() => text),
  )
}
