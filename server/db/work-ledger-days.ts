import type { Database } from './database.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { query } from './query/query.ts'
import { whereExact, type WorkLedgerFilter } from './work-ledger-filter.ts'

/**
 * The condition on the sums of the entries with these values: one row per day, or the rows of all days together (stored as
 * day -infinity).
 */
export function whereSum(instanceId: string, filter: WorkLedgerFilter, days: 'each' | 'together'): Sql {
  const day = days === 'each' ? sql`day > '-infinity'` : sql`day = '-infinity'`
  return join([sql`instance_id = ${instanceId}`, day, ...whereExact(filter)], ' and ')
}

/** The exact number of entries with these values. Reads only sums, so its cost does not grow with the number. */
export async function countEntries(db: Database, instanceId: string, filter: WorkLedgerFilter): Promise<number> {
  const where = whereSum(instanceId, filter, 'together')
  const counted = sql`select coalesce(sum(entries), 0)::bigint as count from work_ledger_days where ${where}`
  const [row] = await query<{ count: number }>(db, counted)
  return row?.count ?? 0
}

/**
 * A statement that adds the entries of a table or query to the sums by day (1), or subtracts them (-1). Costs and times are
 * decimals (`numeric`), so the sums stay exact after any number of additions and subtractions.
 */
export function addToDays(entries: Sql, sign: 1 | -1): Sql {
  const times = raw(`${sign} *`)
  return sql`
    insert into work_ledger_days as days
    select instance_id, coalesce(day, '-infinity'), model_name, type, status, policy_status, actors,
           ${times} count(*), ${times} sum(cost), ${times} sum(active_time)
      from (select *, (created_at at time zone 'UTC')::date as day from ${entries}) entry
     group by instance_id, model_name, type, status, policy_status, actors, grouping sets ((day), ())
    on conflict (instance_id, day, model_name, type, status, policy_status, actors)
      do update set entries = days.entries + excluded.entries, cost = days.cost + excluded.cost,
                    active_time = days.active_time + excluded.active_time`
}
