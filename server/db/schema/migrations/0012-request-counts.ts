import type { Knex } from 'knex'

/**
 * How many requests a caller sent to an instance since the minute began in which they are counted. Unlogged, since a count
 * that a crash of PostgreSQL takes along is worth no write to the disk: a new minute begins then. Without a foreign key,
 * because what a caller sends to unknown instances is counted, too.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create unlogged table request_counts (
      instance_id  text not null,
      key          text not null,
      requests     integer not null,
      begun_at     timestamptz(3) not null,
      told_at      timestamptz(3) not null,
      primary key (instance_id, key)
    ) with (fillfactor = 50)`)
}
