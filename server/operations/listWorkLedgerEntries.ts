import type { Fault, Operation } from '../contract.ts'
import {
  listWorkLedgerEntries as selectEntries,
  toWorkLedgerEntry,
  workLedgerSortKeys,
  type WorkLedgerFilter,
} from '../db/work-ledger-entries.ts'
import { describePage, readPage } from '../http/paging.ts'

export const listWorkLedgerEntries: Operation<'listWorkLedgerEntries'> = async ({ path, query }, { db }) => {
  const errors = findEmptyRanges(query)
  if (errors.length > 0) {
    const detail = 'A range begins above its end: swap the two.'
    return { status: 400, problem: { code: 'invalid_request', detail, errors } }
  }
  const read = readPage(query, ['work-ledger', path.instanceId], workLedgerSortKeys)
  if (!read.ok) return read.answer
  const found = await selectEntries(db, path.instanceId, query, read.page)
  return {
    status: 200,
    body: { content: found.rows.map(toWorkLedgerEntry), page: describePage(read, found) },
  }
}

function findEmptyRanges({ costMin, costMax, timeMin, timeMax }: WorkLedgerFilter): Fault[] {
  const ranges = [
    { name: 'costMin', end: 'costMax', isEmpty: (costMin ?? 0) > (costMax ?? Infinity) },
    { name: 'timeMin', end: 'timeMax', isEmpty: (timeMin ?? 0) > (timeMax ?? Infinity) },
  ]
  return ranges
    .filter(({ isEmpty }) => isEmpty)
    .map(({ name, end }) => ({
      in: 'query',
      pointer: `/${name}`,
      code: 'range',
      message: `must be <= ${end}`,
    }))
}
