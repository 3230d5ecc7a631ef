import type { Knex } from 'knex'

/**
 * The work ledger at scale: indexes find the entries, and the code that writes entries keeps the sums by day. The release
 * before had other means (0003-work-ledger-at-scale and 0004-work-ledger-days), which this migration removes; a database
 * without them gets the same schema. Adding the column `searched` rewrites the table, and the indexes take minutes for
 * millions of entries: docs/operations.md describes how to create both by hand first for a large ledger.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    -- Removes what only a database of the release before has.
    drop table if exists work_ledger_counts, work_ledger_segments;
    drop function if exists count_work_ledger_entries, sum_work_ledger_entries cascade;
    alter table work_ledger_entries drop column if exists position;
    -- The key would be checked for every row. Writers of entries lock the instance anyway.
    alter table work_ledger_entries drop constraint if exists work_ledger_entries_instance_id_fkey;
    drop index if exists work_ledger_entries_created_at, work_ledger_entries_updated_at,
                         work_ledger_entries_cost, work_ledger_entries_active_time;

    alter table instances add column ledger_retention_days integer check (ledger_retention_days > 0);

    create table if not exists work_ledger_imports (
      instance_id  text not null references instances (id),
      source       text not null,
      byte_offset  bigint not null,
      line         bigint not null,
      inserted     bigint not null,
      updated      bigint not null,
      unchanged    bigint not null,
      rejected     bigint not null,
      updated_at   timestamptz(3) not null default now(),
      primary key (instance_id, source)
    );

    -- Sums of entries by day and by every value by which summaries group, so that a summary reads some thousand rows for
    -- a million entries. Costs and times are whole millionths: sums stay exact when entries are added and subtracted.
    create table if not exists work_ledger_days (
      instance_id    text not null references instances (id),
      day            date not null,
      model_name     text not null,
      type           text not null,
      status         text not null,
      policy_status  text not null,
      actors         text not null,
      entries        bigint not null,
      cost           numeric not null,
      active_time    numeric not null,
      primary key (instance_id, day, model_name, type, status, policy_status, actors)
    );
    insert into work_ledger_days
      select instance_id, (created_at at time zone 'UTC')::date, model_name, type, status, policy_status, actors,
             count(*), sum(round(cost * 1e6)::bigint), sum(round(active_time * 1e6)::bigint)
        from work_ledger_entries where not exists (select from work_ledger_days)
       group by 1, 2, 3, 4, 5, 6, 7;
    -- The sums of all days together are stored as day -infinity.
    insert into work_ledger_days
      select instance_id, date '-infinity', model_name, type, status, policy_status, actors,
             sum(entries), sum(cost), sum(active_time)
        from work_ledger_days group by 1, 2, 3, 4, 5, 6, 7;
    -- Without statistics the planner expects a day for every entry, and adds up all entries in one process.
    create statistics if not exists work_ledger_entries_days
      on ((created_at at time zone 'UTC')::date) from work_ledger_entries;

    create extension if not exists pg_trgm;
    create extension if not exists btree_gin;

    -- The form in which texts are searched: in lower case, and every ASCII sign as a letter, since pg_trgm's index ignores
    -- all characters that are neither letter nor digit. (With a million entries, "order order" took 1.1 s without letters
    -- for signs, 0.1 s with them. One translate() of all signs would be shorter, but takes three times as long.)
    create or replace function searchable(text) returns text language sql immutable strict parallel safe
      return ${signs.reduce((text, sign) => `replace(${text}, ${quote(sign)}, ${quote(toLetter(sign))})`, 'lower($1)')};

    -- The result of searchable() has no space, so no search matches across two texts.
    alter table work_ledger_entries add column if not exists searched text not null generated always as (
      searchable(title) || ' ' || searchable(description) || ' ' || searchable(id) || ' ' ||
      searchable(entity_id) || ' ' || searchable(related_entity)) stored;
    -- The planner estimates a search by statistics. The default target of 100 does not tell rare from common words.
    alter table work_ledger_entries alter column searched set statistics 1000;

    create index if not exists work_ledger_entries_by_created_at
      on work_ledger_entries (instance_id, created_at, id)
      include (status, type, policy_status, actors, model_name, cost, active_time);
    create index if not exists work_ledger_entries_by_updated_at
      on work_ledger_entries (instance_id, updated_at, id)
      include (status, type, policy_status, actors, model_name, cost, active_time);
    create index if not exists work_ledger_entries_by_cost
      on work_ledger_entries (instance_id, cost, id)
      include (status, type, policy_status, actors, model_name, active_time, created_at, updated_at);
    create index if not exists work_ledger_entries_by_active_time
      on work_ledger_entries (instance_id, active_time, id)
      include (status, type, policy_status, actors, model_name, cost, created_at, updated_at);
    -- The index for filters and searches is created in work-ledger-search-index.ts.
  `)
}

/** The visible signs of ASCII that are neither letter nor digit, and the space. */
const signs = Array.from({ length: 0x7f - 0x20 }, (_, at) => 0x20 + at).filter(
  (code) => !/[A-Za-z0-9]/.test(String.fromCharCode(code)),
)

/** A letter of the Vai script for a sign. Nobody is expected to use Vai together with such signs. */
function toLetter(sign: number): number {
  return 0xa500 + sign
}

function quote(code: number): string {
  return `U&'\\${code.toString(16).padStart(4, '0')}'`
}
