import type { Knex } from 'knex'

/**
 * The index serves the sweep, which looks for what is due whatever its instance: beginning with the instance it
 * would be read as a whole. It is no key, so tenants can still be spread. Filling the new columns rewrites nothing.
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
