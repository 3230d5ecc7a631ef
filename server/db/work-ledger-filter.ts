import type { Knex } from 'knex'
import type { operations } from '../../spec/openapi.gen.ts'

type Query = NonNullable<operations['listWorkLedgerEntries']['parameters']['query']>

/** Which entries of a ledger: what lists, summaries and exports have in common. */
export type WorkLedgerFilter = Omit<Query, 'page' | 'size' | 'sort' | 'cursor'>

/**
 * The entries of an instance that the filter leaves. Its statements have no name: one that is prepared by name is
 * planned without its values in the end, and one plan for rare and common words alike took 10 s.
 */
export function matchingEntries(db: Knex, instanceId: string, filter: WorkLedgerFilter): Knex.QueryBuilder {
  const matching = filterValues(db('work_ledger_entries').where({ instance_id: instanceId }), filter)
  if (filter.search !== undefined) matching.whereRaw(...isFound(filter.search))
  return matching
}

/** All of a filter but the search. */
export function filterValues(entries: Knex.QueryBuilder, filter: WorkLedgerFilter): Knex.QueryBuilder {
  const { costMin, costMax, timeMin, timeMax } = filter
  const inRange = filterRange(entries.where(exactValues(filter)), 'cost', costMin, costMax)
  return filterRange(inRange, 'active_time', timeMin, timeMax)
}

/** Either end may be open. */
export function filterRange(entries: Knex.QueryBuilder, column: string, min?: number, max?: number) {
  if (min !== undefined) entries.where(column, '>=', min)
  if (max !== undefined) entries.where(column, '<=', max)
  return entries
}

/** The search alone. Nothing in it is a wildcard: `searchable` leaves no sign. */
export function isFound(search: string): [string, string[]] {
  return [`searched like '%' || searchable(?) || '%'`, [search]]
}

/** Whether the sums by day tell how many entries it leaves. */
export function hasOnlyExactValues(filter: WorkLedgerFilter): boolean {
  const { search, costMin, costMax, timeMin, timeMax } = filter
  return [search, costMin, costMax, timeMin, timeMax].every((value) => value === undefined)
}

/** The columns that entries and their sums by day have in common. */
export function exactValues({ status, type, policyStatus, actors, modelName }: WorkLedgerFilter) {
  const values = { status, type, policy_status: policyStatus, actors, model_name: modelName }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
