import type { Database } from '../../database.ts'
import { raw } from 'sql-template-tag'
import { query } from '../../query/query.ts'

/**
 * The policies and cases of a model (D-36). A generated column for their size would rewrite the table, so writers set it. Servers
 * of the release before write neither.
 */
export async function up(db: Database): Promise<void> {
  await query(
    db,
    raw(`
    alter table twu_model_versions
      add column policies jsonb not null default '[]',
      add column cases jsonb not null default '[]',
      add column rule_bytes integer not null default 0`),
  )
}
