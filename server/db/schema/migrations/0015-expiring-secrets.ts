import type { Database } from '../../database.ts'
import { raw } from 'sql-template-tag'
import { query } from '../../query/query.ts'

/** When the secrets of an integration end, and of which day a record has told. Servers of the release before write neither. */
export async function up(db: Database): Promise<void> {
  await query(db, raw('alter table integrations add column secrets_expire_at date, add column flagged_expiry date'))
}
