import type { Knex } from 'knex'

/**
 * Until this release nothing but the demo wrote entries, so that the table is small: the indexes are built in place.
 * Entries that are there get a signature with every bit set, which leaves them to be looked at by every search.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table work_ledger_entries add column position bigint;
    update work_ledger_entries entries set position = numbered.position
      from (select instance_id, id,
                   row_number() over (partition by instance_id order by created_at, id) - 1 as position
              from work_ledger_entries) numbered
     where entries.instance_id = numbered.instance_id and entries.id = numbered.id;
    alter table work_ledger_entries alter column position set not null;
    create unique index work_ledger_entries_position on work_ledger_entries (instance_id, position);

    -- Checked for every row otherwise; whoever writes entries locks their instance first.
    alter table work_ledger_entries drop constraint work_ledger_entries_instance_id_fkey;

    drop index work_ledger_entries_created_at, work_ledger_entries_updated_at,
               work_ledger_entries_cost, work_ledger_entries_active_time;
    create index work_ledger_entries_created_at on work_ledger_entries (instance_id, created_at, id)
      include (status, policy_status, actors, type, model_name, cost, active_time, position);
    create index work_ledger_entries_updated_at on work_ledger_entries (instance_id, updated_at, id)
      include (status, policy_status, actors, type, model_name, cost, active_time, position);
    create index work_ledger_entries_cost on work_ledger_entries (instance_id, cost, id)
      include (status, policy_status, actors, type, model_name, active_time, position);
    create index work_ledger_entries_active_time on work_ledger_entries (instance_id, active_time, id)
      include (status, policy_status, actors, type, model_name, cost, position);

    create table work_ledger_counts (
      instance_id    text not null references instances (id),
      model_name     text not null,
      type           text not null,
      status         text not null,
      policy_status  text not null,
      actors         text not null,
      entries        bigint not null,
      primary key (instance_id, model_name, type, status, policy_status, actors)
    );
    insert into work_ledger_counts
      select instance_id, model_name, type, status, policy_status, actors, count(*)
        from work_ledger_entries group by 1, 2, 3, 4, 5, 6;
    ${countingTriggers}

    create table work_ledger_segments (
      instance_id  text not null references instances (id),
      first_block  integer not null,
      blocks       integer not null,
      signature    bytea not null,
      primary key (instance_id, first_block)
    );
    -- Slices of a signature are read where they lie: compressed, all of it would have to be.
    alter table work_ledger_segments alter column signature set storage external;
    insert into work_ledger_segments
      select instance_id, 0, bytes * 8, decode(repeat('ff', bytes * 16384), 'hex')
        from (select instance_id, (max(position) / 128 + 1)::integer as bytes
                from work_ledger_entries group by instance_id) sizes;

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
  `)
}

/** In the database, so that whoever deletes old entries by hand leaves the counts right. */
const countingTriggers = `
    create function count_work_ledger_entries() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'DELETE' then
        insert into work_ledger_counts as counts
          select instance_id, model_name, type, status, policy_status, actors, count(*) from added
           group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
        on conflict (instance_id, model_name, type, status, policy_status, actors)
          do update set entries = counts.entries + excluded.entries;
      end if;
      if tg_op <> 'INSERT' then
        insert into work_ledger_counts as counts
          select instance_id, model_name, type, status, policy_status, actors, -count(*) from removed
           group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
        on conflict (instance_id, model_name, type, status, policy_status, actors)
          do update set entries = counts.entries + excluded.entries;
      end if;
      return null;
    end $$;
    create trigger work_ledger_entries_inserted after insert on work_ledger_entries
      referencing new table as added for each statement execute function count_work_ledger_entries();
    create trigger work_ledger_entries_updated after update on work_ledger_entries
      referencing new table as added old table as removed
      for each statement execute function count_work_ledger_entries();
    create trigger work_ledger_entries_deleted after delete on work_ledger_entries
      referencing old table as removed for each statement execute function count_work_ledger_entries();
`
