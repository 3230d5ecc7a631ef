import type { Knex } from 'knex'

/** What users may do in their instance. Its indexes come with 0013. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table users add column roles text[] not null default '{}'
      check (roles <@ array['Viewer', 'Manager', 'Administrator', 'Editor'])`)
}
