/** What this index serves: the entries of a TWU model. Entries from before executions were reported name none. */
export const indexes = {
  work_ledger_entries_by_model:
    'on work_ledger_entries (instance_id, model_id, model_version, created_at, id) where model_id is not null',
}
