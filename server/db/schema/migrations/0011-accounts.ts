import type { Knex } from 'knex'

/**
 * The account of a user at the identity provider, and the changes of accounts that are under way. A user without an account
 * is known by the own id: an index of 0013 lets no account have the id of another user, before a server that writes accounts
 * listens. Credentials of the embedded identity provider are written before their user, so they refer to none; they say since
 * when sessions count.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table users add column account_id text;

    create table account_changes (
      instance_id  text not null references instances (id),
      user_id      text not null,
      username     text not null,
      holder       text,
      begun_at     timestamptz(3) not null,
      due_at       timestamptz(3) not null,
      is_stale     boolean not null default false,
      attempts     integer not null default 1,
      of_enabled   boolean not null,
      primary key (instance_id, user_id)
    );
    create index account_changes_due on account_changes (due_at);

    alter table user_credentials drop constraint user_credentials_instance_id_user_id_fkey,
      add column sessions_from timestamptz(3)`)
}
