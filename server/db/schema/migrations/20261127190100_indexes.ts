import type { Database } from '../../database.ts'
import { buildIndex } from '../build-index.ts'

export { down } from '../forward-only.ts'

/** Outside of a transaction, so that others read and write while an index is built. */
export const config = { transaction: false }

export async function up(db: Database): Promise<void> {
  for (const [name, definition] of Object.entries(indexes)) await buildIndex(db, name, definition)
}

/**
 * What these indexes serve: ledger entries by entity, those of a TWU model, and those that were reviewed, which are few among
 * all; parts of names (E-45); roles of users; the rules that an administrator stays, and that an account is one user's. A user
 * without an account is known by the own id, so no account may have the id of another user.
 */
const indexes = {
  work_ledger_entries_by_entity: 'on work_ledger_entries (instance_id, entity_id)',
  work_ledger_entries_by_model:
    'on work_ledger_entries (instance_id, model_id, model_version, created_at, id) where model_id is not null',
  work_ledger_entries_reviewed: 'on work_ledger_entries (instance_id, created_at, id) where review is not null',
  // The lists of waiting entries are short, because every search reads them whole.
  users_names: `on users using gin (
    instance_id, folded(username) gin_trgm_ops, folded(email) gin_trgm_ops,
    folded(name || coalesce(' ' || middle_name, '') || coalesce(' ' || family_name, '')) gin_trgm_ops)
    with (gin_pending_list_limit = 256)`,
  agents_names: `on agents using gin (instance_id, folded(name) gin_trgm_ops) with (gin_pending_list_limit = 256)`,
  integrations_names: `on integrations
    using gin (instance_id, folded(name) gin_trgm_ops, folded(description) gin_trgm_ops)
    with (gin_pending_list_limit = 256)`,
  twu_models_names: `on twu_models using gin (instance_id, folded(name) gin_trgm_ops)
    with (gin_pending_list_limit = 256)`,
  users_roles: 'on users using gin (instance_id, roles) with (gin_pending_list_limit = 256)',
  users_accounts: { unique: 'on users (instance_id, coalesce(account_id, id))' },
  users_administrators: `on users (instance_id, id) where enabled and 'Administrator' = any (roles)`,
}
