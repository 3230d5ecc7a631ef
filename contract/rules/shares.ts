import { groupsOf } from './groups.ts'
import type {
  Agent,
  TokenSums,
  TokenUsage,
  WorkLedgerAgent,
  WorkLedgerEntry,
  WorkLedgerRest,
  WorkOperation,
} from '../../spec/gen/openapi.gen.ts'
import { sumOfDecimals, subtractDecimals } from './decimals.ts'
import { isWithoutCost } from './prices.ts'

/** What was done by an agent with an AI model; one of both may be unknown. */
export interface Share extends ShareSums {
  agentId: string | null
  aiModel: string | null
}

/** An agent of the instance as it is now. */
export type KnownAgent = Pick<Agent, 'name' | 'type'>

export type KnownAgents = Pick<ReadonlyMap<string, KnownAgent>, 'get'>

export type ShareSums = Pick<WorkLedgerAgent, 'operations' | 'activeTime' | 'cost' | 'withoutCost' | 'usage'>

/** The shares of an execution. Operations that name neither an agent nor an AI model are in none. */
export function sharesOf(operations: readonly WorkOperation[]): Share[] {
  const named = operations.filter(({ agentId, aiModel }) => agentId !== undefined || aiModel !== undefined)
  const groups = groupsOf(named, ({ agentId = null, aiModel = null }) => JSON.stringify([agentId, aiModel]))
  return [...groups.values()].map((group) => {
    const [{ agentId = null, aiModel = null } = {}] = group
    return { agentId, aiModel, ...addUp(group) }
  })
}

/**
 * What an entry shows of the agents that operations name: those that cost most, with the names that they have now. Where costs
 * are equal, the order is that of the ids.
 */
export function agentsOf(
  operations: readonly WorkOperation[],
  known: KnownAgents,
): Pick<WorkLedgerEntry, 'agents' | 'moreAgents'> {
  const groups = groupsOf(operations, ({ agentId }) => agentId)
  const agents = [...groups].flatMap(([id, group]) =>
    id === undefined ? [] : [{ id, name: known.get(id)?.name ?? null, ...addUp(group) }],
  )
  if (agents.length === 0) return {}
  const ranked = agents.sort((a, b) => b.cost - a.cost || (a.id < b.id ? -1 : 1))
  const more = ranked.length - mostShown
  return { agents: ranked.slice(0, mostShown), ...(more > 0 && { moreAgents: more }) }
}

const mostShown = 20

/** What is in the total, and in no share. */
export function restOf(total: WorkLedgerRest, shares: WorkLedgerRest): WorkLedgerRest {
  return {
    cost: subtractDecimals(total.cost, shares.cost),
    activeTime: subtractDecimals(total.activeTime, shares.activeTime),
    withoutCost: total.withoutCost - shares.withoutCost,
  }
}

function addUp(operations: readonly WorkOperation[]): ShareSums {
  return {
    operations: operations.length,
    activeTime: sumOfDecimals(operations.map(({ activeTime = 0 }) => activeTime)),
    cost: sumOfDecimals(operations.map(({ cost = 0 }) => cost)),
    withoutCost: operations.filter(isWithoutCost).length,
    usage: addUsage(operations.map(({ usage = {} }) => usage)),
  }
}

/** 1,000 operations have at most 10^15 tokens together, which is a safe integer. */
export function addUsage(usages: readonly TokenUsage[]): TokenSums {
  const sum = (count: keyof TokenSums) => usages.reduce((all, usage) => all + (usage[count] ?? 0), 0)
  return {
    inputTokens: sum('inputTokens'),
    cachedInputTokens: sum('cachedInputTokens'),
    cacheWriteTokens: sum('cacheWriteTokens'),
    outputTokens: sum('outputTokens'),
  }
}
