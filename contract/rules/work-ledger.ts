import type { WorkLedgerActors, WorkLedgerEntry } from '../../spec/openapi.gen.ts'
import type { Query } from '../types.ts'
import { faultIn } from './faults.ts'
import type { Filters } from './list-in-memory.ts'
import { contains } from './text.ts'

/** The answer 400 to ranges that begin above their end, which no entry can match; null when no range does. */
export function refuseEmptyRanges({
  costMin = 0,
  costMax = Infinity,
  timeMin = 0,
  timeMax = Infinity,
  createdFrom = '',
  createdTo = '',
}: Ranges) {
  const errors = [
    ...(costMin > costMax ? [faultIn('query', '/costMin', 'range', 'must be at most cost max')] : []),
    ...(timeMin > timeMax ? [faultIn('query', '/timeMin', 'range', 'must be at most time max')] : []),
    // `Date.parse` of an open end is NaN, and no comparison with NaN is true.
    ...(Date.parse(createdFrom) > Date.parse(createdTo)
      ? [faultIn('query', '/createdFrom', 'range', 'must not be later than created to')]
      : []),
  ]
  if (errors.length === 0) return null
  const detail = 'A range begins above its end: swap the two.'
  return { status: 400, problem: { code: 'invalid_request', detail, errors } } as const
}

/** The filters for entries in memory; server/db has the same filters in SQL. */
export const ledgerFilters: Filters<'listWorkLedgerEntries', WorkLedgerEntry> = {
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
  entityId: (entry, wanted) => entry.entityId === wanted,
  createdFrom: ({ createdAt }, wanted) => Date.parse(createdAt) >= Date.parse(wanted),
  createdTo: ({ createdAt }, wanted) => Date.parse(createdAt) <= Date.parse(wanted),
}

export function kindOf({ actors }: WorkLedgerEntry): WorkLedgerActors {
  const [only = 'AI', other] = actors
  return other === undefined ? only : 'HYBRID'
}

type Ranges = Pick<
  Query<'listWorkLedgerEntries'>,
  'costMin' | 'costMax' | 'timeMin' | 'timeMax' | 'createdFrom' | 'createdTo'
>
