import type { Knex } from 'knex'
import type { operations } from '../../spec/openapi.gen.ts'

type Query = NonNullable<operations['listWorkLedgerEntries']['parameters']['query']>

/** The filters that lists, summaries and exports share. */
export type WorkLedgerFilter = Omit<Query, 'page' | 'size' | 'sort' | 'cursor'>

/**
 * The entries of an instance that match the filter. Its statements are not prepared by name: PostgreSQL would plan such a
 * statement without its values in the end, and one plan for rare and common words took 10 s.
 */
export function matchingEntries(db: Knex, instanceId: string, filter: WorkLedgerFilter): Knex.QueryBuilder {
  return filterTexts(
    filterValues(db('work_ledger_entries').where({ instance_id: instanceId }), filter),
    filter,
  )
}

/** Applies the filters whose columns are in the index of every sort: all except those in `filterTexts`. */
export function filterValues(entries: Knex.QueryBuilder, filter: WorkLedgerFilter): Knex.QueryBuilder {
  const { costMin, costMax, timeMin, timeMax, createdFrom, createdTo } = filter
  filterRange(entries.where(exactValues(filter)), 'cost', costMin, costMax)
  filterRange(entries, 'active_time', timeMin, timeMax)
  return filterRange(entries, 'created_at', createdFrom, createdTo)
}

/** Filters by a range; an undefined end is open. */
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

/** Applies the filters that need the row itself. A search has no wildcards: `searchable` replaces every sign by a letter. */
export function filterTexts(
  entries: Knex.QueryBuilder,
  { search, entityId }: WorkLedgerFilter,
): Knex.QueryBuilder {
  if (entityId !== undefined) entries.where({ entity_id: entityId })
  if (search !== undefined) entries.whereRaw(`searched like '%' || searchable(?) || '%'`, [search])
  return entries
}

/** Whether the sums by day can count the matching entries. */
export function hasOnlyExactValues(filter: WorkLedgerFilter): boolean {
  const { search, entityId, costMin, costMax, timeMin, timeMax, createdFrom, createdTo } = filter
  const others = [search, entityId, costMin, costMax, timeMin, timeMax, createdFrom, createdTo]
  return others.every((value) => value === undefined)
}

/** The filters by columns that entries and the sums by day share. */
export function exactValues({ status, type, policyStatus, actors, modelName }: WorkLedgerFilter) {
  const values = { status, type, policy_status: policyStatus, actors, model_name: modelName }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
