import type { Database } from '../../database.ts'
import { raw } from 'sql-template-tag'
import { query } from '../../query/query.ts'

/**
 * Every primary key, unique constraint and foreign key begins with the instance, so that tenants can be distributed over a
 * distributed PostgreSQL without a change. Timestamps have milliseconds, as in the contract: a cursor could not find a finer
 * value again.
 */
export async function up(db: Database): Promise<void> {
  await query(
    db,
    raw(`
    create extension if not exists pg_trgm;
    create extension if not exists btree_gin;

    -- Texts are searched, and names are compared, in Unicode's NFKC, so that different encodings of one text are equal. Texts
    -- of ASCII take a third of the time without it. Without "strict", because PostgreSQL would not inline a strict function
    -- with a case.
    create function folded(text) returns text language sql immutable parallel safe
      return case when octet_length($1) = length($1) then lower($1) else lower(upper(normalize($1, nfkc))) end;

    -- Removes invisible characters: soft hyphens, joiners, marks of direction, fillers, variation selectors, tags.
    create function comparable(text) returns text language sql immutable strict parallel safe
      return folded(regexp_replace($1, '[\\u0001-\\u001F\\u007F-\\u009F\\u2800\\uE000-\\uF8FF\\uFFF9-\\uFFFC\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E'
        '\\u2060-\\u206F\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFF8\\U0001BCA0-\\U0001BCA3\\U0001D173-\\U0001D17A'
        '\\U000E0000-\\U000E0FFF]', '', 'g'));

    -- The form in which the ledger is searched: every ASCII sign becomes a letter, since pg_trgm's index ignores all
    -- characters that are neither letter nor digit. (With a million entries, "order order" took 1.1 s without letters for
    -- signs, 0.1 s with them. One translate() of all signs would be shorter, but takes three times as long.)
    create function searchable(text) returns text language sql immutable strict parallel safe
      return ${signs.reduce(
        (text, sign) => `replace(${text}, ${quote(sign)}, ${quote(toLetter(sign))})`,
        'lower(upper(normalize($1, nfkc)))',
      )};

    create table instances (
      id                     text primary key,
      name                   text not null,
      ledger_retention_days  integer check (ledger_retention_days > 0),
      created_at             timestamptz(3) not null default now()
    );

    create table users (
      instance_id  text not null references instances (id),
      id           text not null,
      username     text not null,
      email        text not null,
      name         text not null,
      middle_name  text,
      family_name  text,
      enabled      boolean not null default true,
      roles        text[] not null default '{}' check (roles <@ array['Viewer', 'Manager', 'Administrator', 'Editor']),
      -- The account at the identity provider, where its id is not the user's own.
      account_id   text,
      revision     integer not null default 1,
      created_at   timestamptz(3) not null default now(),
      updated_at   timestamptz(3) not null default now(),
      primary key (instance_id, id)
    );
    create index users_updated_at on users (instance_id, updated_at, id);
    create index users_created_at on users (instance_id, created_at, id);

    -- The username and the email address of each user: nobody else of the instance signs in with them.
    create table user_sign_in_names (
      instance_id  text not null,
      name         text not null,
      user_id      text not null,
      primary key (instance_id, name),
      foreign key (instance_id, user_id) references users (instance_id, id)
    );
    create index user_sign_in_names_user on user_sign_in_names (instance_id, user_id);

    -- Of the embedded identity provider, which writes them before their user. Sessions count since sessions_from.
    create table user_credentials (
      instance_id    text not null,
      user_id        text not null,
      password_hash  text not null,
      must_change    boolean not null,
      sessions_from  timestamptz(3),
      updated_at     timestamptz(3) not null default now(),
      primary key (instance_id, user_id)
    );

    -- Users whose account is being changed, or has to be (E-48).
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

    create table agents (
      instance_id   text not null references instances (id),
      id            text not null,
      name          text not null,
      type          text not null check (type in ('AI', 'HUMAN')),
      active        boolean not null,
      capabilities  text[] not null,
      model         text,
      priority      text check (priority in ('high', 'medium', 'low')),
      metadata      jsonb not null,
      -- How large the row is as JSON, so that a page ends before it is too large without a look at what makes it large.
      bytes         integer not null generated always as (octet_length(metadata::text)) stored,
      revision      integer not null default 1,
      created_at    timestamptz(3) not null default now(),
      updated_at    timestamptz(3) not null default now(),
      primary key (instance_id, id)
    );
    create index agents_name on agents (instance_id, (lower(name) collate "C"), id);
    create index agents_updated_at on agents (instance_id, updated_at, id);
    create index agents_created_at on agents (instance_id, created_at, id);

    create table integrations (
      instance_id        text not null references instances (id),
      id                 text not null,
      name               text not null,
      description        text,
      type               text not null,
      metadata           jsonb not null,
      secrets            jsonb not null,
      status             text not null check (status in ('active', 'inactive', 'connecting', 'error')),
      is_healthy         boolean not null default false,
      last_health_check  timestamptz(3),
      failed_checks      smallint not null default 0,
      next_check_at      timestamptz(3) not null default now(),
      bytes              integer not null generated always as (octet_length(metadata::text)) stored,
      revision           integer not null default 1,
      created_at         timestamptz(3) not null default now(),
      updated_at         timestamptz(3) not null default now(),
      primary key (instance_id, id)
    );
    create index integrations_name on integrations (instance_id, (lower(name) collate "C"), id);
    create index integrations_updated_at on integrations (instance_id, updated_at, id);
    create index integrations_created_at on integrations (instance_id, created_at, id);
    -- For the search for due checks, which covers all instances.
    create index integrations_next_check_at on integrations (next_check_at) where status <> 'inactive';

    create table twu_models (
      instance_id        text not null references instances (id),
      id                 text not null,
      name               text not null,
      description        text not null,
      status             text not null check (status in ('DRAFT', 'published', 'archived')),
      latest_version     integer not null,
      draft_version      integer,
      published_version  integer,
      -- The newest version that is no discarded draft.
      shown_version      integer not null default 1,
      revision           integer not null default 1,
      created_at         timestamptz(3) not null default now(),
      updated_at         timestamptz(3) not null default now(),
      primary key (instance_id, id)
    );
    create index twu_models_name on twu_models (instance_id, (lower(name) collate "C"), id);
    create index twu_models_updated_at on twu_models (instance_id, updated_at, id);
    create index twu_models_created_at on twu_models (instance_id, created_at, id);

    create table twu_model_versions (
      instance_id   text not null,
      model_id      text not null,
      version       integer not null,
      status        text not null check (status in ('DRAFT', 'published', 'archived')),
      name          text not null,
      description   text not null,
      entities      jsonb not null,
      actions       jsonb not null,
      events        jsonb not null,
      outcomes      jsonb not null,
      bytes         integer not null generated always as (
        octet_length(entities::text) + octet_length(actions::text) +
        octet_length(events::text) + octet_length(outcomes::text)) stored,
      revision      integer not null default 1,
      created_at    timestamptz(3) not null default now(),
      updated_at    timestamptz(3) not null default now(),
      published_at  timestamptz(3),
      archived_at   timestamptz(3),
      primary key (instance_id, model_id, version),
      foreign key (instance_id, model_id) references twu_models (instance_id, id)
    );
    -- A model has at most one draft, also when two callers create one at the same time.
    create unique index twu_model_versions_one_draft on twu_model_versions (instance_id, model_id)
      where status = 'DRAFT';

    -- Without a foreign key to instances, which would be checked for every row: writers of entries lock the instance anyway.
    -- The result of searchable() has no space, so no search matches across two texts.
    create table work_ledger_entries (
      instance_id     text not null,
      id              text not null,
      title           text not null,
      description     text not null,
      type            text not null,
      status          text not null check (status in ('completed', 'in_progress', 'pending', 'failed')),
      entity_id       text not null,
      related_entity  text not null,
      actors          text not null check (actors in ('AI', 'HUMAN', 'HYBRID')),
      active_time     numeric not null,
      cost            numeric not null,
      policy_status   text not null check (policy_status in ('compliant', 'non_compliant', 'review_required')),
      model_name      text not null,
      created_at      timestamptz(3) not null,
      updated_at      timestamptz(3) not null,
      searched        text not null generated always as (
        searchable(title) || ' ' || searchable(description) || ' ' || searchable(id) || ' ' ||
        searchable(entity_id) || ' ' || searchable(related_entity)) stored,
      primary key (instance_id, id)
    );
    -- The planner estimates a search by statistics. The default target of 100 does not tell rare from common words.
    alter table work_ledger_entries alter column searched set statistics 1000;
    -- Without statistics the planner expects a day for every entry, and adds up all entries in one process.
    create statistics work_ledger_entries_days
      on ((created_at at time zone 'UTC')::date) from work_ledger_entries;
    create index work_ledger_entries_by_created_at
      on work_ledger_entries (instance_id, created_at, id)
      include (status, type, policy_status, actors, model_name, cost, active_time);
    create index work_ledger_entries_by_updated_at
      on work_ledger_entries (instance_id, updated_at, id)
      include (status, type, policy_status, actors, model_name, cost, active_time);
    create index work_ledger_entries_by_cost
      on work_ledger_entries (instance_id, cost, id)
      include (status, type, policy_status, actors, model_name, active_time, created_at, updated_at);
    create index work_ledger_entries_by_active_time
      on work_ledger_entries (instance_id, active_time, id)
      include (status, type, policy_status, actors, model_name, cost, created_at, updated_at);
    -- The index for filters and searches is created in work-ledger-search-index.ts.

    -- Sums of entries by day and by every value by which summaries group, so that a summary reads some thousand rows for
    -- a million entries. The sums of all days together are stored as day -infinity. Decimals stay exact when entries are
    -- added and subtracted.
    create table work_ledger_days (
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

    create table work_ledger_imports (
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

    create table idempotency_keys (
      instance_id   text not null references instances (id),
      caller        text not null,
      key           text not null,
      fingerprint   text not null,
      answer        json,
      leased_until  timestamptz(3) not null,
      created_at    timestamptz(3) not null default now(),
      primary key (instance_id, caller, key)
    );
    create index idempotency_keys_created_at on idempotency_keys (instance_id, created_at);

    -- How many requests were counted under a key since begun_at. Unlogged, since a count that a crash of PostgreSQL takes
    -- along is worth no write to the disk. Without an instance, because servers exchange the counts of many instances in one
    -- statement, which would ask every worker of Citus.
    create unlogged table request_counts (
      key       text primary key,
      requests  integer not null,
      begun_at  timestamptz(3) not null
    ) with (fillfactor = 50);
  `),
  )
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
