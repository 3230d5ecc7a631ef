import type { Operation } from '../contract/operation.ts'
import { listAgents as selectAgents, toAgent } from '../db/agents.ts'
import { answerRows } from './answers/paging.ts'

export const listAgents: Operation<'listAgents'> = async (input, { db }) =>
  answerRows(db, input, 'agents', selectAgents, toAgent)
