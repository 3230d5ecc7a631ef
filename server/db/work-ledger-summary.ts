import type { Knex } from 'knex'
import type { components } from '../../spec/openapi.gen.ts'
import { asArray, asObject } from '../../contract/json.ts'
import { entriesPerBlock } from './work-ledger-signature.ts'
import { findBlocks } from './work-ledger-blocks.ts'
import {
  findRanges,
  isInRange,
  joinAll,
  matchesColumns,
  matchesText,
  matchesValues,
  type Fragment,
  type Range,
} from './work-ledger-conditions.ts'
import type { WorkLedgerFilter } from './work-ledger-filter.ts'
import { entriesOf } from './work-ledger-few.ts'

type Summary = components['schemas']['WorkLedgerSummary']

/**
 * Sums over the entries that match, in total and by group. They are kept by day and by every value that a filter can
 * name, so that only a search or a range looks at entries: at those in it, or, where these are most of the ledger, at
 * the others (1 to 2 s for half of 5 million). Null when a search would have to look into more than 100,000.
 */
export async function summariseWorkLedgerEntries(
  db: Knex,
  instanceId: string,
  filter: WorkLedgerFilter,
  groupBy: Summary['groupBy'],
): Promise<Summary | null> {
  const parts = await findParts(db, instanceId, filter)
  if (!parts) return null
  const isByDay = groupBy === 'day'
  const { rows } = await db.raw<{ rows: GroupRow[] }>(
    `with parts as (
       ${parts.map((part) => sumByGroup(part, groupBy)).join(' union all ')}
     ), groups as (
       select key, sum(count)::bigint as count, sum(cost) as cost, sum(active_time) as active_time
         from parts group by key
     )
     select ${isByDay ? `to_char(key, 'YYYY-MM-DD')` : 'key'} as key, count,
            ${toUnits('cost')} as cost, ${toUnits('active_time')} as active_time,
            (sum(count) over ())::bigint as all_count, ${toUnits('sum(cost) over ()')} as all_cost,
            ${toUnits('sum(active_time) over ()')} as all_active_time, count(*) over () as groups
       from groups where count > 0
      order by ${isByDay ? 'key desc' : 'count desc, key collate "C"'} limit ${mostGroups}`,
    parts.flatMap(({ from }) => from.values),
  )
  return toSummary(groupBy, isByDay ? rows.toReversed() : rows)
}

/** What is added, or taken off again. */
interface Part {
  /** What stands behind "from", with its conditions. */
  from: Fragment
  /** Expressions over it. */
  day: string
  count: string
  cost: string
  activeTime: string
}

/** Together they are the entries that match. */
async function findParts(db: Knex, instanceId: string, filter: WorkLedgerFilter): Promise<Part[] | null> {
  const ranges = findRanges(filter)
  if (filter.search === undefined && ranges.length === 0) return [sumsOfDays(instanceId, filter)]
  const blocks = await findBlocks(db, instanceId, filter)
  if (blocks && blocks.count * entriesPerBlock <= mostCompared) {
    return [sumsOfEntries(entriesOf(instanceId, blocks), filter)]
  }
  for (const range of ranges) {
    if (await isShort(db, instanceId, range)) return [sumsOfEntries(allEntries(instanceId), filter)]
  }
  if (filter.search !== undefined) return null
  if (await holdMost(db, instanceId, filter)) {
    return [sumsOfDays(instanceId, filter), ...sumsOutOfRange(instanceId, filter)]
  }
  return [sumsOfEntries(allEntries(instanceId), filter)]
}

const mostCompared = 100_000

async function isShort(db: Knex, instanceId: string, range: Range): Promise<boolean> {
  const all = allEntries(instanceId)
  const bounds = joinAll(isInRange(range))
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    `select count(*) from (select 1 from ${all.sql} entry where ${bounds.sql} order by ${range.column} limit ?) counted`,
    [...all.values, ...bounds.values, mostCompared + 1],
  )
  return (rows[0]?.count ?? 0) <= mostCompared
}

/** Whether the ranges leave more than half of the ledger, as far as PostgreSQL's statistics tell. */
async function holdMost(db: Knex, instanceId: string, filter: WorkLedgerFilter): Promise<boolean> {
  const all = allEntries(instanceId)
  const bounds = joinAll(findRanges(filter).flatMap(isInRange))
  const estimate = async (condition: Fragment) => {
    const { rows } = await db.raw<{ rows: { 'QUERY PLAN': unknown }[] }>(
      `explain (format json) select 1 from ${all.sql} entry where ${condition.sql}`,
      [...all.values, ...condition.values],
    )
    const [plan] = asArray(rows[0]?.['QUERY PLAN'])
    return Number(asObject(asObject(plan)['Plan'])['Plan Rows'])
  }
  return 2 * (await estimate(bounds)) > (await estimate(joinAll([])))
}

function sumsOfDays(instanceId: string, filter: WorkLedgerFilter): Part {
  const matching = joinAll([{ sql: 'instance_id = ?', values: [instanceId] }, ...matchesValues(filter)])
  return {
    from: { ...matching, sql: `work_ledger_days where ${matching.sql}` },
    day: 'day',
    count: 'sum(entries)',
    cost: 'sum(cost)',
    activeTime: 'sum(active_time)',
  }
}

function sumsOfEntries(entries: Fragment, filter: WorkLedgerFilter): Part {
  return sumsWhere(entries, [
    ...matchesColumns(filter, null),
    ...(filter.search === undefined ? [] : [matchesText(filter.search)]),
  ])
}

/** Less those that only the ranges leave out. Each bound has a part, of those that the bounds before it let in. */
function sumsOutOfRange(instanceId: string, filter: WorkLedgerFilter): Part[] {
  const bounds = findRanges(filter).flatMap(isInRange)
  return bounds.map((bound, at) => {
    const out = { ...bound, sql: `not (${bound.sql})` }
    const sums = sumsWhere(allEntries(instanceId), [...matchesValues(filter), ...bounds.slice(0, at), out])
    return { ...sums, count: `-${sums.count}`, cost: `-${sums.cost}`, activeTime: `-${sums.activeTime}` }
  })
}

function allEntries(instanceId: string): Fragment {
  return { sql: '(select * from work_ledger_entries where instance_id = ?)', values: [instanceId] }
}

/** In whole millionths, as the days have them: whatever the order of addition, the sum is the same. */
function sumsWhere(entries: Fragment, conditions: readonly Fragment[]): Part {
  const matching = joinAll(conditions)
  return {
    from: {
      sql: `${entries.sql} entry where ${matching.sql}`,
      values: [...entries.values, ...matching.values],
    },
    day: `(created_at at time zone 'UTC')::date`,
    count: 'count(*)',
    cost: 'sum(round(cost * 1e6)::bigint)',
    activeTime: 'sum(round(active_time * 1e6)::bigint)',
  }
}

function sumByGroup({ from, day, count, cost, activeTime }: Part, groupBy: Summary['groupBy']): string {
  const key = groupBy === 'day' ? day : columns[groupBy]
  return `select ${key} as key, ${count} as count, ${cost} as cost, ${activeTime} as active_time
            from ${from.sql} group by 1`
}

const columns = {
  status: 'status',
  policyStatus: 'policy_status',
  actors: 'actors',
  modelName: 'model_name',
} as const

const mostGroups = 1000

/** From millionths. Exact until the last step, as a product; a quotient would be rounded twice. */
function toUnits(expression: string): string {
  return `(${expression} * 0.000001)::float8`
}

function toSummary(groupBy: Summary['groupBy'], rows: readonly GroupRow[]): Summary {
  const [first] = rows
  return {
    groupBy,
    total: {
      count: first?.all_count ?? 0,
      cost: first?.all_cost ?? 0,
      activeTime: first?.all_active_time ?? 0,
    },
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
