import type { Database } from '../../database.ts'
import { raw } from 'sql-template-tag'
import { query } from '../../query/query.ts'

/**
 * What cost each change a tenth of its time. A record comes with its head in one transaction, and the head refers to the
 * instance: a deletion of the instance that meets a late change begins again, with the heads, which come before the records.
 */
export async function up(db: Database): Promise<void> {
  await query(
    db,
    raw(`alter table changes drop constraint changes_instance_id_fkey, drop constraint changes_actor_type_check`),
  )
}
