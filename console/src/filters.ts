import {
  agentPriorityFilterValues,
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
  workLedgerReviewStateValues,
  workLedgerSortValues,
  workLedgerStatusValues,
  type ListAgentsQuery,
  type ListChangesQuery,
  type ListIntegrationsQuery,
  type ListTwuModelsQuery,
  type ListUsersQuery,
  type ListWorkLedgerEntriesQuery,
  type PolicyStatus,
  type WorkLedgerActors,
  type WorkLedgerStatus,
} from '@instance-admin/sdk'
import { beginOfDay } from './days.ts'

/** The filters of each list as its address has them. What the list does not know is left out. */
export function readUserFilters({ search, role, enabled, sort }: Search): UserFilters {
  return {
    search: text(search),
    role: oneOf(roleValues, role),
    enabled: flag(enabled),
    sort: oneOf(userSortValues, sort),
  }
}

export function readAgentFilters({ name, type, active, capability, priority, sort }: Search): AgentFilters {
  return {
    name: text(name),
    type: oneOf(agentTypeValues, type),
    active: flag(active),
    capability: text(capability),
    priority: oneOf(agentPriorityFilterValues, priority),
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

/** The list of integrations, and over it the dialog of a new one: with all types, or with the form of one. */
export function readIntegrations({ new: type, ...search }: Search): IntegrationFilters & NewIntegration {
  const isOpen = type !== undefined && type !== false
  return { ...readIntegrationFilters(search), new: isTypeName(type) ? type : isOpen || undefined }
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
    from: time(from, 'T00:00:00.000'),
    to: time(to, 'T23:59:59.999'),
  }
}

export function readVersions({ from, to }: Search): Versions {
  return { from: number(from), to: number(to) }
}

export function readLedgerFilters(search: Search): LedgerFilters {
  return {
    search: longEnough(text(search.search)),
    status: someOf(workLedgerStatusValues, search.status),
    policyStatus: oneOf(policyStatusValues, search.policyStatus),
    actors: oneOf(workLedgerActorsValues, search.actors),
    review: oneOf(workLedgerReviewStateValues, search.review),
    modelName: text(search.modelName),
    entityId: text(search.entityId),
    costMin: number(search.costMin),
    costMax: number(search.costMax),
    timeMin: number(search.timeMin),
    timeMax: number(search.timeMax),
    agentId: text(search.agentId),
    aiModel: text(search.aiModel),
    createdFrom: time(search.createdFrom, 'T00:00:00.000'),
    createdTo: time(search.createdTo, 'T23:59:59.999'),
    period: oneOf(ledgerPeriods, search.period),
    sort: oneOf(workLedgerSortValues, search.sort),
  }
}

/** The last days of which an agent's work is shown. Without a choice they are 30. */
export function readWorkFilters({ period }: Search): { period?: WorkPeriod | undefined } {
  return { period: oneOf(workPeriods, period) }
}

export const workPeriods = ['month', '7d', '30d', '90d'] as const

export type WorkPeriod = (typeof workPeriods)[number]

/** How many days a period has until today, which is one of them. */
export function daysOf(period: WorkPeriod): number {
  return period === 'month' ? new Date().getDate() : Number.parseInt(period)
}

/** Whose work waits for a review, and which entry the queue begins with. */
export function readReviewFilters({ agentId, entry }: Search): {
  agentId?: string | undefined
  entry?: string | undefined
} {
  return { agentId: text(agentId), entry: text(entry) }
}

/** What the ledger shows is of this period, unless somebody has chosen days. Without a choice it is the last 30 days. */
export const ledgerPeriods = [...workPeriods, 'all'] as const

/** The filters for the service: the table, the sums and the export all speak of the same range. */
export function toLedgerQuery(filters: LedgerFilters): LedgerQuery {
  const { period: _, ...query } = filters
  const period = periodOf(filters)
  if (period === 'all' || period === 'days') return query
  return { ...query, createdFrom: beginOfDay(daysOf(period) - 1) }
}

/** Days that somebody has chosen are a period, too. */
export function periodOf({ createdFrom, createdTo, period = '30d' }: LedgerFilters) {
  return createdFrom !== undefined || createdTo !== undefined ? 'days' : period
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

/** A time in UTC, as the service takes it. Of a day it is `ofDay` here. */
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

/** One of them or several, as a text with commas or as a list. */
function someOf<Value extends string>(values: readonly Value[], value: unknown): Value[] | undefined {
  const given: unknown[] = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : []
  const known = values.filter((each) => given.includes(each))
  return known.length > 0 ? known : undefined
}

type Search = Record<string, unknown>

export type UserFilters = Pick<ListUsersQuery, 'search' | 'role' | 'enabled' | 'sort'>

export type AgentFilters = Pick<ListAgentsQuery, 'name' | 'type' | 'active' | 'capability' | 'priority' | 'sort'>

export type IntegrationFilters = Pick<ListIntegrationsQuery, 'search' | 'type' | 'status' | 'sort'> & {
  /** Only what is in error, or has secrets that end soon. */
  attention?: boolean | undefined
}

export interface NewIntegration {
  /** True while no type is chosen. */
  new?: true | string | undefined
}

export type ModelFilters = Pick<ListTwuModelsQuery, 'name' | 'status' | 'hasDraft' | 'sort'>

export type ChangeFilters = Omit<ListChangesQuery, 'page' | 'size' | 'cursor'>

export interface LedgerQuery extends Omit<ListWorkLedgerEntriesQuery, 'page' | 'size' | 'cursor'> {
  status?: readonly WorkLedgerStatus[] | undefined
  policyStatus?: PolicyStatus | undefined
  actors?: WorkLedgerActors | undefined
}

export interface LedgerFilters extends LedgerQuery {
  period?: (typeof ledgerPeriods)[number] | undefined
}

export interface Versions {
  from?: number | undefined
  to?: number | undefined
}
