import type { Knex } from 'knex'
import type { Database } from '../database.ts'

type Values = Readonly<Record<string, unknown>>

/** The defined ones of these values: the conditions of a filter, or the columns of an update. */
export function withoutUndefined(values: Values): Record<string, Knex.Value> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, Knex.Value] => entry[1] !== undefined),
  )
}

/** Whether a list has a filter. */
export function isAnyGiven(...values: readonly unknown[]): boolean {
  return values.some((value) => value !== undefined)
}

/** The columns that every update of a resource changes. */
export function revised(db: Database) {
  return { revision: db.raw('revision + 1'), updated_at: db.fn.now() }
}

/**
 * The columns of an update by a caller. A row that has all these values already keeps its revision and its time, unless the
 * caller also sent a secret that is kept elsewhere (`setsSecret`). The array stands for a `case`, in which Citus allows no
 * now().
 */
export function setRevised(db: Database, values: Values, setsSecret = false): Record<string, Knex.Value | Knex.Raw> {
  const columns = withoutUndefined(values)
  const differs = Object.keys(columns).map((column) => `${column} is distinct from :${column}`)
  const isChange = setsSecret ? db.raw('1') : db.raw(`(${['false', ...differs].join(' or ')})::integer`, columns)
  return {
    ...columns,
    revision: db.raw('revision + :isChange', { isChange }),
    updated_at: db.raw('(array[updated_at, now()])[1 + :isChange]', { isChange }),
  }
}

/** The rows whose column is in a range; an undefined end is open. */
export function whereBetween(rows: Knex.QueryBuilder, column: string, min?: Knex.Value, max?: Knex.Value): void {
  if (min !== undefined) rows.where(column, '>=', min)
  if (max !== undefined) rows.where(column, '<=', max)
}

/** The rows of which one expression contains the text, whatever the case and the Unicode form; all rows without text. */
export function whereContains(rows: Knex.QueryBuilder, expressions: readonly string[], text: string | undefined): void {
  if (text === undefined) return
  // The text has no wildcards.
  const pattern = `'%' || regexp_replace(folded(:wanted), '([\\\\%_])', '\\\\\\1', 'g') || '%'`
  const each = expressions.map((expression) => `folded(${expression}) like ${pattern}`)
  rows.whereRaw(`(${each.join(' or ')})`, { wanted: text })
}

/** The rows that have one of these revisions; null allows any. */
export function whereRevision(rows: Knex.QueryBuilder, revisions: readonly number[] | null): void {
  if (revisions) whereAmong(rows, 'revision', revisions)
}

/** The rows with one of these values: one text of a statement, however many they are. */
export function whereAmong(
  rows: Knex.QueryBuilder,
  column: string,
  values: readonly string[] | readonly number[],
): void {
  rows.whereRaw('?? = any(?)', [column, values.slice()])
}
