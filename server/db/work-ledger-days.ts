import type { Knex } from 'knex'
import { exactValues, type WorkLedgerFilter } from './work-ledger-filter.ts'

/**
 * The sums of the entries with these values: one row per day, or the rows of all days together (stored as day -infinity).
 */
export function selectSums(
  db: Knex,
  instanceId: string,
  filter: WorkLedgerFilter,
  days: 'each' | 'together',
): Knex.QueryBuilder {
  return db('work_ledger_days')
    .where({ instance_id: instanceId, ...exactValues(filter) })
    .where('day', days === 'each' ? '>' : '=', '-infinity')
}

/** The exact number of entries with these values. Reads only sums, so its cost does not grow with the number. */
export async function countEntries(db: Knex, instanceId: string, filter: WorkLedgerFilter): Promise<number> {
  const counted = selectSums(db, instanceId, filter, 'together').select(
    db.raw('sum(entries)::bigint as count'),
  )
  const count = await counted.then((rows: { count: number | null }[]) => rows[0]?.count)
  return count ?? 0
}

/**
 * A statement that adds the entries of a table or query to the sums by day (1), or subtracts them (-1). Costs and times are
 * whole millionths, so the sums stay exact after any number of additions and subtractions.
 */
export function addToDays(entries: string, sign: 1 | -1): string {
  return `
    insert into work_ledger_days as days
    select instance_id, coalesce(day, '-infinity'), model_name, type, status, policy_status, actors,
           ${sign} * count(*), ${sign} * sum(round(cost * 1e6)::bigint), ${sign} * sum(round(active_time * 1e6)::bigint)
      from (select *, (created_at at time zone 'UTC')::date as day from ${entries}) entry
     group by instance_id, model_name, type, status, policy_status, actors, grouping sets ((day), ())
    on conflict (instance_id, day, model_name, type, status, policy_status, actors)
      do update set entries = days.entries + excluded.entries, cost = days.cost + excluded.cost,
                    active_time = days.active_time + excluded.active_time`
}
