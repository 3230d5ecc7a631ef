/**
 * What these indexes serve: the entries of a TWU model, and those that were reviewed, which are few among all. Entries from
 * before executions were reported are in neither.
 */
export const indexes = {
  work_ledger_entries_by_model:
    'on work_ledger_entries (instance_id, model_id, model_version, created_at, id) where model_id is not null',
  work_ledger_entries_reviewed: 'on work_ledger_entries (instance_id, created_at, id) where review is not null',
}
