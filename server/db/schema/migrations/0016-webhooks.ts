import type { Database } from '../../database.ts'
import { raw } from 'sql-template-tag'
import { query } from '../../query/query.ts'

/** Webhooks, and what is sent to them (D-41). Both tables are new, so that their indexes are built at once. */
export async function up(db: Database): Promise<void> {
  await query(
    db,
    raw(`
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
