import type { WorkLedgerActors, WorkLedgerEntry, WorkLedgerGrouping } from '../../../spec/openapi.gen.ts'
import type { Fault } from '../errors.ts'
import type { Operation, Query } from './operation.ts'
import { contains, matcher, takePage, type Filters } from './pages.ts'
import { answerRead } from './rows.ts'

export const listWorkLedgerEntries: Operation<'listWorkLedgerEntries'> = ({ query }, context) => {
  const refused = refuseEmptyRanges(query)
  if (refused) return refused
  const items = [...context.instance.ledger.values()]
  const taken = takePage(context, { scope: 'work-ledger', items, idOf: ({ id }) => id, filters }, query)
  return taken.ok ? { status: 200, body: { content: taken.content, page: taken.page } } : taken.answer
}

const filters: Filters<'listWorkLedgerEntries', WorkLedgerEntry> &
  Filters<'summariseWorkLedger', WorkLedgerEntry> = {
  search: ({ title, description, id, entityId, relatedEntity }, wanted) =>
    [title, description, id, entityId, relatedEntity].some((text) => contains(text, wanted)),
  status: (entry, wanted) => entry.status === wanted,
  type: (entry, wanted) => entry.type === wanted,
  policyStatus: (entry, wanted) => entry.policyStatus === wanted,
  actors: (entry, wanted) => kindOf(entry) === wanted,
  costMin: (entry, wanted) => entry.cost >= wanted,
  costMax: (entry, wanted) => entry.cost <= wanted,
  timeMin: (entry, wanted) => entry.activeTime >= wanted,
  timeMax: (entry, wanted) => entry.activeTime <= wanted,
  modelName: (entry, wanted) => entry.modelName === wanted,
}

export const getWorkLedgerEntry: Operation<'getWorkLedgerEntry'> = ({ path, headers }, { instance }) => {
  const entry = instance.ledger.get(path.entryId)
  if (!entry) return { status: 404, problem: { code: 'ledger_entry_not_found' } }
  return answerRead({ ETag: `"${Date.parse(entry.updatedAt)}"` }, entry, headers)
}

/** In memory no search is too broad. */
export const summariseWorkLedger: Operation<'summariseWorkLedger'> = ({ query }, { instance }) => {
  const { groupBy = 'status', ...wanted } = query
  const refused = refuseEmptyRanges(wanted)
  if (refused) return refused
  const entries = [...instance.ledger.values()].filter(matcher(filters, wanted))
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

function kindOf({ actors }: WorkLedgerEntry): WorkLedgerActors {
  const [only = 'AI', other] = actors
  return other === undefined ? only : 'HYBRID'
}

/** In whole millionths, so that the order of addition makes no difference. */
function sumUp(entries: readonly WorkLedgerEntry[]) {
  const sum = (read: (entry: WorkLedgerEntry) => number) =>
    entries.reduce((total, entry) => total + Math.round(read(entry) * 1e6), 0) / 1e6
  return {
    count: entries.length,
    cost: sum(({ cost }) => cost),
    activeTime: sum(({ activeTime }) => activeTime),
  }
}

function refuseEmptyRanges({ costMin = 0, costMax = Infinity, timeMin = 0, timeMax = Infinity }: Ranges) {
  const errors = [
    ...(costMin > costMax ? [emptyRange('costMin', 'costMax')] : []),
    ...(timeMin > timeMax ? [emptyRange('timeMin', 'timeMax')] : []),
  ]
  if (errors.length === 0) return null
  const detail = 'A range begins above its end: swap the two.'
  return { status: 400, problem: { code: 'invalid_request', detail, errors } } as const
}

function emptyRange(name: string, end: string): Fault {
  return { in: 'query', pointer: `/${name}`, code: 'range', message: `must be <= ${end}` }
}

type Ranges = Pick<Query<'listWorkLedgerEntries'>, 'costMin' | 'costMax' | 'timeMin' | 'timeMax'>
