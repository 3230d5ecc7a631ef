import type { Operation } from '../contract/operation.ts'
import { findWorkLedgerEntry, toWorkLedgerEntry } from '../db/work-ledger-entries.ts'
import { ledgerEntryNotFound } from '../../contract/rules/refusals.ts'
import { answerRead, etagOf } from '../../contract/rules/etag.ts'

export const getWorkLedgerEntry: Operation<'getWorkLedgerEntry'> = async ({ path, headers }, { db }) => {
  const row = await findWorkLedgerEntry(db, path.instanceId, path.entryId)
  if (!row) return ledgerEntryNotFound
  return answerRead(etagOf(Date.parse(row.updated_at)), toWorkLedgerEntry(row), headers)
}
