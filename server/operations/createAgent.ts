import { randomUUIDv7 } from 'node:crypto'
import type { Operation } from '../contract/operation.ts'
import { insertAgent, toAgent } from '../db/agents.ts'
import { created } from './answers/created.ts'

export const createAgent: Operation<'createAgent'> = async ({ path: { instanceId }, body }, { db, origin }) => {
  const row = await insertAgent(db, origin, randomUUIDv7(), body)
  return created(`/instances/${instanceId}/agents/${row.id}`, toAgent(row))
}
