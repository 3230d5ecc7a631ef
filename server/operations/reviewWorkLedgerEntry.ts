import type { Operation } from '../contract/operation.ts'
import { readTime } from '../db/query/query.ts'
import { findWorkLedgerEntry, toRecorded, toWorkLedgerEntry, toWorkLedgerRow } from '../db/work-ledger-entries.ts'
import { deleteEntries, insertEntries, lockLedger } from '../db/work-ledger-writes.ts'
import { etagOf, refuseChange } from '../../contract/rules/etag.ts'
import { ledgerEntryNotFound, reviewNotRequired } from '../../contract/rules/refusals.ts'
import { needsReview, toReviewed } from '../../contract/rules/work-ledger.ts'

export const reviewWorkLedgerEntry: Operation<'reviewWorkLedgerEntry'> = async (
  { path: { instanceId, entryId }, headers, body },
  { commit, origin, reauthorize },
) => {
  return commit(async (transaction, record) => {
    await lockLedger(transaction, instanceId)
    const lost = await reauthorize(transaction)
    if (lost) return lost
    const row = await findWorkLedgerEntry(transaction, instanceId, entryId)
    if (!row) return ledgerEntryNotFound
    const refused = refuseChange(etagOf(Date.parse(row.updated_at)), headers)
    if (refused) return refused
    const before = toWorkLedgerEntry(row)
    if (!needsReview(before)) return reviewNotRequired

    const entry = toReviewed(before, body, origin.actor, await readTime(transaction))
    await deleteEntries(transaction, instanceId, [entryId])
    await insertEntries(transaction, [toWorkLedgerRow(instanceId, entry, row.reported_by)])
    const { policyStatus, review } = entry
    const states = { before: { policyStatus: before.policyStatus }, after: { policyStatus, review } }
    record({ kind: 'updated', ...toRecorded(entry), ...states })
    return { status: 200, headers: { ETag: etagOf(Date.parse(entry.updatedAt)) }, body: entry }
  })
}
