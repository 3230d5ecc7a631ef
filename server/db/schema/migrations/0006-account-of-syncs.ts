import type { Database } from '../../database.ts'
import { raw } from 'sql-template-tag'
import { query } from '../../query/query.ts'

/** A deleted user's account is found by this id, where the provider has another name for it than the user had. */
export async function up(db: Database): Promise<void> {
  await query(db, raw('alter table account_syncs add column account_id text'))
}
