import type { Knex } from 'knex'
import { fromKnex, PgBoss } from 'pg-boss'

/** Enqueues the job of a schedule now, as pg-boss does at its next time. Without effect while such a job waits or runs. */
export async function trigger(db: Knex, schedule: string): Promise<void> {
  await new PgBoss({ db: fromKnex(db) }).send(schedule, {})
}
