import type { Operation } from '../contract/operation.ts'
import { toWorkLedgerEntry } from '../db/work-ledger-entries.ts'
import { listWorkLedgerEntries as selectEntries } from '../db/work-ledger-list.ts'
import { answerRows } from './answers/paging.ts'
import { refuseEmptyRanges } from '../../contract/rules/ranges.ts'

export const listWorkLedgerEntries: Operation<'listWorkLedgerEntries'> = async (input, { db }) => {
  const emptyRanges = refuseEmptyRanges(input.query)
  if (emptyRanges) return emptyRanges
  return answerRows(db, input, 'work-ledger', selectEntries, toWorkLedgerEntry)
}
