import type { Knex } from 'knex'
import type { Query } from '../../contract/types.ts'
import type { Database } from './database.ts'
import { withoutUndefined, isAnyGiven, whereBetween } from './query/conditions.ts'

/** The filters that lists, summaries and exports share. */
export type WorkLedgerFilter = Omit<Query<'listWorkLedgerEntries'>, 'page' | 'size' | 'sort' | 'cursor'> & {
  /** Only entries that were reported. */
  isReported?: true
}

/** The entries of this instance that match the filter. */
export function selectMatches(db: Database, instanceId: string, filter: WorkLedgerFilter): Knex.QueryBuilder {
  return db('work_ledger_entries')
    .where({ instance_id: instanceId })
    .modify(whereValues, filter)
    .modify(whereTexts, filter)
}

/** The conditions on columns that are in the index of every sort: all conditions except `whereTexts`. */
export function whereValues(entries: Knex.QueryBuilder, filter: WorkLedgerFilter): void {
  entries.modify(whereExact, filter)
  for (const column of ['cost', 'active_time', 'created_at']) entries.modify(whereInRange, column, filter)
}

/** The condition of the range of a column, if it has one. */
export function whereInRange(entries: Knex.QueryBuilder, column: string, filter: WorkLedgerFilter): void {
  if (column === 'cost') whereBetween(entries, column, filter.costMin, filter.costMax)
  if (column === 'active_time') whereBetween(entries, column, filter.timeMin, filter.timeMax)
  if (column === 'created_at') whereBetween(entries, column, filter.createdFrom, filter.createdTo)
}

/** The conditions that need the row itself. A search has no wildcards: `searchable` replaces every sign by a letter. */
export function whereTexts(entries: Knex.QueryBuilder, filter: WorkLedgerFilter): void {
  const { search, entityId, modelId, modelVersion, agentId, aiModel, review, isReported } = filter
  entries.where(withoutUndefined({ entity_id: entityId, model_id: modelId, model_version: modelVersion }))
  if (isReported) entries.whereNotNull('reported_by')
  if (review === 'done') entries.whereNotNull('review')
  if (agentId !== undefined) entries.modify(whereShare, 'agent_id', agentId)
  if (aiModel !== undefined) entries.modify(whereShare, 'ai_model', aiModel)
  if (search !== undefined) entries.whereRaw("searched like '%' || searchable(?) || '%'", [search])
}

function whereShare(entries: Knex.QueryBuilder, column: 'agent_id' | 'ai_model', value: string): void {
  entries.whereRaw(
    `exists (select from work_ledger_shares as share
      where share.instance_id = work_ledger_entries.instance_id and share.entry_id = work_ledger_entries.id
        and share.?? = ?)`,
    [column, value],
  )
}

/** Whether `whereTexts` has a condition. */
export function hasTexts(filter: WorkLedgerFilter): boolean {
  const { search, entityId, modelId, modelVersion, agentId, aiModel, review, isReported } = filter
  return review === 'done' || isAnyGiven(search, entityId, modelId, modelVersion, agentId, aiModel, isReported)
}

/** Whether the sums by day can count the matching entries. */
export function hasOnlyExactValues(filter: WorkLedgerFilter): boolean {
  const { costMin, costMax, timeMin, timeMax, createdFrom, createdTo } = filter
  return !hasTexts(filter) && !isAnyGiven(costMin, costMax, timeMin, timeMax, createdFrom, createdTo)
}

/** Whether the shares of an agent alone can tell the matching entries. */
export function hasOnlyAgent({ agentId, ...others }: WorkLedgerFilter): boolean {
  const { status, type, policyStatus, actors, modelName, review, costMin, costMax, timeMin, timeMax } = others
  const ofEntries = [status, type, policyStatus, actors, modelName, review, costMin, costMax, timeMin, timeMax]
  return agentId !== undefined && !hasTexts(others) && !isAnyGiven(...ofEntries)
}

/** The conditions on columns that entries and the sums by day share. */
export function whereExact(rows: Knex.QueryBuilder, filter: WorkLedgerFilter): void {
  const { status, type, policyStatus, actors, modelName, review } = filter
  rows.where(withoutUndefined({ type, model_name: modelName }))
  for (const [column, values] of Object.entries({ status, policy_status: policyStatus, actors }))
    if (values) rows.whereIn(column, values)
  if (review === 'open') rows.whereRaw(reviewIsOpen)
}

/** The columns of `whereExact`. */
export const exactColumns = ['model_name', 'type', 'status', 'policy_status', 'actors']

/** A condition in SQL. */
export const reviewIsOpen = `policy_status = 'review_required' and status in ('completed', 'failed')`
