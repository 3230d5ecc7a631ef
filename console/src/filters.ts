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
  type ListChangesQuery,
  type ListIntegrationsQuery,
  type ListWorkLedgerEntriesQuery,
  type PolicyStatus,
  type WorkLedgerActors,
  type WorkLedgerStatus,
} from '@instance-admin/sdk'
import { beginOfDay } from './days.ts'
import { keysOf } from './parts/keys-of.ts'

export const readUserFilters = reader({
  search: text,
  role: oneOf(roleValues),
  enabled: flag,
  sort: oneOf(userSortValues),
})

export const readAgentFilters = reader({
  name: text,
  type: oneOf(agentTypeValues),
  active: flag,
  capability: text,
  priority: oneOf(agentPriorityFilterValues),
  sort: oneOf(agentSortValues),
})

/** The list of integrations, and over it the dialog of a new one. */
export const readIntegrations = reader({
  search: text,
  type: typeName,
  status: oneOf(integrationStatusValues),
  /** Only what is in error, or has secrets that end soon. */
  attention: flag,
  sort: oneOf(integrationSortValues),
  /** The type of the new one; true while none is chosen. */
  new: (type): string | true | undefined => typeName(type) ?? (type === undefined || type === false ? undefined : true),
})

export type IntegrationFilters = Omit<ReturnType<typeof readIntegrations>, 'new'>

export const readModelFilters = reader({
  name: text,
  status: oneOf(twuModelStatusValues),
  hasDraft: flag,
  sort: oneOf(twuModelSortValues),
})

export const readChangeFilters: (search: Record<string, unknown>) => ChangeFilters = reader({
  resourceType: oneOf(changeTypeFilterValues),
  resourceId: text,
  actorId: text,
  operation: text,
  from: beginning,
  to: ending,
})

export type ChangeFilters = Omit<ListChangesQuery, 'page' | 'size' | 'cursor'>

export const readVersions = reader({ from: number, to: number })

export type Versions = ReturnType<typeof readVersions>

export const workPeriods = ['month', '7d', '30d', '90d'] as const

export type WorkPeriod = (typeof workPeriods)[number]

/** The last days of which an agent's work is shown. Without a choice they are 30. */
export const readWorkFilters = reader({ period: oneOf(workPeriods) })

/** Whose work waits for a review, and which entry the queue begins with. */
export const readReviewFilters = reader({ agentId: text, entry: text })

/** What the ledger shows is of this period, unless somebody has chosen days. Without a choice it is the last 30 days. */
export const ledgerPeriods = [...workPeriods, 'all'] as const

export const readLedgerFilters = reader({
  search: longEnough,
  status: someOf(workLedgerStatusValues),
  policyStatus: oneOf(policyStatusValues),
  actors: oneOf(workLedgerActorsValues),
  review: oneOf(workLedgerReviewStateValues),
  modelName: text,
  entityId: text,
  costMin: number,
  costMax: number,
  timeMin: number,
  timeMax: number,
  agentId: text,
  aiModel: text,
  createdFrom: beginning,
  createdTo: ending,
  period: oneOf(ledgerPeriods),
  sort: oneOf(workLedgerSortValues),
})

/** How many days a period has until today, which is one of them. */
export function daysOf(period: WorkPeriod): number {
  return period === 'month' ? new Date().getDate() : Number.parseInt(period)
}

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

/** Filters as an address has them. What a list does not know is left out. */
function reader<Filters>(readers: { [Name in keyof Filters]: (value: unknown) => Filters[Name] }) {
  return (search: Record<string, unknown>): Partial<Filters> => {
    const filters: Partial<Filters> = {}
    for (const name of keysOf<keyof Filters & string>(readers)) filters[name] = readers[name](search[name])
    return filters
  }
}

/** The router reads `?name=123` as a number. */
function text(value: unknown): string | undefined {
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : undefined
}

function longEnough(value: unknown): string | undefined {
  const typed = text(value) ?? ''
  return typed.length >= shortestLedgerSearch ? typed : undefined
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** Of a day, the time at which it begins here; of a time, the same in UTC. */
function beginning(value: unknown): string | undefined {
  return time(value, 'T00:00:00.000')
}

function ending(value: unknown): string | undefined {
  return time(value, 'T23:59:59.999')
}

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
function typeName(value: unknown): ListIntegrationsQuery['type'] {
  return isTypeName(value) ? value : undefined
}

function isTypeName(value: unknown): value is ListIntegrationsQuery['type'] {
  return typeof value === 'string' && /^[A-Z][A-Z0-9_]*$/.test(value)
}

function oneOf<Value extends string>(values: readonly Value[]) {
  return (value: unknown): Value | undefined => values.find((known) => known === value)
}

/** One of them or several, as a text with commas or as a list. */
function someOf<Value extends string>(values: readonly Value[]) {
  return (value: unknown): readonly Value[] | undefined => {
    const given: unknown[] = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : []
    const known = values.filter((each) => given.includes(each))
    return known.length > 0 ? known : undefined
  }
}

export interface LedgerQuery extends Omit<ListWorkLedgerEntriesQuery, 'page' | 'size' | 'cursor'> {
  status?: readonly WorkLedgerStatus[] | undefined
  policyStatus?: PolicyStatus | undefined
  actors?: WorkLedgerActors | undefined
}

export interface LedgerFilters extends LedgerQuery {
  period?: (typeof ledgerPeriods)[number] | undefined
}
