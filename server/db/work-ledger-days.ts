import type { Knex } from 'knex'
import { lockLedger } from './work-ledger-writes.ts'

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
     select instance_id, (created_at at time zone 'UTC')::date, model_name, type, status, policy_status, actors,
            ${sign} * count(*), ${sign} * sum(round(cost * 1e6)::bigint), ${sign} * sum(round(active_time * 1e6)::bigint)
       from work_ledger_entries where ${condition} group by 1, 2, 3, 4, 5, 6, 7
     on conflict (instance_id, day, model_name, type, status, policy_status, actors)
       do update set entries = days.entries + excluded.entries, cost = days.cost + excluded.cost,
                     active_time = days.active_time + excluded.active_time`,
    values,
  )
}
