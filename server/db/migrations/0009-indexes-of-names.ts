import type { Knex } from 'knex'

/**
 * Lists are filtered by parts of names. With these indexes, such a filter of three characters or more takes as long in an
 * instance of a million rows as in one of a hundred. The lists of waiting entries are short, because every search reads
 * them whole.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    create index users_names on users using gin (
      instance_id, folded(username) gin_trgm_ops, folded(email) gin_trgm_ops,
      folded(name || coalesce(' ' || middle_name, '') || coalesce(' ' || family_name, '')) gin_trgm_ops)
      with (gin_pending_list_limit = 256);
    create index agents_names on agents using gin (instance_id, folded(name) gin_trgm_ops)
      with (gin_pending_list_limit = 256);
    create index integrations_names on integrations
      using gin (instance_id, folded(name) gin_trgm_ops, folded(description) gin_trgm_ops)
      with (gin_pending_list_limit = 256);
    create index twu_models_names on twu_models using gin (instance_id, folded(name) gin_trgm_ops)
      with (gin_pending_list_limit = 256);
  `)
}
