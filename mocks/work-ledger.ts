import { answerRead, etagOf } from '../contract/rules/etag.ts'
import { answerList } from '../contract/rules/list-in-memory.ts'
import { ledgerEntryNotFound } from '../contract/rules/refusals.ts'
import { ledgerFilters, refuseEmptyRanges } from '../contract/rules/work-ledger.ts'
import type { Operations } from '../server/contract.ts'
import type { WorkLedgerEntry } from '../spec/openapi.gen.ts'

/**
 * The work ledger over entries in memory. With the ledger in PostgreSQL it shares only the code that reads paging parameters
 * and ranges, so that a test can compare the two (test/ledger/work-ledger-differential.test.ts).
 */
export function createWorkLedger(entries: readonly WorkLedgerEntry[]): WorkLedger {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  return {
    listWorkLedgerEntries: async ({ path, query }) => {
      const scope = ['work-ledger', path.instanceId]
      const list = { scope, items: entries, idOf: ({ id }: WorkLedgerEntry) => id, filters: ledgerFilters }
      return refuseEmptyRanges(query) ?? answerList(list, query)
    },

    getWorkLedgerEntry: async ({ path, headers }) => {
      const entry = byId.get(path.entryId)
      return entry ? answerRead(etagOf(Date.parse(entry.updatedAt)), entry, headers) : ledgerEntryNotFound
    },
  }
}

type WorkLedger = Pick<Operations, 'listWorkLedgerEntries' | 'getWorkLedgerEntry'>
