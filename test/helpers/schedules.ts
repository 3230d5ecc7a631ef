import type { Knex } from 'knex'
import { PgBoss } from 'pg-boss'
import { runScript } from '../../server/db/query/query.ts'

/** Enqueues the job of a schedule now, as pg-boss does at its next time. Without effect while such a job waits or runs. */
export async function trigger(db: Knex, schedule: string): Promise<void> {
  const boss = new PgBoss({ db: { executeSql: (text, values) => runScript(db, text, values) } })
  await boss.send(schedule, {})
}
