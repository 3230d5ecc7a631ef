/** What this index serves: the entries that were reviewed, which are few among all. */
export const indexes = {
  work_ledger_entries_reviewed: 'on work_ledger_entries (instance_id, created_at, id) where review is not null',
}
