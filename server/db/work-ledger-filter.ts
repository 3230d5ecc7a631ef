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
  return filterTexts(
    filterValues(db('work_ledger_entries').where({ instance_id: instanceId }), filter),
    filter,
  )
}

/** All of a filter that the index of a sort can tell: all but `filterTexts`. */
export function filterValues(entries: Knex.QueryBuilder, filter: WorkLedgerFilter): Knex.QueryBuilder {
  const { costMin, costMax, timeMin, timeMax, createdFrom, createdTo } = filter
  filterRange(entries.where(exactValues(filter)), 'cost', costMin, costMax)
  filterRange(entries, 'active_time', timeMin, timeMax)
  return filterRange(entries, 'created_at', createdFrom, createdTo)
}

/** Either end may be open. */
export function filterRange<Value extends number | string>(
  entries: Knex.QueryBuilder,
  column: string,
  min?: Value,
  max?: Value,
): Knex.QueryBuilder {
  if (min !== undefined) entries.where(column, '>=', min)
  if (max !== undefined) entries.where(column, '<=', max)
  return entries
}

/** What only the row itself tells. Nothing in a search is a wildcard: `searchable` leaves no sign. */
export function filterTexts(
  entries: Knex.QueryBuilder,
  { search, entityId }: WorkLedgerFilter,
): Knex.QueryBuilder {
  if (entityId !== undefined) entries.where({ entity_id: entityId })
  if (search !== undefined) entries.whereRaw(`searched like '%' || searchable(?) || '%'`, [search])
  return entries
}

/** Whether the sums by day tell how many entries it leaves. */
export function hasOnlyExactValues(filter: WorkLedgerFilter): boolean {
  const { search, entityId, costMin, costMax, timeMin, timeMax, createdFrom, createdTo } = filter
  const others = [search, entityId, costMin, costMax, timeMin, timeMax, createdFrom, createdTo]
  return others.every((value) => value === undefined)
}

/** The columns that entries and their sums by day have in common. */
export function exactValues({ status, type, policyStatus, actors, modelName }: WorkLedgerFilter) {
  const values = { status, type, policy_status: policyStatus, actors, model_name: modelName }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
