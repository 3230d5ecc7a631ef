import sql, { join, type Sql } from 'sql-template-tag'
import type { Query } from '../../contract/types.ts'
import { given, whereBetween } from './query/conditions.ts'

/** The filters that lists, summaries and exports share. */
export type WorkLedgerFilter = Omit<Query<'listWorkLedgerEntries'>, 'page' | 'size' | 'sort' | 'cursor'> & {
  /** Only entries that were reported. */
  isReported?: true
}

/** The condition that entries are of this instance and match the filter. */
export function whereMatch(instanceId: string, filter: WorkLedgerFilter): Sql {
  return join([sql`instance_id = ${instanceId}`, ...whereValues(filter), ...whereTexts(filter)], ' and ')
}

/** The conditions on columns that are in the index of every sort: all except those of `whereTexts`. */
export function whereValues(filter: WorkLedgerFilter): Sql[] {
  return [...whereExact(filter), ...Object.values(whereInRanges(filter)).flat()]
}

/** The conditions of the ranges, by their column. */
export function whereInRanges({ costMin, costMax, timeMin, timeMax, createdFrom, createdTo }: WorkLedgerFilter) {
  const ranges: Record<string, Sql[]> = {
    cost: whereBetween('cost', costMin, costMax),
    active_time: whereBetween('active_time', timeMin, timeMax),
    created_at: whereBetween('created_at', createdFrom, createdTo),
  }
  return ranges
}

/** The conditions that need the row itself. A search has no wildcards: `searchable` replaces every sign by a letter. */
export function whereTexts({ search, entityId, modelId, modelVersion, review, isReported }: WorkLedgerFilter): Sql[] {
  return [
    ...given({ entity_id: entityId, model_id: modelId, model_version: modelVersion }),
    ...(isReported ? [sql`reported_by is not null`] : []),
    ...(review === 'done' ? [sql`review is not null`] : []),
    ...(search === undefined ? [] : [sql`searched like '%' || searchable(${search}) || '%'`]),
  ]
}

/** Whether the sums by day can count the matching entries. */
export function hasOnlyExactValues(filter: WorkLedgerFilter): boolean {
  const { search, entityId, modelId, modelVersion, costMin, costMax, timeMin, timeMax, createdFrom, createdTo } = filter
  const others = [search, entityId, modelId, modelVersion, costMin, costMax, timeMin, timeMax, createdFrom, createdTo]
  return filter.review !== 'done' && others.every((value) => value === undefined)
}

/** The conditions on columns that entries and the sums by day share. */
export function whereExact({ status, type, policyStatus, actors, modelName, review }: WorkLedgerFilter): Sql[] {
  return [
    ...given({ status, type, policy_status: policyStatus, actors, model_name: modelName }),
    ...(review === 'open' ? [whereReviewIsOpen] : []),
  ]
}

export const whereReviewIsOpen = sql`policy_status = 'review_required' and status in ('completed', 'failed')`
