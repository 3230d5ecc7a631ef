import type { Knex } from 'knex'
import { citusUrl } from './programs/citus.ts'

// On Citus, statements wait on the workers, where pg_stat_activity of the coordinator does not look.
const activity = citusUrl ? 'citus_stat_activity' : 'pg_stat_activity'
const pid = citusUrl ? 'global_pid' : 'pid'
const isWaiting = `datname = current_database() and wait_event_type = 'Lock'`

/** How many sessions of this database wait for a lock. */
export async function countLockWaits(db: Knex): Promise<number> {
  const waiting: unknown[] = await db(activity).whereRaw(isWaiting).select(pid)
  return waiting.length
}

/** The same for a database that is never one of Citus. */
export async function countPlainLockWaits(db: Knex): Promise<number> {
  const waiting: unknown[] = await db('pg_stat_activity').whereRaw(isWaiting).select('pid')
  return waiting.length
}

/** Ends the sessions of this database that wait for a lock. */
export async function endLockWaits(db: Knex): Promise<void> {
  await db.raw(`select pg_terminate_backend(${pid}) from ${activity} where ${isWaiting}`)
}
