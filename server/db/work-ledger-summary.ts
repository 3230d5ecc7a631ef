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
  const rows = await sumUp(sums)
  if (!rows) return null
  const versions = outcome === undefined ? null : await sumUp({ ...sums, groupBy: 'modelVersion' })
  return toSummary(groupBy, groupBy === 'day' ? rows.toReversed() : rows, versions)
}

async function sumUp(sums: Sums): Promise<GroupRow[] | null> {
  const { db, instanceId, filter, groupBy, outcome } = sums
  const isByDay = groupBy === 'day'
  const isLimited = filter.search !== undefined || outcome !== undefined
  const part =
    groupBy !== 'modelVersion' && outcome === undefined && hasOnlyExactValues(filter)
      ? selectDays(instanceId, filter, groupBy)
      : selectEntries(sums, isLimited)
  const [added, shown] = outcome === undefined ? [empty, empty] : [addedOutcome, shownOutcome]
  const rows = await query<GroupRow>(
    db,
    sql`with groups as (
       select key, sum(entries)::bigint as count, sum(cost) as cost, sum(active_time) as active_time,
              sum(open)::bigint as open ${added}
         from (${part}) part group by key
     )
     select ${raw(isByDay ? `to_char(key, 'YYYY-MM-DD')` : 'key')} as key, count,
            ${toUnits('cost')} as cost, ${toUnits('active_time')} as active_time,
            (sum(count) over ())::bigint as all_count, ${toUnits('sum(cost) over ()')} as all_cost,
            ${toUnits('sum(active_time) over ()')} as all_active_time, count(*) over () as groups,
            (sum(open) over ())::bigint as all_open ${shown}
       from groups where count > 0
      order by ${raw(isByDay ? 'key desc' : 'count desc, key collate "C"')} limit ${mostGroups}`,
  )
  if (isLimited && (rows[0]?.all_count ?? 0) > mostFound) return null
  return rows
}

function selectDays(instanceId: string, filter: WorkLedgerFilter, groupBy: WorkLedgerGrouping): Sql {
  const where = whereSum(instanceId, filter, groupBy === 'day' ? 'each' : 'together')
  const key = raw(groupBy === 'day' ? 'day' : columns[groupBy])
  return sql`select ${key} as key, entries, cost, active_time, ${openOf('entries')} as open from work_ledger_days where ${where}`
}

/** Selects the matching entries in whole millionths, as in the sums by day: then the order of addition does not matter. */
function selectEntries({ instanceId, filter, groupBy, outcome }: Sums, isLimited: boolean): Sql {
  const key = raw(groupBy === 'day' ? `(created_at at time zone 'UTC')::date` : columns[groupBy])
  const limit = isLimited ? sql`limit ${mostFound + 1}` : empty
  const value = outcome === undefined ? empty : sql`, ${valueOf(outcome)} as outcome`
  return sql`select ${key} as key, 1 as entries,
      round(cost * 1e6)::bigint as cost, round(active_time * 1e6)::bigint as active_time,
      ${openOf('1')} as open ${value}
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

/** A sum may be larger than any double. */
const shownOutcome = raw(
  [
    { of: '', count: 'values', sum: 'outcome_sum', min: 'outcome_min', max: 'outcome_max' },
    {
      of: 'all_',
      count: 'sum(values) over ()',
      sum: 'sum(outcome_sum) over ()',
      min: 'min(outcome_min) over ()',
      max: 'max(outcome_max) over ()',
    },
  ]
    .map(
      ({ of, count, sum, min, max }) => `, json_build_object('count', ${count},
        'sum', greatest(least(coalesce(${sum}, 0), 1.7976931348623157e308), -1.7976931348623157e308)::float8,
        'average', (${sum} / nullif(${count}, 0))::float8, 'minimum', (${min})::float8, 'maximum', (${max})::float8)
        as ${of}outcome`,
    )
    .join(''),
)

const mostGroups = 1000

const mostFound = 100_000

/** Converts millionths. The product stays exact until the last step; a quotient would be rounded twice. */
function toUnits(expression: string): Sql {
  return raw(`(${expression} * 0.000001)::float8`)
}

const noValues: OutcomeSums = { count: 0, sum: 0, average: null, minimum: null, maximum: null }

function toSummary(
  groupBy: WorkLedgerGrouping,
  rows: readonly GroupRow[],
  versions: readonly GroupRow[] | null,
): WorkLedgerSummary {
  const [first] = rows
  const { all_count: count = 0, all_cost: cost = 0, all_active_time: activeTime = 0 } = first ?? {}
  const total = { count, cost, activeTime, ...(versions && { outcome: first?.all_outcome ?? noValues }) }
  const isTruncated = (first?.groups ?? 0) > rows.length
  return {
    groupBy,
    total,
    openReviews: first?.all_open ?? 0,
    groups: rows.map(toGroup),
    ...(versions && { versions: versions.map(toGroup) }),
    isTruncated,
  }
}

function toGroup({ key, count, cost, active_time, outcome }: GroupRow) {
  return { key, count, cost, activeTime: active_time, ...(outcome && { outcome }) }
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
  all_count: number
  all_cost: number
  all_active_time: number
  groups: number
  all_open: number
  /** Where an outcome was asked for. */
  outcome?: OutcomeSums
  all_outcome?: OutcomeSums
}
