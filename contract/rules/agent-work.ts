import type { AgentWork, AgentWorkSums } from '../../spec/gen/openapi.gen.ts'
import type { Query } from '../types.ts'
import { addDays, dayOf, daysBetween, refuseManyDays, refuseTimeZone, type Days } from './days.ts'
import { divideDecimal } from './decimals.ts'
import { refuseEmptyRanges } from './ranges.ts'

/** The days of which an agent's work is told, and as many before. */
export interface AgentWorkRange extends Pick<AgentWork, 'from' | 'to' | 'timeZone'> {
  /** The first day of those before. */
  before: string
  /** All these days, and some more at both ends. */
  days: Days
}

/** The days that are asked for; or the answer to days that nobody can be told of. */
export function toAgentWorkRange({ from, to, timeZone = 'UTC' }: Query<'getAgentWork'>, now: Date) {
  const zoneRefused = refuseTimeZone({ timeZone })
  if (zoneRefused) return zoneRefused
  const last = to ?? dayOf(now, timeZone)
  const first = from ?? addDays(last, 1 - defaultDays)
  const refused =
    refuseEmptyRanges({ from: first, to: last }) ?? refuseManyDays(new Date(first), new Date(last), '/from')
  if (refused) return refused
  const before = addDays(first, -1 - daysApart(first, last))
  // No clock differs from that of UTC by more than a day.
  const days = daysBetween(new Date(addDays(before, -1)), new Date(addDays(last, 2)), timeZone)
  return { from: first, to: last, timeZone, before, days }
}

const defaultDays = 30

function daysApart(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / 86_400_000
}

/** What is counted and added up; the rest of the sums follows from it. */
export type AddedWork = Omit<AgentWorkSums, 'failedShare' | 'nonCompliantShare' | 'costPerExecution'>

export const noWork: AddedWork = {
  executions: 0,
  failed: 0,
  nonCompliant: 0,
  openReviews: 0,
  decidedReviews: 0,
  activeTime: 0,
  cost: 0,
  withoutCost: 0,
  usage: { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0 },
}

export function toAgentWorkSums(added: AddedWork): AgentWorkSums {
  const { executions, failed, nonCompliant, cost } = added
  const partOf = (count: number) => (executions === 0 ? null : count / executions)
  return {
    ...added,
    failedShare: partOf(failed),
    nonCompliantShare: partOf(nonCompliant),
    costPerExecution: executions === 0 ? null : divideDecimal(cost, executions),
  }
}
