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
  return filterRanges(entries.where(exactValues(filter)), filter)
}

export function filterRanges(
  entries: Knex.QueryBuilder,
  { costMin, costMax, timeMin, timeMax }: Ranges,
): Knex.QueryBuilder {
  if (costMin !== undefined) entries.where('cost', '>=', costMin)
  if (costMax !== undefined) entries.where('cost', '<=', costMax)
  if (timeMin !== undefined) entries.where('active_time', '>=', timeMin)
  if (timeMax !== undefined) entries.where('active_time', '<=', timeMax)
  return entries
}

interface Ranges {
  costMin?: number | undefined
  costMax?: number | undefined
  timeMin?: number | undefined
  timeMax?: number | undefined
}

/** The search alone. Nothing in it is a wildcard: `searchable` leaves no sign. */
export function isFound(search: string): [string, string[]] {
  return [`searched like '%' || searchable(?) || '%'`, [search]]
}

/** Whether the sums by day tell how many entries it leaves. */
export function hasOnlyExactValues({
  search,
  costMin,
  costMax,
  timeMin,
  timeMax,
}: WorkLedgerFilter): boolean {
  return [search, costMin, costMax, timeMin, timeMax].every((value) => value === undefined)
}

/** The columns that entries and their sums by day have in common. */
export function exactValues({ status, type, policyStatus, actors, modelName }: WorkLedgerFilter) {
  const values = { status, type, policy_status: policyStatus, actors, model_name: modelName }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
