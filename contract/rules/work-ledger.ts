import type {
  Change,
  WorkLedgerActors,
  WorkLedgerDecision,
  WorkLedgerEntry,
  WorkOperation,
} from '../../spec/gen/openapi.gen.ts'
import type { Query } from '../types.ts'
import { addDecimals, toNumber } from './decimals.ts'
import { faultIn } from './faults.ts'
import type { Filters } from './list-in-memory.ts'
import { invalidInput } from './refusals.ts'
import { contains } from './text.ts'

/** The filters for entries in memory, and for what was reported for each; server/db has the same filters in SQL. */
export function ledgerFilters(operationsOf: OperationsOf): Filters<'listWorkLedgerEntries', WorkLedgerEntry> {
  return {
    search: ({ title, description, id, entityId, relatedEntity }, wanted) =>
      [title, description, id, entityId, relatedEntity].some((text) => contains(text, wanted)),
    status: (entry, wanted) => wanted.includes(entry.status),
    type: (entry, wanted) => entry.type === wanted,
    policyStatus: (entry, wanted) => wanted.includes(entry.policyStatus),
    review: (entry, wanted) => (wanted === 'open' ? needsReview(entry) : entry.review !== undefined),
    actors: (entry, wanted) => wanted.includes(kindOf(entry)),
    costMin: (entry, wanted) => entry.cost >= wanted,
    costMax: (entry, wanted) => entry.cost <= wanted,
    timeMin: (entry, wanted) => entry.activeTime >= wanted,
    timeMax: (entry, wanted) => entry.activeTime <= wanted,
    modelName: (entry, wanted) => entry.modelName === wanted,
    modelId: (entry, wanted) => entry.modelId === wanted,
    modelVersion: (entry, wanted) => entry.modelVersion === wanted,
    entityId: (entry, wanted) => entry.entityId === wanted,
    agentId: ({ id, agents = [] }, wanted) =>
      agents.some((agent) => agent.id === wanted) || operationsOf(id).some(({ agentId }) => agentId === wanted),
    aiModel: ({ id }, wanted) => operationsOf(id).some(({ aiModel }) => aiModel === wanted),
    createdFrom: ({ createdAt }, wanted) => Date.parse(createdAt) >= Date.parse(wanted),
    createdTo: ({ createdAt }, wanted) => Date.parse(createdAt) <= Date.parse(wanted),
  }
}

/** Finds what was reported for an entry; nothing for one that was imported. */
export type OperationsOf = (entryId: string) => readonly WorkOperation[]

export function kindOf({ actors }: WorkLedgerEntry): WorkLedgerActors {
  const [only = 'AI', other] = actors
  return other === undefined ? only : 'HYBRID'
}

/** Finished work is no longer reported, and may be reviewed. */
export function isFinished({ status }: Pick<WorkLedgerEntry, 'status'>): boolean {
  return status === 'completed' || status === 'failed'
}

/** Whether an entry waits for a review; server/db asks the same in SQL. */
export function needsReview(entry: Pick<WorkLedgerEntry, 'status' | 'policyStatus'>): boolean {
  return isFinished(entry) && entry.policyStatus === 'review_required'
}

/** The entry after its review. Who decided is told without a name, since names are erased with their users. */
export function toReviewed(
  entry: WorkLedgerEntry,
  { policyStatus, reason }: WorkLedgerDecision,
  { type, id }: Change['actor'],
  time: string,
): WorkLedgerEntry {
  const at = timeAfter(time, entry)
  const by = { type: type === 'user' ? type : 'client', id: String(id) } as const
  const review = { computed: entry.policyStatus, decided: policyStatus, reason, by, at }
  return { ...entry, updatedAt: at, policyStatus, review }
}

/** Each state is later than the one before, because the time of the last update is the ETag. */
export function timeAfter(time: string, { updatedAt }: Pick<WorkLedgerEntry, 'updatedAt'>): string {
  const next = new Date(Date.parse(updatedAt) + 1).toISOString()
  return time > next ? time : next
}

/** The sums of the numbers that an outcome is; server/db has the same in SQL. */
export function sumOutcome(entries: readonly Pick<WorkLedgerEntry, 'outcomes'>[], wanted: string) {
  const values = entries.flatMap(({ outcomes = [] }) => {
    const value = outcomes.find(({ name }) => name === wanted)?.value
    return typeof value === 'number' ? [value] : []
  })
  const count = values.length
  if (count === 0) return { count, sum: 0, average: null, minimum: null, maximum: null }
  const { units, decimals } = addDecimals(values)
  const sum = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, toNumber({ units, decimals })))
  // With more digits than any double has.
  const average = toNumber({ units: (units * 10n ** 40n) / BigInt(count), decimals: decimals + 40 })
  return { count, sum, average, minimum: Math.min(...values), maximum: Math.max(...values) }
}

/** The answer 400 to an outcome of no model. */
export function refuseWithoutModel({ outcome, modelId }: Query<'summariseWorkLedger'>) {
  if (outcome === undefined || modelId !== undefined) return null
  return invalidInput([faultIn('query', '/outcome', 'needs_model', 'needs modelId: say of which model')])
}
