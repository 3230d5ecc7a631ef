import type { Knex } from 'knex'

/**
 * Changes of accounts become leases with a state (E-48). What nobody has finished is left to the job. Servers of the release
 * before still write `account_changes` while they are replaced, so the table stays until the migrations are squashed.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table account_syncs (
      instance_id   text not null references instances (id),
      user_id       text not null,
      username      text not null,
      state         text not null check (state in ('leased', 'outdated', 'pending')),
      lease_id      text,
      acquired_at   timestamptz(3) not null,
      due_at        timestamptz(3) not null,
      attempts      integer not null default 1,
      sets_enabled  boolean not null,
      primary key (instance_id, user_id),
      check ((lease_id is null) = (state = 'pending'))
    );
    create index account_syncs_due on account_syncs (due_at);
    insert into account_syncs (instance_id, user_id, username, state, acquired_at, due_at, attempts, sets_enabled)
      select instance_id, user_id, username, 'pending', begun_at, due_at, attempts, of_enabled from account_changes`)
}
