import type { Knex } from 'knex'

/**
 * The index is for the search for due checks, which covers all instances: an index that began with the instance would have
 * to be read as a whole. The index is not unique, so tenants can still be spread. The new columns rewrite no table.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table integrations
      add column failed_checks  smallint not null default 0,
      add column next_check_at  timestamptz(3) not null default now();
    create index if not exists integrations_next_check_at on integrations (next_check_at)
      where status <> 'inactive';
  `)
}
