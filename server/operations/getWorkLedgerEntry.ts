import type { Operation } from '../contract.ts'
import { findWorkLedgerEntry, toWorkLedgerEntry } from '../db/work-ledger-entries.ts'
import { ledgerEntryNotFound } from './answers/refusals.ts'
import { isHeld } from './answers/etag.ts'

export const getWorkLedgerEntry: Operation<'getWorkLedgerEntry'> = async ({ path, headers }, { db }) => {
  const row = await findWorkLedgerEntry(db, path.instanceId, path.entryId)
  if (!row) return ledgerEntryNotFound
  const ETag = `"${row.updated_at.getTime()}"`
  if (isHeld(headers['If-None-Match'], ETag)) return { status: 304, headers: { ETag } }
  return { status: 200, headers: { ETag }, body: toWorkLedgerEntry(row) }
}
