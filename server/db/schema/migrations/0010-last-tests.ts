import type { Database } from '../../database.ts'
import { raw } from 'sql-template-tag'
import { query } from '../../query/query.ts'

/** What the last connection test found: what lists show, and the rest beside it. Servers of the release before write neither. */
export async function up(db: Database): Promise<void> {
  await query(db, raw('alter table integrations add column last_test jsonb, add column last_test_details jsonb'))
}
