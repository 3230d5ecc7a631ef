import type { Knex } from 'knex'

/**
 * Every primary key, unique constraint and foreign key begins with the instance, so that tenants can be spread over a
 * distributed PostgreSQL without a change. Timestamps have milliseconds, as in the contract: a cursor could not find a finer
 * value again.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create table instances (
      id          text primary key,
      name        text not null,
      created_at  timestamptz(3) not null default now()
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
      revision     integer not null default 1,
      created_at   timestamptz(3) not null default now(),
      updated_at   timestamptz(3) not null default now(),
      primary key (instance_id, id)
    );
    create unique index users_username_key on users (instance_id, lower(username));
    create unique index users_email_key on users (instance_id, lower(email));
    create index users_updated_at on users (instance_id, updated_at, id);
    create index users_created_at on users (instance_id, created_at, id);

    create table user_credentials (
      instance_id    text not null,
      user_id        text not null,
      password_hash  text not null,
      must_change    boolean not null,
      updated_at     timestamptz(3) not null default now(),
      primary key (instance_id, user_id),
      foreign key (instance_id, user_id) references users (instance_id, id)
    );

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
      revision           integer not null default 1,
      created_at         timestamptz(3) not null default now(),
      updated_at         timestamptz(3) not null default now(),
      primary key (instance_id, id)
    );
    create index integrations_name on integrations (instance_id, (lower(name) collate "C"), id);
    create index integrations_updated_at on integrations (instance_id, updated_at, id);
    create index integrations_created_at on integrations (instance_id, created_at, id);

    create table twu_models (
      instance_id        text not null references instances (id),
      id                 text not null,
      name               text not null,
      description        text not null,
      status             text not null check (status in ('DRAFT', 'published', 'archived')),
      latest_version     integer not null,
      draft_version      integer,
      published_version  integer,
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

    create table work_ledger_entries (
      instance_id     text not null references instances (id),
      id              text not null,
      title           text not null,
      description     text not null,
      type            text not null,
      status          text not null check (status in ('completed', 'in_progress', 'pending', 'failed')),
      entity_id       text not null,
      related_entity  text not null,
      actors          text not null check (actors in ('AI', 'HUMAN', 'HYBRID')),
      active_time     double precision not null,
      cost            double precision not null,
      policy_status   text not null check (policy_status in ('compliant', 'non_compliant', 'review_required')),
      model_name      text not null,
      created_at      timestamptz(3) not null,
      updated_at      timestamptz(3) not null,
      primary key (instance_id, id)
    );
    create index work_ledger_entries_created_at on work_ledger_entries (instance_id, created_at, id);
    create index work_ledger_entries_updated_at on work_ledger_entries (instance_id, updated_at, id);
    create index work_ledger_entries_cost on work_ledger_entries (instance_id, cost, id);
    create index work_ledger_entries_active_time on work_ledger_entries (instance_id, active_time, id);

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
  `)
}

export async function down(): Promise<void> {
  throw new Error('Migrations go forward only. Restore a backup, or write the migration that mends it.')
}
