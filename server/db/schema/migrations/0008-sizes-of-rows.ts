import type { Knex } from 'knex'

/** How large a row is as JSON, so that a page ends before it is too large without a look at what makes it large. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table agents
      add column bytes integer not null generated always as (octet_length(metadata::text)) stored;
    alter table integrations
      add column bytes integer not null generated always as (octet_length(metadata::text)) stored;
    alter table twu_model_versions
      add column bytes integer not null generated always as (
        octet_length(entities::text) + octet_length(actions::text) +
        octet_length(events::text) + octet_length(outcomes::text)) stored`)
}
