import type { Database } from '../../database.ts'
import { raw } from 'sql-template-tag'
import { query } from '../../query/query.ts'

/** What was reported of executions, and what the models compute of it (D-37). Entries from before have none of it. */
export async function up(db: Database): Promise<void> {
  await query(
    db,
    raw(`
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
    )`),
  )
}
