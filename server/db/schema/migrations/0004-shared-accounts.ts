import type { Database } from '../../database.ts'
import { raw } from 'sql-template-tag'
import { query } from '../../query/query.ts'

export async function up(db: Database): Promise<void> {
  await query(
    db,
    raw(`
    -- Whether users of several instances have the account (D-32). Only an operator's command writes it.
    alter table users add column account_shared boolean not null default false;
    -- The shared account that has to be opened or closed, also when its user is gone.
    alter table account_syncs add column shared_account_id text;
  `),
  )
}
