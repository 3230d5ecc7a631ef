import type { Knex } from 'knex'

/**
 * Sums of the work ledger by day and by whatever else its entries are counted by, so that a summary reads some
 * thousand rows for a million entries. Kept by triggers, as the counts are. Costs and times are whole millionths:
 * their sums are exact, so that what was added can be taken off again.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
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
    insert into work_ledger_days ${sumsOf('work_ledger_entries', 1)};

    create function sum_work_ledger_entries() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'DELETE' then
        insert into work_ledger_days as days ${sumsOf('added', 1)} ${addToSums};
      end if;
      if tg_op <> 'INSERT' then
        insert into work_ledger_days as days ${sumsOf('removed', -1)} ${addToSums};
      end if;
      return null;
    end $$;
    create trigger work_ledger_days_inserted after insert on work_ledger_entries
      referencing new table as added for each statement execute function sum_work_ledger_entries();
    create trigger work_ledger_days_updated after update on work_ledger_entries
      referencing new table as added old table as removed
      for each statement execute function sum_work_ledger_entries();
    create trigger work_ledger_days_deleted after delete on work_ledger_entries
      referencing old table as removed for each statement execute function sum_work_ledger_entries();

    -- Else the planner takes every entry for a day of its own, and adds them up in one process.
    create statistics work_ledger_entries_days on ((created_at at time zone 'UTC')::date) from work_ledger_entries;
  `)
}

function sumsOf(entries: string, sign: 1 | -1): string {
  return `
          select instance_id, (created_at at time zone 'UTC')::date, model_name, type, status, policy_status, actors,
                 ${sign} * count(*), ${sign} * sum(round(cost * 1e6)::bigint),
                 ${sign} * sum(round(active_time * 1e6)::bigint)
            from ${entries}
           group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7`
}

const addToSums = `
        on conflict (instance_id, day, model_name, type, status, policy_status, actors)
          do update set entries = days.entries + excluded.entries, cost = days.cost + excluded.cost,
                        active_time = days.active_time + excluded.active_time`
