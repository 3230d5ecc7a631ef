import { groupsOf } from '../../../contract/rules/groups.ts'
import { noWork, toAgentWorkRange, toAgentWorkSums } from '../../../contract/rules/agent-work.ts'
import { dayOf } from '../../../contract/rules/days.ts'
import { agentNotFound } from '../../../contract/rules/refusals.ts'
import { compareTexts } from '../../../contract/rules/text.ts'
import type { Operation } from './operation.ts'
import { addUp, nameOf, sharesOfEntries, type EntryShare } from './shares.ts'

export const getAgentWork: Operation<'getAgentWork'> = ({ path, query }, { instance, now }) => {
  const range = toAgentWorkRange(query, new Date(now()))
  if ('status' in range) return range
  const all = sharesOfEntries(instance, instance.ledger.values()).filter(({ agentId }) => agentId === path.agentId)
  const exists = instance.agents.has(path.agentId)
  if (!exists && all.length === 0) return agentNotFound
  const { from, to, timeZone, before } = range
  const dated = all.map((share) => ({ ...share, day: dayOf(new Date(share.entry.createdAt), timeZone) }))
  const shares = dated.filter(({ day }) => from <= day && day <= to)
  const byDay = groupsOf(shares, ({ day }) => day)
  const byModel = groupsOf(shares, ({ aiModel }) => aiModel)
  const aiModels = [...byModel].map(([aiModel, group]) => ({ aiModel, sums: sumsOf(group) }))
  const body = {
    id: path.agentId,
    name: nameOf(instance, path.agentId),
    exists,
    from,
    to,
    timeZone,
    total: sumsOf(shares),
    before: sumsOf(dated.filter(({ day }) => before <= day && day < from)),
    days: [...byDay].map(([day, group]) => ({ day, sums: sumsOf(group) })).sort((a, b) => compareTexts(a.day, b.day)),
    aiModels: aiModels.sort((a, b) => b.sums.cost - a.sums.cost || compareNames(a.aiModel, b.aiModel)).slice(0, 100),
  }
  return { status: 200, body }
}

/** Operations that name no AI model come last. */
function compareNames(a: string | null, b: string | null): number {
  return Number(a === null) - Number(b === null) || compareTexts(a ?? '', b ?? '')
}

function sumsOf(shares: readonly EntryShare[]) {
  return toAgentWorkSums(shares.length === 0 ? noWork : addUp(shares))
}
