import type { Database } from '../../database.ts'
import { raw } from 'sql-template-tag'
import { query } from '../../query/query.ts'

/** An older server ignores the status. Citus takes a constraint only behind the column. */
export async function up(db: Database): Promise<void> {
  await query(
    db,
    raw(`
    alter table instances add column status text not null default 'active';
    alter table instances add constraint instances_status check (status in ('active', 'suspended', 'deleting'));

    -- What was deleted with an instance: the number of rows of each table. Its id is never given again.
    create table deleted_instances (
      id          text primary key,
      row_counts  jsonb not null default '{}',
      begun_at    timestamptz(3) not null default now(),
      -- Null while rows may be left.
      deleted_at  timestamptz(3)
    );
  `),
  )
}
