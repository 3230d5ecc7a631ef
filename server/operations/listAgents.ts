import type { Operation } from '../contract/operation.ts'
import { listAgents as selectAgents, toAgent } from '../db/agents.ts'
import { answerPage } from '../../contract/rules/pages.ts'
import { readPage } from './answers/paging.ts'

export const listAgents: Operation<'listAgents'> = async ({ path, query }, { db }) => {
  const read = readPage(query, ['agents', path.instanceId])
  if (!read.ok) return read.answer
  const found = await selectAgents(db, path.instanceId, query, read.page)
  return answerPage(read, { ...found, content: found.rows.map(toAgent) })
}
