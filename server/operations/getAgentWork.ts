import type { Operation } from '../contract/operation.ts'
import { toAgentWorkRange } from '../../contract/rules/agent-work.ts'
import { agentNotFound } from '../../contract/rules/refusals.ts'
import { findAgentWork } from '../db/agent-work.ts'
import { readTime } from '../db/query/query.ts'

export const getAgentWork: Operation<'getAgentWork'> = async ({ path, query }, { db }) => {
  const range = toAgentWorkRange(query, new Date(await readTime(db)))
  if ('status' in range) return range
  const body = await findAgentWork(db, path.instanceId, path.agentId, range)
  return body ? { status: 200, body } : agentNotFound
}
