import type { Database } from '../../database.ts'
import { raw } from 'sql-template-tag'
import { query } from '../../query/query.ts'

/**
 * The records of changes (D-35). The number of an instance's last change has a row of its own: the row in `instances` is locked
 * by imports. A record refers to it, so that an instance cannot be deleted while a record is written.
 */
export async function up(db: Database): Promise<void> {
  await query(
    db,
    raw(`
    alter table instances add column change_retention_days integer default 400 check (change_retention_days > 0);

    create table change_heads (
      instance_id  text primary key references instances (id),
      sequence     bigint not null,
      -- The highest number whose record is no longer kept.
      expired      bigint not null default 0
    ) with (fillfactor = 50);

    create table changes (
      instance_id      text not null references change_heads (instance_id),
      sequence         bigint not null,
      at               timestamptz(3) not null default now(),
      kind             text not null,
      resource_type    text not null,
      resource_id      text not null,
      resource_name    text,
      -- Of a TWU model.
      version          integer,
      operation        text not null,
      actor_type       text not null check (actor_type in ('user', 'client', 'service')),
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
    create index changes_at on changes (instance_id, at)`),
  )
}
