import type { Operation } from '../contract/operation.ts'
import { findAgent, replaceAgent, toAgent } from '../db/agents.ts'
import { agentNotFound } from '../../contract/rules/refusals.ts'
import { etagOf, preconditionFailed, readIfMatch } from '../../contract/rules/etag.ts'

export const updateAgent: Operation<'updateAgent'> = async ({ path, headers, body }, { db, origin }) => {
  const { instanceId, agentId } = path
  const row = await replaceAgent(db, origin, agentId, readIfMatch(headers['If-Match']), body)
  if (row) return { status: 200, headers: { ETag: etagOf(row.revision) }, body: toAgent(row) }
  const current = await findAgent(db, instanceId, agentId)
  return current ? preconditionFailed(etagOf(current.revision)) : agentNotFound
}
