import type { Knex } from 'knex'

/**
 * Counts without an instance: servers exchange the counts of many instances in one statement, which would ask every worker of
 * Citus. Counts are lost with it, so that a new minute begins.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    drop table request_counts;
    create unlogged table request_counts (
      key       text primary key,
      requests  integer not null,
      begun_at  timestamptz(3) not null
    ) with (fillfactor = 50)`)
}
