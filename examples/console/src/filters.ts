import {
  agentSortValues,
  agentTypeValues,
  changeTypeFilterValues,
  integrationSortValues,
  integrationStatusValues,
  policyStatusValues,
  roleValues,
  twuModelSortValues,
  twuModelStatusValues,
  userSortValues,
  workLedgerActorsValues,
  workLedgerSortValues,
  workLedgerStatusValues,
  type ListAgentsQuery,
  type ListChangesQuery,
  type ListIntegrationsQuery,
  type ListTwuModelsQuery,
  type ListUsersQuery,
  type ListWorkLedgerEntriesQuery,
} from '@instance-admin/sdk'

/** The filters of each list as its address has them. What the list does not know is left out. */
export function readUserFilters({ search, role, enabled, sort }: Search): UserFilters {
  return {
    search: text(search),
    role: oneOf(roleValues, role),
    enabled: flag(enabled),
    sort: oneOf(userSortValues, sort),
  }
}

export function readAgentFilters({ name, type, active, sort }: Search): AgentFilters {
  return {
    name: text(name),
    type: oneOf(agentTypeValues, type),
    active: flag(active),
    sort: oneOf(agentSortValues, sort),
  }
}

export function readIntegrationFilters({ search, type, status, attention, sort }: Search): IntegrationFilters {
  return {
    search: text(search),
    type: isTypeName(type) ? type : undefined,
    status: oneOf(integrationStatusValues, status),
    attention: flag(attention),
    sort: oneOf(integrationSortValues, sort),
  }
}

export function readModelFilters({ name, status, hasDraft, sort }: Search): ModelFilters {
  return {
    name: text(name),
    status: oneOf(twuModelStatusValues, status),
    hasDraft: flag(hasDraft),
    sort: oneOf(twuModelSortValues, sort),
  }
}

export function readChangeFilters({ resourceType, resourceId, actorId, operation, from, to }: Search): ChangeFilters {
  return {
    resourceType: oneOf(changeTypeFilterValues, resourceType),
    resourceId: text(resourceId),
    actorId: text(actorId),
    operation: text(operation),
    from: time(from, 'T00:00:00.000Z'),
    to: time(to, 'T23:59:59.999Z'),
  }
}

export function readVersions({ from, to }: Search): Versions {
  return { from: number(from), to: number(to) }
}

export function readLedgerFilters(search: Search): LedgerFilters {
  return {
    search: longEnough(text(search.search)),
    status: oneOf(workLedgerStatusValues, search.status),
    policyStatus: oneOf(policyStatusValues, search.policyStatus),
    actors: oneOf(workLedgerActorsValues, search.actors),
    modelName: text(search.modelName),
    entityId: text(search.entityId),
    costMin: number(search.costMin),
    costMax: number(search.costMax),
    timeMin: number(search.timeMin),
    timeMax: number(search.timeMax),
    createdFrom: time(search.createdFrom, 'T00:00:00.000Z'),
    createdTo: time(search.createdTo, 'T23:59:59.999Z'),
    sort: oneOf(workLedgerSortValues, search.sort),
  }
}

/** The service searches the work ledger for texts of this length and longer. */
export const shortestLedgerSearch = 3

function longEnough(value: string | undefined): string | undefined {
  return value !== undefined && value.length >= shortestLedgerSearch ? value : undefined
}

/** The router reads `?name=123` as a number. */
function text(value: unknown): string | undefined {
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : undefined
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** A time in UTC, as the service takes it. */
function time(value: unknown, ofDay: string): string | undefined {
  if (typeof value !== 'string') return undefined
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value)
  const instant = Date.parse(isDay ? value + ofDay : value)
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString()
}

function flag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

/** The catalogue has the names, and the service refuses what is none of them. */
function isTypeName(value: unknown): value is IntegrationFilters['type'] {
  return typeof value === 'string' && /^[A-Z][A-Z0-9_]*$/.test(value)
}

function oneOf<Value extends string>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((known) => known === value)
}

type Search = Record<string, unknown>

export type UserFilters = Pick<ListUsersQuery, 'search' | 'role' | 'enabled' | 'sort'>

export type AgentFilters = Pick<ListAgentsQuery, 'name' | 'type' | 'active' | 'sort'>

export type IntegrationFilters = Pick<ListIntegrationsQuery, 'search' | 'type' | 'status' | 'sort'> & {
  /** Only what is in error, or has secrets that end soon. */
  attention?: boolean | undefined
}

export type ModelFilters = Pick<ListTwuModelsQuery, 'name' | 'status' | 'hasDraft' | 'sort'>

export type ChangeFilters = Omit<ListChangesQuery, 'page' | 'size' | 'cursor'>

export type LedgerFilters = Omit<ListWorkLedgerEntriesQuery, 'page' | 'size' | 'cursor'>

export interface Versions {
  from?: number | undefined
  to?: number | undefined
}
