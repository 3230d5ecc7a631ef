import type { Database } from '../../database.ts'
import { raw } from 'sql-template-tag'
import { query } from '../../query/query.ts'

/**
 * What came since the first release, whose servers write none of it: shared accounts (D-32), the status of instances (D-33),
 * changes (D-35), policies and cases (D-36), executions (D-37), what a connection test found (D-38), secrets that end (D-40)
 * and webhooks (D-41). New columns have defaults that need no rewrite of their table, and new tables have their indexes at once.
 */
export async function up(db: Database): Promise<void> {
  await query(
    db,
    raw(`
    -- Whether users of several instances have the account (D-32). Only an operator's command writes it.
    alter table users add column account_shared boolean not null default false;

    -- The shared account that has to be opened or closed, also when its user is gone.
    alter table account_syncs add column shared_account_id text;
    -- By which a deleted user's account is found, where the provider has another name for it than the user had.
    alter table account_syncs add column account_id text;
    -- Since when the two sides of an account do not agree. Rows that are there already begin now.
    alter table account_syncs add column since timestamptz(3) not null default now();

    alter table instances add column status text not null default 'active';
    -- Citus takes a constraint only behind the column.
    alter table instances add constraint instances_status check (status in ('active', 'suspended', 'deleting'));
    alter table instances add column change_retention_days integer default 400 check (change_retention_days > 0);

    -- What was deleted with an instance: the number of rows of each table. Its id is never given again.
    create table deleted_instances (
      id          text primary key,
      row_counts  jsonb not null default '{}',
      begun_at    timestamptz(3) not null default now(),
      -- Null while rows may be left.
      deleted_at  timestamptz(3)
    );

    -- The number of an instance's last change has a row of its own: the row in instances is locked by imports.
    create table change_heads (
      instance_id  text primary key references instances (id),
      sequence     bigint not null,
      -- The highest number whose record is no longer kept.
      expired      bigint not null default 0
    ) with (fillfactor = 50);

    -- Without a foreign key and without checks, which cost each change a tenth of its time. A record comes with its head in one
    -- transaction, and the head refers to the instance: a deletion of the instance that meets a late change begins again, with
    -- the heads, which come before the records.
    create table changes (
      instance_id      text not null,
      sequence         bigint not null,
      at               timestamptz(3) not null default now(),
      kind             text not null,
      resource_type    text not null,
      resource_id      text not null,
      resource_name    text,
      -- Of a TWU model.
      version          integer,
      operation        text not null,
      actor_type       text not null,
      actor_id         text,
      actor_name       text,
      request_id       text,
      revision_before  integer,
      revision_after   integer,
      -- The row before and after the change, without secrets.
      before           jsonb,
      after            jsonb,
      -- Pointers to what was changed and is not kept: secrets, and values that were erased later.
      secrets          text[] not null default '{}',
      erased           text[],
      bytes            integer not null generated always as (
        coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0)) stored,
      primary key (instance_id, sequence)
    );
    create index changes_resource on changes (instance_id, resource_type, resource_id, sequence);
    create index changes_actor on changes (instance_id, actor_id, sequence) where actor_id is not null;
    create index changes_at on changes (instance_id, at);

    alter table twu_model_versions
      add column policies jsonb not null default '[]',
      add column cases jsonb not null default '[]',
      -- A generated column would rewrite the table, so writers set it.
      add column rule_bytes integer not null default 0;

    -- Of the last test, what lists show, and the rest beside it; of which day of the secrets' end a record has told.
    alter table integrations
      add column last_test jsonb,
      add column last_test_details jsonb,
      add column secrets_expire_at date,
      add column flagged_expiry date;

    alter table work_ledger_entries
      add column model_id text,
      add column model_version integer,
      add column started_at timestamptz(3),
      add column outcomes jsonb,
      add column missed_policies text[],
      add column reported_by text,
      add column review jsonb;

    -- Apart from the entries, which lists and searches read.
    create table executions (
      instance_id  text not null,
      id           text not null,
      sent         text not null,
      operations   jsonb not null,
      bytes        integer not null,
      primary key (instance_id, id)
    );

    create table webhooks (
      instance_id      text not null references instances (id),
      id               text not null,
      url              text not null,
      events           text[] not null,
      description      text,
      enabled          boolean not null,
      disabled_reason  text,
      -- Sealed: current, and previous, which signs until previous_until.
      secrets          jsonb not null,
      previous_until   timestamptz(3),
      -- The number of the last change that was looked at.
      position         bigint not null,
      -- The first failure since the last success.
      failing_since    timestamptz(3),
      -- The last delivery was not answered in time.
      hangs            boolean not null default false,
      revision         integer not null default 1,
      created_at       timestamptz(3) not null default now(),
      updated_at       timestamptz(3) not null default now(),
      primary key (instance_id, id)
    );

    create table webhook_deliveries (
      instance_id      text not null,
      webhook_id       text not null,
      id               text not null,
      type             text not null,
      -- Null for a test.
      sequence         bigint,
      body             text not null,
      status           text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
      attempts         integer not null default 0,
      -- The attempts since it was sent anew.
      tries            integer not null default 0,
      failure          text,
      http_status      integer,
      duration_ms      integer,
      created_at       timestamptz(3) not null default now(),
      queued_at        timestamptz(3) not null default now(),
      last_attempt_at  timestamptz(3),
      next_attempt_at  timestamptz(3) default now(),
      primary key (instance_id, webhook_id, id),
      unique (instance_id, webhook_id, sequence),
      foreign key (instance_id, webhook_id) references webhooks (instance_id, id) on delete cascade
    );
    create index webhook_deliveries_created_at on webhook_deliveries (instance_id, webhook_id, created_at, id);
    create index webhook_deliveries_pending on webhook_deliveries (instance_id, webhook_id) where status = 'pending';
    create index webhook_deliveries_oldest on webhook_deliveries (queued_at) where status = 'pending'`),
  )
}
