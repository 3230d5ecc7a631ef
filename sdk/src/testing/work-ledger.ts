import { answerRead, etagOf } from '../../../contract/rules/etag.ts'
import { answerList, matcher } from '../../../contract/rules/list-in-memory.ts'
import { maxCountedInLedger } from '../../../contract/rules/pages.ts'
import { ledgerEntryNotFound } from '../../../contract/rules/refusals.ts'
import { kindOf, ledgerFilters, refuseEmptyRanges } from '../../../contract/rules/work-ledger.ts'
import type { WorkLedgerEntry, WorkLedgerGrouping } from '../../../spec/openapi.gen.ts'
import type { Operation } from './operation.ts'

export const listWorkLedgerEntries: Operation<'listWorkLedgerEntries'> = ({ path, query }, { instance }) => {
  const items = [...instance.ledger.values()]
  const scope = ['work-ledger', path.instanceId]
  const list = { scope, items, idOf, filters: ledgerFilters, counted: maxCountedInLedger }
  return refuseEmptyRanges(query) ?? answerList(list, query)
}

function idOf({ id }: WorkLedgerEntry): string {
  return id
}

export const getWorkLedgerEntry: Operation<'getWorkLedgerEntry'> = ({ path, headers }, { instance }) => {
  const entry = instance.ledger.get(path.entryId)
  return entry ? answerRead(etagOf(Date.parse(entry.updatedAt)), entry, headers) : ledgerEntryNotFound
}

/** Unlike the service, never refuses a search as too broad. */
export const summariseWorkLedger: Operation<'summariseWorkLedger'> = ({ query }, { instance }) => {
  const { groupBy = 'status', ...wanted } = query
  const refused = refuseEmptyRanges(wanted)
  if (refused) return refused
  const entries = [...instance.ledger.values()].filter(matcher(ledgerFilters, wanted))
  const byKey = new Map<string, WorkLedgerEntry[]>()
  for (const entry of entries) {
    const key = groupKeys[groupBy](entry)
    byKey.set(key, [...(byKey.get(key) ?? []), entry])
  }
  const groups = [...byKey].map(([key, entries]) => ({ key, ...sumUp(entries) }))
  const isByDay = groupBy === 'day'
  const largest = groups.sort((a, b) => (isByDay ? 0 : b.count - a.count) || (a.key < b.key ? -1 : 1))
  const kept = isByDay ? largest.slice(-mostGroups) : largest.slice(0, mostGroups)
  const isTruncated = kept.length < groups.length
  return { status: 200, body: { groupBy, total: sumUp(entries), groups: kept, isTruncated } }
}

const groupKeys: Readonly<Record<WorkLedgerGrouping, (entry: WorkLedgerEntry) => string>> = {
  status: ({ status }) => status,
  policyStatus: ({ policyStatus }) => policyStatus,
  actors: kindOf,
  modelName: ({ modelName }) => modelName,
  day: ({ createdAt }) => createdAt.slice(0, 10),
}

const mostGroups = 1000

/** Sums whole millionths, so that the order of addition does not change the result. */
function sumUp(entries: readonly WorkLedgerEntry[]) {
  const sum = (read: (entry: WorkLedgerEntry) => number) =>
    entries.reduce((total, entry) => total + Math.round(read(entry) * 1e6), 0) / 1e6
  return { count: entries.length, cost: sum(({ cost }) => cost), activeTime: sum(({ activeTime }) => activeTime) }
}
