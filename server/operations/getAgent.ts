import type { Operation } from '../contract/operation.ts'
import { findAgent, toAgent } from '../db/agents.ts'
import { agentNotFound } from '../../contract/rules/refusals.ts'
import { answerRead, etagOf } from '../../contract/rules/etag.ts'

export const getAgent: Operation<'getAgent'> = async ({ path, headers }, { db }) => {
  const row = await findAgent(db, path.instanceId, path.agentId)
  return row ? answerRead(etagOf(row.revision), toAgent(row), headers) : agentNotFound
}
