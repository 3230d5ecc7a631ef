import { answerRead, etagOf, refuseChange } from '../../../contract/rules/etag.ts'
import { sumOfDecimals } from '../../../contract/rules/decimals.ts'
import { exportFormats } from '../../../contract/rules/export-formats.ts'
import { answerList, matcher } from '../../../contract/rules/list-in-memory.ts'
import { maxCountedInLedger } from '../../../contract/rules/pages.ts'
import { ledgerEntryNotFound, reviewNotRequired } from '../../../contract/rules/refusals.ts'
import { daysOfSummary, hasOtherDays, dayOf, refuseTimeZone } from '../../../contract/rules/days.ts'
import { refuseEmptyRanges } from '../../../contract/rules/ranges.ts'
import { compareTexts } from '../../../contract/rules/text.ts'
import * as rules from '../../../contract/rules/work-ledger.ts'
import type { WorkLedgerEntry, WorkLedgerGrouping } from '../../../spec/gen/openapi.gen.ts'
import type { Operation } from './operation.ts'
import { addCounts, filtersOf, summariseShares } from './shares.ts'
import { appendEntryChange } from './record.ts'
import { inOnePiece } from './respond.ts'

export const listWorkLedgerEntries: Operation<'listWorkLedgerEntries'> = ({ path, query }, { instance }) => {
  const items = [...instance.ledger.values()]
  const list = { scope: ['work-ledger', path.instanceId], items, filters: filtersOf(instance) }
  const limits = { largePart: ({ outcomes }: WorkLedgerEntry) => outcomes, counted: maxCountedInLedger }
  return refuseEmptyRanges(query) ?? answerList({ ...list, ...limits }, query)
}

/** In the order of the list, as one piece. */
export const exportWorkLedger: Operation<'exportWorkLedger'> = ({ path, query }, { instance }) => {
  const { format = 'ndjson', sort = 'createdAt,desc', ...wanted } = query
  const refused = refuseEmptyRanges(wanted)
  if (refused) return refused
  const items = [...instance.ledger.values()].filter(matcher(filtersOf(instance), wanted))
  const page = answerList({ scope: ['export'], items }, { sort, size: Math.max(1, items.length) })
  if (page.status !== 200) throw new Error('The first page exists.')
  const { mediaType, beginning, writeEntry } = exportFormats[format]
  const file = beginning + page.body.content.map(writeEntry).join('')
  return {
    status: 200,
    headers: { 'Content-Disposition': `attachment; filename="work-ledger-${path.instanceId}.${format}"` },
    stream: inOnePiece(mediaType, file),
  }
}

export const getWorkLedgerEntry: Operation<'getWorkLedgerEntry'> = ({ path, headers }, { instance }) => {
  const entry = instance.ledger.get(path.entryId)
  return entry ? answerRead(etagOf(Date.parse(entry.updatedAt)), entry, headers) : ledgerEntryNotFound
}

export const reviewWorkLedgerEntry: Operation<'reviewWorkLedgerEntry'> = ({ path, headers, body }, context) => {
  const { ledger } = context.instance
  const before = ledger.get(path.entryId)
  if (!before) return ledgerEntryNotFound
  const refused = refuseChange(etagOf(Date.parse(before.updatedAt)), headers)
  if (refused) return refused
  if (!rules.needsReview(before)) return reviewNotRequired
  const entry = rules.toReviewed(before, body, context.origin.actor, context.now())
  ledger.set(entry.id, entry)
  const { policyStatus, review } = entry
  appendEntryChange(context, 'updated', entry, { policyStatus: before.policyStatus }, { policyStatus, review })
  return { status: 200, headers: { ETag: etagOf(Date.parse(entry.updatedAt)) }, body: entry }
}

/** Unlike the service, never refuses a search as too broad. */
export const summariseWorkLedger: Operation<'summariseWorkLedger'> = ({ query }, { instance }) => {
  const { groupBy = 'status', outcome, timeZone = 'UTC', ...wanted } = query
  const refused = rules.refuseWithoutModel(query) ?? refuseEmptyRanges(wanted) ?? refuseTimeZone(query)
  if (refused) return refused
  const all = [...instance.ledger.values()]
  const summed = hasOtherDays(query) ? daysOfSummary(query, rangeOf(all)) : null
  if (summed && 'status' in summed) return summed
  const entries = all.filter(matcher(filtersOf(instance), wanted))
  const versions = outcome === undefined ? [] : groupUp(entries, versionOf, outcome, false).slice(0, mostGroups)
  const total = sumUp(entries, outcome)
  const inTotal = {
    groupBy,
    total,
    openReviews: entries.filter(rules.needsReview).length,
    ...(outcome && { versions }),
  }
  if (groupBy === 'agent' || groupBy === 'aiModel')
    return { status: 200, body: { ...inTotal, ...summariseShares(instance, entries, groupBy, total) } }
  const isByDay = groupBy === 'day'
  const keyOf = isByDay ? dayIn(timeZone) : groupKeys[groupBy]
  const groups = groupUp(entries, keyOf, outcome, isByDay)
  const kept = isByDay ? groups.slice(-mostGroups) : groups.slice(0, mostGroups)
  return { status: 200, body: { ...inTotal, groups: kept, isTruncated: kept.length < groups.length } }
}

function rangeOf(entries: readonly WorkLedgerEntry[]): { first: Date; last: Date } | null {
  const times = entries.map(({ createdAt }) => Date.parse(createdAt)).toSorted((a, b) => a - b)
  const [first, last] = [times[0], times.at(-1)]
  return first === undefined || last === undefined ? null : { first: new Date(first), last: new Date(last) }
}

function groupUp(entries: readonly WorkLedgerEntry[], keyOf: KeyOf, outcome: string | undefined, isByKey: boolean) {
  const byKey = new Map<string, WorkLedgerEntry[]>()
  for (const entry of entries) {
    const key = keyOf(entry)
    byKey.set(key, [...(byKey.get(key) ?? []), entry])
  }
  const groups = [...byKey].map(([key, members]) => ({ key, ...sumUp(members, outcome) }))
  return groups.sort((a, b) => (isByKey ? 0 : b.count - a.count) || compareTexts(a.key, b.key))
}

const versionOf: KeyOf = ({ modelVersion }) => String(modelVersion ?? 'none')

type KeyOf = (entry: WorkLedgerEntry) => string

function dayIn(timeZone: string): KeyOf {
  return ({ createdAt }) => dayOf(new Date(createdAt), timeZone)
}

const groupKeys: Readonly<Record<Exclude<WorkLedgerGrouping, 'day' | 'agent' | 'aiModel'>, KeyOf>> = {
  status: ({ status }) => status,
  policyStatus: ({ policyStatus }) => policyStatus,
  actors: rules.kindOf,
  modelName: ({ modelName }) => modelName,
}

const mostGroups = 1000

function sumUp(entries: readonly WorkLedgerEntry[], outcome: string | undefined) {
  const cost = sumOfDecimals(entries.map((entry) => entry.cost))
  const activeTime = sumOfDecimals(entries.map((entry) => entry.activeTime))
  const sums = { count: entries.length, cost, activeTime, withoutCost: addCounts(entries) }
  return outcome === undefined ? sums : { ...sums, outcome: rules.sumOutcome(entries, outcome) }
}
