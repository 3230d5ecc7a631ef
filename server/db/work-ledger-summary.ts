import type { Knex } from 'knex'
import type { Database } from './database.ts'
import type { OutcomeSums, WorkLedgerGrouping, WorkLedgerSummary } from '../../spec/gen/openapi.gen.ts'
import type { Days } from '../../contract/rules/days.ts'
import { restOf } from '../../contract/rules/shares.ts'
import { inSnapshot } from './connection/pool.ts'
import { planned } from './query/query.ts'
import { dayOf, rounded, selectSums } from './work-ledger-days.ts'
import { hasOnlyExactValues, reviewIsOpen, selectMatches, type WorkLedgerFilter } from './work-ledger-filter.ts'
import { sumShares, total } from './work-ledger-shares.ts'

/** How entries are grouped, and which outcome is added up, too. */
export interface SummaryOptions {
  groupBy: WorkLedgerGrouping
  outcome: string | undefined
  /** Days of another time zone than UTC. */
  days: Days | null
}

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
  { groupBy, outcome, days }: SummaryOptions,
): Promise<WorkLedgerSummary | null> {
  const sums = { db, instanceId, filter, groupBy, outcome, days }
  if (groupBy === 'agent' || groupBy === 'aiModel')
    return inSnapshot(db, (snapshot) => summariseShares({ ...sums, db: snapshot }, groupBy))
  const summed = await sumUp({ ...sums, groupBy })
  if (!summed) return null
  const { all, groups } = summed
  return {
    groupBy,
    ...(await inTotal(sums, all)),
    groups: (groupBy === 'day' ? groups.toReversed() : groups).map(toGroup),
    isTruncated: all.groups > groups.length,
  }
}

/** In one snapshot, so that the shares and the rest add up to the total. */
async function summariseShares(
  sums: Omit<Sums, 'groupBy'>,
  groupBy: 'agent' | 'aiModel',
): Promise<WorkLedgerSummary | null> {
  const summed = await sumUp({ ...sums, groupBy: 'status' })
  if (!summed) return null
  const shares = await sumShares(sums.db, sums.instanceId, sums.filter, groupBy, mostGroups)
  const total = await inTotal(sums, summed.all)
  return {
    groupBy,
    ...total,
    groups: shares.groups,
    rest: restOf(total.total, shares.all),
    isTruncated: shares.isTruncated,
  }
}

async function inTotal(sums: Omit<Sums, 'groupBy'>, all: GroupRow) {
  const versions = sums.outcome === undefined ? null : await sumUp({ ...sums, groupBy: 'modelVersion' })
  return { total: toSums(all), openReviews: all.open, ...(versions && { versions: versions.groups.map(toGroup) }) }
}

/** The sums of all groups, and the groups. Null when there are too many entries to read. */
async function sumUp(sums: Sums): Promise<{ all: GroupRow; groups: GroupRow[] } | null> {
  const { db, filter, groupBy, outcome, days } = sums
  const isByDay = groupBy === 'day'
  const isLimited = filter.search !== undefined || outcome !== undefined
  const part =
    groupBy !== 'modelVersion' && outcome === undefined && days === null && hasOnlyExactValues(filter)
      ? selectDays({ ...sums, groupBy })
      : selectEntries(sums, isLimited)
  const [added, shown] = outcome === undefined ? ['', ''] : [addedOutcome, shownOutcome]
  // The first row is that of all groups.
  const statement = db.raw(
    `with groups as (
       select key, sum(entries)::bigint as count, sum(cost) as cost, sum(active_time) as active_time,
              sum(without_cost) as without_cost, sum(open)::bigint as open ${added}
         from :part part group by key
     )
     select ${isByDay ? `to_char(key, 'YYYY-MM-DD')` : 'key'} as key, coalesce(sum(count), 0)::bigint as count,
            ${rounded('cost')} as cost, ${rounded('active_time')} as active_time,
            ${total('without_cost')} as without_cost, ${total('open')} as open, count(*) over () - 1 as groups ${shown}
       from groups where count > 0 group by grouping sets ((key), ())
      order by grouping(key) desc, ${isByDay ? 'key desc' : 'count desc, key collate "C"'} limit :most`,
    { part, most: mostGroups + 1 },
  )
  const [all, ...groups] = await planned<GroupRow>(db, statement)
  if (!all) throw new Error('A sum over everything has a row.')
  return isLimited && all.count > mostFound ? null : { all, groups }
}

function selectDays({ db, instanceId, filter, groupBy }: Sums): Knex.QueryBuilder {
  const key = groupBy === 'day' ? 'day' : columns[groupBy]
  const sums = selectSums(db, instanceId, filter, groupBy === 'day' ? 'each' : 'together')
  return sums.select(db.raw(`${key} as key, entries, cost, active_time, without_cost, ${openOf('entries')} as open`))
}

function selectEntries(
  { db, instanceId, filter, groupBy, outcome, days }: Sums,
  isLimited: boolean,
): Knex.QueryBuilder {
  const key = groupBy === 'day' ? dayOf(db, days) : db.raw(columns[groupBy])
  const row = db.raw(`:key as key, 1 as entries, cost, active_time, without_cost, ${openOf('1')} as open`, { key })
  const entries = selectMatches(db, instanceId, filter).select(row)
  if (outcome !== undefined) entries.select(valueOf(db, outcome))
  return isLimited ? entries.limit(mostFound + 1) : entries
}

/** So many of these entries wait for a review. */
function openOf(entries: string): string {
  return `case when ${reviewIsOpen} then ${entries} else 0 end`
}

const columns = {
  status: 'status',
  policyStatus: 'policy_status',
  actors: 'actors',
  modelName: 'model_name',
  modelVersion: `coalesce(model_version::text, 'none')`,
} as const

/** The number that an outcome is, null for what is none. */
function valueOf(db: Database, outcome: string): Knex.Raw {
  return db.raw(
    `(select (each ->> 'value')::numeric from jsonb_array_elements(outcomes) each
       where each ->> 'name' = ? and jsonb_typeof(each -> 'value') = 'number' limit 1) as outcome`,
    [outcome],
  )
}

const addedOutcome = `, count(outcome) as values, sum(outcome) as outcome_sum,
  min(outcome) as outcome_min, max(outcome) as outcome_max`

/** A sum may be larger than any double. With the decimals of all doubles, the average has more digits than any of them. */
const shownOutcome = `, json_build_object('count', coalesce(sum(values), 0),
  'sum', greatest(least(coalesce(sum(outcome_sum), 0), 1.7976931348623157e308), -1.7976931348623157e308)::float8,
  'average', (round(sum(outcome_sum), 350) / nullif(sum(values), 0))::float8,
  'minimum', min(outcome_min)::float8, 'maximum', max(outcome_max)::float8) as outcome`

const mostGroups = 1000

const mostFound = 100_000

function toGroup(row: GroupRow) {
  return { key: row.key, ...toSums(row) }
}

function toSums({ count, cost, active_time, without_cost, outcome }: GroupRow) {
  return { count, cost, activeTime: active_time, withoutCost: without_cost, ...(outcome && { outcome }) }
}

interface Sums extends Omit<SummaryOptions, 'groupBy'> {
  db: Database
  instanceId: string
  filter: WorkLedgerFilter
  groupBy: 'day' | keyof typeof columns
}

interface GroupRow {
  key: string
  count: number
  cost: number
  active_time: number
  without_cost: number
  open: number
  /** How many groups there are. */
  groups: number
  /** Where an outcome was asked for. */
  outcome?: OutcomeSums
}
