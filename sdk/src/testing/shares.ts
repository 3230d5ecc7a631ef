import { groupsOf } from '../../../contract/rules/groups.ts'
import type { AddedWork } from '../../../contract/rules/agent-work.ts'
import { sumOfDecimals } from '../../../contract/rules/decimals.ts'
import { addUsage, restOf, sharesOf, type KnownAgents, type Share } from '../../../contract/rules/shares.ts'
import { compareTexts } from '../../../contract/rules/text.ts'
import { ledgerFilters, needsReview } from '../../../contract/rules/work-ledger.ts'
import type { WorkLedgerEntry, WorkLedgerRest } from '../../../spec/gen/openapi.gen.ts'
import type { Instance } from './operation.ts'

/** The share of an agent with an AI model, and the entry that it is of. */
export interface EntryShare extends Share {
  entry: WorkLedgerEntry
}

/** The groups of a summary by agent or AI model, each with its own share of the entries. */
export function summariseShares(
  instance: Instance,
  entries: readonly WorkLedgerEntry[],
  groupBy: 'agent' | 'aiModel',
  total: WorkLedgerRest,
) {
  const key = groupBy === 'agent' ? 'agentId' : 'aiModel'
  const shares = sharesOfEntries(instance, entries).filter((share) => share[key] !== null)
  const groups = [...groupsOf(shares, (share) => share[key] ?? '')].map(([key, group]) => {
    const { executions: count, cost, activeTime, withoutCost, usage } = addUp(group)
    return {
      key,
      ...(groupBy === 'agent' && { name: nameOf(instance, key) }),
      count,
      cost,
      activeTime,
      withoutCost,
      usage,
    }
  })
  const sorted = groups.toSorted((a, b) => b.count - a.count || compareTexts(a.key, b.key))
  const kept = sorted.slice(0, 1000)
  return { groups: kept, rest: restOf(total, addUp(shares)), isTruncated: kept.length < groups.length }
}

/** Of an entry without operations, only the agents are known that it shows. */
export function sharesOfEntries({ executions }: Instance, entries: Iterable<WorkLedgerEntry>): EntryShare[] {
  return [...entries].flatMap((entry) => {
    const reported = executions.get(entry.id)
    const shown = (entry.agents ?? []).map(({ id, ...sums }) => ({ ...sums, agentId: id, aiModel: null }))
    return (reported ? sharesOf(reported.report.operations) : shown).map((share) => ({ ...share, entry }))
  })
}

/** The name that the agent has, or had when it last did something under a name. */
export function nameOf({ agents, ledger }: Instance, agentId: string): string | null {
  const present = agents.get(agentId)
  if (present) return present.item.name
  const named = [...ledger.values()].flatMap(({ agents = [], createdAt, id }) => {
    const name = agents.find((agent) => agent.id === agentId)?.name
    return name ? [{ name, at: `${createdAt} ${id}` }] : []
  })
  return named.toSorted((a, b) => compareTexts(a.at, b.at)).at(-1)?.name ?? null
}

/** Each execution counts once, though an agent has a share for each of its AI models. */
export function addUp(shares: readonly EntryShare[]): AddedWork {
  const entries = [...new Set(shares.map(({ entry }) => entry))]
  return {
    executions: entries.length,
    failed: entries.filter(({ status }) => status === 'failed').length,
    nonCompliant: entries.filter(({ policyStatus }) => policyStatus === 'non_compliant').length,
    openReviews: entries.filter(needsReview).length,
    decidedReviews: entries.filter(({ review }) => review !== undefined).length,
    activeTime: sumOfDecimals(shares.map(({ activeTime }) => activeTime)),
    cost: sumOfDecimals(shares.map(({ cost }) => cost)),
    withoutCost: addCounts(shares),
    usage: addUsage(shares.map(({ usage }) => usage)),
  }
}

/** How many operations have no cost. */
export function addCounts(parts: readonly { withoutCost?: number }[]): number {
  return parts.reduce((sum, { withoutCost = 0 }) => sum + withoutCost, 0)
}

/** The filters of the ledger of an instance. */
export function filtersOf({ executions }: Instance) {
  return ledgerFilters((entryId) => executions.get(entryId)?.report.operations ?? [])
}

/** The agents of the instance, for reports that name them. */
export function knownAgents(agents: Instance['agents']): KnownAgents {
  return { get: (id) => agents.get(id)?.item }
}
