import type { Operation } from '../contract/operation.ts'
import { agents, findAgent } from '../db/agents.ts'
import { deleteRecorded } from '../db/query/recorded.ts'
import { agentNotFound } from '../../contract/rules/refusals.ts'
import { etagOf, preconditionFailed, readIfMatch } from '../../contract/rules/etag.ts'

export const deleteAgent: Operation<'deleteAgent'> = async ({ path, headers }, { db, origin }) => {
  const { instanceId, agentId } = path
  if (await deleteRecorded(db, origin, agents, agentId, readIfMatch(headers['If-Match']))) return { status: 204 }
  const current = await findAgent(db, instanceId, agentId)
  return current ? preconditionFailed(etagOf(current.revision)) : agentNotFound
}
