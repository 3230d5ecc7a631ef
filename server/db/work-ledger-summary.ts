import type { Database } from './database.ts'
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { OutcomeSums, WorkLedgerGrouping, WorkLedgerSummary } from '../../spec/openapi.gen.ts'
import { query } from './query/query.ts'
import { whereSum } from './work-ledger-days.ts'
import { hasOnlyExactValues, whereMatch, whereReviewIsOpen, type WorkLedgerFilter } from './work-ledger-filter.ts'

/**
 * The sums over the matching entries, in total and by group. Stored sums by day and by every filter value are used; only a
 * search, a range, a model or an outcome adds up entries. Null when a search, or what has the outcome, matches more than
 * 100,000 entries: each is a row to read, and a common word with a million matches in 5 million entries would take as long as
 * the statement timeout.
 */
export async function summariseWorkLedgerEntries(
  db: Database,
  instanceId: string,
  filter: WorkLedgerFilter,
  groupBy: WorkLedgerGrouping,
  outcome: string | undefined,
): Promise<WorkLedgerSummary | null> {
  const sums = { db, instanceId, filter, groupBy, outcome }
  const summed = await sumUp(sums)
  if (!summed) return null
  const versions = outcome === undefined ? null : await sumUp({ ...sums, groupBy: 'modelVersion' })
  const { all, groups } = summed
  return {
    groupBy,
    total: toSums(all),
    openReviews: all.open,
    groups: (groupBy === 'day' ? groups.toReversed() : groups).map(toGroup),
    ...(versions && { versions: versions.groups.map(toGroup) }),
    isTruncated: all.groups > groups.length,
  }
}

/** The sums of all groups, and the groups. Null when there are too many entries to read. */
async function sumUp(sums: Sums): Promise<{ all: GroupRow; groups: GroupRow[] } | null> {
  const { db, instanceId, filter, groupBy, outcome } = sums
  const isByDay = groupBy === 'day'
  const isLimited = filter.search !== undefined || outcome !== undefined
  const part =
    groupBy !== 'modelVersion' && outcome === undefined && hasOnlyExactValues(filter)
      ? selectDays(instanceId, filter, groupBy)
      : selectEntries(sums, isLimited)
  const [added, shown] = outcome === undefined ? [empty, empty] : [addedOutcome, shownOutcome]
  // The first row is that of all groups.
  const [all, ...groups] = await query<GroupRow>(
    db,
    sql`with groups as (
       select key, sum(entries)::bigint as count, sum(cost) as cost, sum(active_time) as active_time,
              sum(open)::bigint as open ${added}
         from (${part}) part group by key
     )
     select ${raw(isByDay ? `to_char(key, 'YYYY-MM-DD')` : 'key')} as key, coalesce(sum(count), 0)::bigint as count,
            ${rounded('cost')} as cost, ${rounded('active_time')} as active_time,
            coalesce(sum(open), 0)::bigint as open, count(*) over () - 1 as groups ${shown}
       from groups where count > 0 group by grouping sets ((key), ())
      order by grouping(key) desc, ${raw(isByDay ? 'key desc' : 'count desc, key collate "C"')} limit ${mostGroups + 1}`,
  )
  if (!all) throw new Error('A sum over everything has a row.')
  return isLimited && all.count > mostFound ? null : { all, groups }
}

function selectDays(instanceId: string, filter: WorkLedgerFilter, groupBy: WorkLedgerGrouping): Sql {
  const where = whereSum(instanceId, filter, groupBy === 'day' ? 'each' : 'together')
  const key = raw(groupBy === 'day' ? 'day' : columns[groupBy])
  return sql`select ${key} as key, entries, cost, active_time, ${openOf('entries')} as open from work_ledger_days where ${where}`
}

function selectEntries({ instanceId, filter, groupBy, outcome }: Sums, isLimited: boolean): Sql {
  const key = raw(groupBy === 'day' ? `(created_at at time zone 'UTC')::date` : columns[groupBy])
  const limit = isLimited ? sql`limit ${mostFound + 1}` : empty
  const value = outcome === undefined ? empty : sql`, ${valueOf(outcome)} as outcome`
  return sql`select ${key} as key, 1 as entries, cost, active_time, ${openOf('1')} as open ${value}
    from work_ledger_entries where ${whereMatch(instanceId, filter)} ${limit}`
}

/** So many of these entries wait for a review. */
function openOf(entries: string): Sql {
  return sql`case when ${whereReviewIsOpen} then ${raw(entries)} else 0 end`
}

type Key = WorkLedgerGrouping | 'modelVersion'

const columns = {
  status: 'status',
  policyStatus: 'policy_status',
  actors: 'actors',
  modelName: 'model_name',
  modelVersion: `coalesce(model_version::text, 'none')`,
} as const

/** The number that an outcome is, null for what is none. */
function valueOf(outcome: string): Sql {
  return sql`(select (each ->> 'value')::numeric from jsonb_array_elements(outcomes) each
    where each ->> 'name' = ${outcome} and jsonb_typeof(each -> 'value') = 'number' limit 1)`
}

const addedOutcome = raw(`, count(outcome) as values, sum(outcome) as outcome_sum,
  min(outcome) as outcome_min, max(outcome) as outcome_max`)

/** A sum may be larger than any double. With the decimals of all doubles, the average has more digits than any of them. */
const shownOutcome = raw(`, json_build_object('count', coalesce(sum(values), 0),
  'sum', greatest(least(coalesce(sum(outcome_sum), 0), 1.7976931348623157e308), -1.7976931348623157e308)::float8,
  'average', (round(sum(outcome_sum), 350) / nullif(sum(values), 0))::float8,
  'minimum', min(outcome_min)::float8, 'maximum', max(outcome_max)::float8) as outcome`)

const mostGroups = 1000

const mostFound = 100_000

/** As `sumOfDecimals`, for entries in memory. */
function rounded(column: string): Sql {
  return raw(`round(coalesce(sum(${column}), 0), 12)::float8`)
}

function toGroup(row: GroupRow) {
  return { key: row.key, ...toSums(row) }
}

function toSums({ count, cost, active_time, outcome }: GroupRow) {
  return { count, cost, activeTime: active_time, ...(outcome && { outcome }) }
}

interface Sums {
  db: Database
  instanceId: string
  filter: WorkLedgerFilter
  groupBy: Key
  outcome: string | undefined
}

interface GroupRow {
  key: string
  count: number
  cost: number
  active_time: number
  open: number
  /** How many groups there are. */
  groups: number
  /** Where an outcome was asked for. */
  outcome?: OutcomeSums
}
