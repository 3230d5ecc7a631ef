import type { Database } from '../../database.ts'
import sql from 'sql-template-tag'
import { query } from '../../query/query.ts'

/** A model with a published version showed its draft in the first release. Its representation changes, and so its ETag. */
export async function up(db: Database): Promise<void> {
  await query(
    db,
    sql`update twu_models models
           set name = shown.name, description = shown.description, shown_version = shown.version, revision = models.revision + 1
          from twu_model_versions shown
         where shown.instance_id = models.instance_id and shown.model_id = models.id
           and shown.version = coalesce(published_version, draft_version, latest_version)
           and shown.version <> shown_version`,
  )
}
