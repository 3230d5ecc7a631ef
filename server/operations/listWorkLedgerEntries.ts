import type { Operation } from '../contract/operation.ts'
import { toWorkLedgerEntry } from '../db/work-ledger-entries.ts'
import { listWorkLedgerEntries as selectEntries } from '../db/work-ledger-list.ts'
import { answerPage } from '../../contract/rules/pages.ts'
import { readPage } from './answers/paging.ts'
import { refuseEmptyRanges } from '../../contract/rules/ranges.ts'

export const listWorkLedgerEntries: Operation<'listWorkLedgerEntries'> = async ({ path, query }, { db }) => {
  const emptyRanges = refuseEmptyRanges(query)
  if (emptyRanges) return emptyRanges
  const read = readPage(query, ['work-ledger', path.instanceId])
  if (!read.ok) return read.answer
  const found = await selectEntries(db, path.instanceId, query, read.page)
  return answerPage(read, { ...found, content: found.rows.map(toWorkLedgerEntry) })
}
