import { randomUUIDv7 } from 'node:crypto'
import type { Operation } from '../contract.ts'
import { insertAgent, toAgent } from '../db/agents.ts'
import { etagOf } from '../../contract/rules/etag.ts'

export const createAgent: Operation<'createAgent'> = async ({ path: { instanceId }, body }, { db, origin }) => {
  const row = await insertAgent(db, origin, randomUUIDv7(), body)
  return {
    status: 201,
    headers: { ETag: etagOf(row.revision), Location: `/instances/${instanceId}/agents/${row.id}` },
    body: toAgent(row),
  }
}
