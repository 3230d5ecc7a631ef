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
  const { costMin, costMax, timeMin, timeMax, search } = filter
  const matching = db('work_ledger_entries').where({ instance_id: instanceId, ...exactValues(filter) })
  if (costMin !== undefined) matching.where('cost', '>=', costMin)
  if (costMax !== undefined) matching.where('cost', '<=', costMax)
  if (timeMin !== undefined) matching.where('active_time', '>=', timeMin)
  if (timeMax !== undefined) matching.where('active_time', '<=', timeMax)
  // Nothing in it is a wildcard: `searchable` leaves no sign.
  if (search !== undefined) matching.whereRaw(`searched like '%' || searchable(?) || '%'`, [search])
  return matching
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
