import type { WorkLedgerActors, WorkLedgerEntry } from '../../spec/openapi.gen.ts'
import type { Query } from '../types.ts'
import { describeFaults, faultIn } from './faults.ts'
import type { Filters } from './list-in-memory.ts'
import { contains } from './text.ts'

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
  modelId: (entry, wanted) => entry.modelId === wanted,
  modelVersion: (entry, wanted) => entry.modelVersion === wanted,
  entityId: (entry, wanted) => entry.entityId === wanted,
  createdFrom: ({ createdAt }, wanted) => Date.parse(createdAt) >= Date.parse(wanted),
  createdTo: ({ createdAt }, wanted) => Date.parse(createdAt) <= Date.parse(wanted),
}

export function kindOf({ actors }: WorkLedgerEntry): WorkLedgerActors {
  const [only = 'AI', other] = actors
  return other === undefined ? only : 'HYBRID'
}

/** The answer 400 to an outcome of no model. */
export function refuseWithoutModel({ outcome, modelId }: Query<'summariseWorkLedger'>) {
  if (outcome === undefined || modelId !== undefined) return null
  const errors = [faultIn('query', '/outcome', 'needs_model', 'needs modelId: say of which model')]
  return { status: 400, problem: { code: 'invalid_request', detail: describeFaults(errors), errors } } as const
}
