import sql, { join, raw, type Sql } from 'sql-template-tag'

/** `column = value` for each value that is given: the conditions of a filter, or the assignments of an update. */
export function given(values: Readonly<Record<string, unknown>>): Sql[] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${raw(column)} = ${value}`)
}

/** The assignments of every update that changes a resource. */
export const revised = sql`revision = revision + 1, updated_at = now()`

/**
 * The assignments of an update by a caller. A row that has all these values already keeps its revision and its time, unless
 * the caller also sent a secret that is kept elsewhere (`setsSecret`). The array stands for a `case`, in which Citus allows
 * no now().
 */
export function setRevised(values: Readonly<Record<string, unknown>>, setsSecret = false): Sql {
  const differs = Object.entries(values).map(([column, value]) => sql`${raw(column)} is distinct from ${value}`)
  const isChange = setsSecret ? raw('1') : sql`(${join([raw('false'), ...differs], ' or ')})::integer`
  const assigned = [...given(values), sql`revision = revision + ${isChange}`]
  return sql`${join(assigned)}, updated_at = (array[updated_at, now()])[1 + ${isChange}]`
}

/** The conditions of a range; an undefined end is open. */
export function whereBetween<Value extends number | string>(column: string, min?: Value, max?: Value): Sql[] {
  return [
    ...(min === undefined ? [] : [sql`${raw(column)} >= ${min}`]),
    ...(max === undefined ? [] : [sql`${raw(column)} <= ${max}`]),
  ]
}

/** The condition that one of the expressions contains the text, whatever the case and the Unicode form; none without text. */
export function whereContains(expressions: readonly string[], text: string | undefined): Sql[] {
  if (text === undefined) return []
  // The text has no wildcards.
  const pattern = sql`'%' || regexp_replace(folded(${text}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`
  const each = expressions.map((expression) => sql`folded(${raw(expression)}) like ${pattern}`)
  return [sql`(${join(each, ' or ')})`]
}

/** The condition that a row has one of these revisions; null allows any. */
export function whereRevision(revisions: readonly number[] | null): Sql {
  return revisions ? sql`revision = any(${revisions})` : sql`true`
}
