import type { Operation } from '../contract.ts'
import { findAgent, toAgent } from '../db/agents.ts'
import { agentNotFound } from './answers/refusals.ts'
import { etagOf, isHeld } from './answers/etag.ts'

export const getAgent: Operation<'getAgent'> = async ({ path, headers }, { db }) => {
  const row = await findAgent(db, path.instanceId, path.agentId)
  if (!row) return agentNotFound
  const ETag = etagOf(row.revision)
  if (isHeld(headers['If-None-Match'], ETag)) return { status: 304, headers: { ETag } }
  return { status: 200, headers: { ETag }, body: toAgent(row) }
}
