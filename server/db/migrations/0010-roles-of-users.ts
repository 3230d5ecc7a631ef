import type { Knex } from 'knex'

/** What users may do in their instance. The first index serves lists, the second the rule that an administrator stays. */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table users add column roles text[] not null default '{}'
      check (roles <@ array['Viewer', 'Manager', 'Administrator', 'Editor']);
    create index users_roles on users using gin (instance_id, roles) with (gin_pending_list_limit = 256);
    create index users_administrators on users (instance_id, id) where enabled and 'Administrator' = any (roles)`)
}
