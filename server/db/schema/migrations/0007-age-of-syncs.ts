import type { Database } from '../../database.ts'
import { raw } from 'sql-template-tag'
import { query } from '../../query/query.ts'

/** Since when the two sides of an account do not agree. Rows that are there already begin now. */
export async function up(db: Database): Promise<void> {
  await query(db, raw('alter table account_syncs add column since timestamptz(3) not null default now()'))
}
