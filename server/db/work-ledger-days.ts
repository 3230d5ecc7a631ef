import type { Knex } from 'knex'
import type { Days } from '../../contract/rules/days.ts'
import type { Database } from './database.ts'
import { preparedOne } from './query/query.ts'
import { exactColumns, whereExact, type WorkLedgerFilter } from './work-ledger-filter.ts'

/**
 * The sums of the entries with these values: one row per day, or the rows of all days together (stored as day -infinity).
 */
export function selectSums(
  db: Database,
  instanceId: string,
  filter: WorkLedgerFilter,
  days: 'each' | 'together',
): Knex.QueryBuilder {
  return db('work_ledger_days')
    .where({ instance_id: instanceId })
    .where('day', days === 'each' ? '>' : '=', '-infinity')
    .modify(whereExact, filter)
}

/** The exact number of entries with these values. Reads only sums, so its cost does not grow with the number. */
export async function countEntries(db: Database, instanceId: string, filter: WorkLedgerFilter): Promise<number> {
  const sums = selectSums(db, instanceId, filter, 'together')
  const [counted] = await sums.sum<{ count: number | null }[]>({ count: 'entries' })
  return counted?.count ?? 0
}

/** The columns of entries from which the sums by day are computed. */
export const summedColumns = ['instance_id', 'created_at', ...exactColumns, 'cost', 'active_time', 'without_cost']

/**
 * Adds entries, which may be what a statement writes and returns, to the sums by day (1), or subtracts them (-1). Costs and
 * times are decimals (`numeric`), so the sums stay exact after any number of additions and subtractions.
 */
export async function addToDays(db: Database, entries: Knex.QueryBuilder | Knex.Raw, sign: 1 | -1): Promise<void> {
  const values = exactColumns.join(', ')
  await db.raw(
    `with entry as (:entries)
     insert into work_ledger_days as days (instance_id, day, ${values}, entries, cost, active_time, without_cost)
     select instance_id, coalesce(day, '-infinity'), ${values},
            ${sign} * count(*), ${sign} * sum(cost), ${sign} * sum(active_time),
            ${sign} * coalesce(sum(without_cost), 0)
       from (select *, (created_at at time zone 'UTC')::date as day from entry) dated
      group by instance_id, ${values}, grouping sets ((day), ())
     on conflict (instance_id, day, ${values})
        do update set entries = days.entries + excluded.entries, cost = days.cost + excluded.cost,
                      active_time = days.active_time + excluded.active_time,
                      without_cost = days.without_cost + excluded.without_cost`,
    { entries },
  )
}

/** The day of an entry: of UTC, or of the time zone of these days, among which its time must be. */
export function dayOf(db: Database, days: Days | null): Knex.Raw {
  if (!days) return db.raw(`(created_at at time zone 'UTC')::date`)
  return db.raw('(:days::date[])[width_bucket(created_at, :starts::timestamptz[])]', { ...days })
}

/** The sum of decimals; as `sumOfDecimals`, for entries in memory. */
export function rounded(column: string): string {
  return `round(coalesce(sum(${column}), 0), 12)::float8`
}

/** When the first and the last entry of the instance were created; null without entries. */
export async function findLedgerRange(db: Database, instanceId: string): Promise<{ first: Date; last: Date } | null> {
  const entries = db('work_ledger_entries').where({ instance_id: instanceId })
  const range = entries.min({ first: 'created_at' }).max({ last: 'created_at' })
  const { first, last } = await preparedOne<{ first: string | null; last: string | null }>(db, range)
  return first && last ? { first: new Date(first), last: new Date(last) } : null
}
