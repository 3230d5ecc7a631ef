import type { Knex } from 'knex'
import { exactValues, type WorkLedgerFilter } from './work-ledger-filter.ts'
import { lockLedger } from './work-ledger-writes.ts'

/** The sums of one day each, or those of all days together (they stand at the day -infinity), of entries with these values. */
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

/** How many entries have these values, however many there are. */
export async function countEntries(db: Knex, instanceId: string, filter: WorkLedgerFilter): Promise<number> {
  const counted = selectSums(db, instanceId, filter, 'together').select(
    db.raw('sum(entries)::bigint as count'),
  )
  const count = await counted.then((rows: { count: number | null }[]) => rows[0]?.count)
  return count ?? 0
}

/**
 * Adds entries that are there to the sums by day, or takes them off again. Costs and times are whole millionths: their
 * sums are exact, whatever was added and taken off in between. Whoever calls it holds the lock of the ledger.
 */
export async function addToDays(
  transaction: Knex,
  instanceId: string,
  ids: string[],
  sign: 1 | -1,
): Promise<void> {
  await insertSums(transaction, `instance_id = ? and id = any(?)`, [instanceId, ids], sign)
}

/** Takes the sums by day from the entries that are there. Nobody else writes to the ledger meanwhile. */
export async function recountDays(db: Knex, instanceId: string): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.raw('set local statement_timeout = 0')
    await lockLedger(transaction, instanceId)
    await transaction('work_ledger_days').where({ instance_id: instanceId }).delete()
    await insertSums(transaction, `instance_id = ?`, [instanceId], 1)
  })
}

/** Days that hold nothing any more. */
export async function deleteEmptyDays(db: Knex, instanceId: string): Promise<void> {
  await db('work_ledger_days').where({ instance_id: instanceId, entries: 0 }).delete()
}

async function insertSums(
  transaction: Knex,
  condition: string,
  values: Knex.RawBinding[],
  sign: 1 | -1,
): Promise<void> {
  await transaction.raw(
    `insert into work_ledger_days as days
     select instance_id, coalesce(day, '-infinity'), model_name, type, status, policy_status, actors,
            ${sign} * count(*), ${sign} * sum(round(cost * 1e6)::bigint), ${sign} * sum(round(active_time * 1e6)::bigint)
       from (select *, (created_at at time zone 'UTC')::date as day from work_ledger_entries where ${condition}) entry
      group by instance_id, model_name, type, status, policy_status, actors, grouping sets ((day), ())
     on conflict (instance_id, day, model_name, type, status, policy_status, actors)
       do update set entries = days.entries + excluded.entries, cost = days.cost + excluded.cost,
                     active_time = days.active_time + excluded.active_time`,
    values,
  )
}
