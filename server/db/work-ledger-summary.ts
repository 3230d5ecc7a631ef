import type { Database } from './database.ts'
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { WorkLedgerGrouping, WorkLedgerSummary } from '../../spec/openapi.gen.ts'
import { query } from './query/query.ts'
import { whereSum } from './work-ledger-days.ts'
import { hasOnlyExactValues, whereMatch, type WorkLedgerFilter } from './work-ledger-filter.ts'

/**
 * The sums over the matching entries, in total and by group. Stored sums by day and by every filter value are used; only a
 * search or a range adds up entries. Null when a search matches more than 100,000 entries: each is a row to read, and a
 * common word with a million matches in 5 million entries would take as long as the statement timeout.
 */
export async function summariseWorkLedgerEntries(
  db: Database,
  instanceId: string,
  filter: WorkLedgerFilter,
  groupBy: WorkLedgerGrouping,
): Promise<WorkLedgerSummary | null> {
  const isByDay = groupBy === 'day'
  const part = hasOnlyExactValues(filter)
    ? selectDays(instanceId, filter, groupBy)
    : selectEntries(instanceId, filter, groupBy)
  const rows = await query<GroupRow>(
    db,
    sql`with groups as (
       select key, sum(entries)::bigint as count, sum(cost) as cost, sum(active_time) as active_time
         from (${part}) part group by key
     )
     select ${raw(isByDay ? `to_char(key, 'YYYY-MM-DD')` : 'key')} as key, count,
            ${toUnits('cost')} as cost, ${toUnits('active_time')} as active_time,
            (sum(count) over ())::bigint as all_count, ${toUnits('sum(cost) over ()')} as all_cost,
            ${toUnits('sum(active_time) over ()')} as all_active_time, count(*) over () as groups
       from groups where count > 0
      order by ${raw(isByDay ? 'key desc' : 'count desc, key collate "C"')} limit ${mostGroups}`,
  )
  if (filter.search !== undefined && (rows[0]?.all_count ?? 0) > mostFound) return null
  return toSummary(groupBy, isByDay ? rows.toReversed() : rows)
}

function selectDays(instanceId: string, filter: WorkLedgerFilter, groupBy: WorkLedgerGrouping): Sql {
  const where = whereSum(instanceId, filter, groupBy === 'day' ? 'each' : 'together')
  const key = raw(groupBy === 'day' ? 'day' : columns[groupBy])
  return sql`select ${key} as key, entries, cost, active_time from work_ledger_days where ${where}`
}

/** Selects the matching entries in whole millionths, as in the sums by day: then the order of addition does not matter. */
function selectEntries(instanceId: string, filter: WorkLedgerFilter, groupBy: WorkLedgerGrouping): Sql {
  const key = raw(groupBy === 'day' ? `(created_at at time zone 'UTC')::date` : columns[groupBy])
  const limit = filter.search === undefined ? empty : sql`limit ${mostFound + 1}`
  return sql`select ${key} as key, 1 as entries,
      round(cost * 1e6)::bigint as cost, round(active_time * 1e6)::bigint as active_time
    from work_ledger_entries where ${whereMatch(instanceId, filter)} ${limit}`
}

const columns = { status: 'status', policyStatus: 'policy_status', actors: 'actors', modelName: 'model_name' } as const

const mostGroups = 1000

const mostFound = 100_000

/** Converts millionths. The product stays exact until the last step; a quotient would be rounded twice. */
function toUnits(expression: string): Sql {
  return raw(`(${expression} * 0.000001)::float8`)
}

function toSummary(groupBy: WorkLedgerGrouping, rows: readonly GroupRow[]): WorkLedgerSummary {
  const [first] = rows
  return {
    groupBy,
    total: { count: first?.all_count ?? 0, cost: first?.all_cost ?? 0, activeTime: first?.all_active_time ?? 0 },
    groups: rows.map(({ key, count, cost, active_time }) => ({ key, count, cost, activeTime: active_time })),
    isTruncated: (first?.groups ?? 0) > rows.length,
  }
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
}
