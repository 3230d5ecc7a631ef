import { answerList, type Filters } from '../../../contract/rules/list-in-memory.ts'
import { agentNotFound } from '../../../contract/rules/refusals.ts'
import { contains } from '../../../contract/rules/text.ts'
import type { Agent, AgentInput } from '../../../spec/gen/openapi.gen.ts'
import type { Operation } from './operation.ts'
import * as rows from './rows.ts'

export const listAgents: Operation<'listAgents'> = ({ path, query }, { instance }) => {
  const list = { scope: ['agents', path.instanceId], items: rows.itemsOf(instance.agents), filters }
  return answerList({ ...list, largePart: ({ metadata }) => metadata }, query)
}

const filters: Filters<'listAgents', Agent> = {
  type: (agent, wanted) => agent.type === wanted,
  active: (agent, wanted) => agent.active === wanted,
  name: (agent, wanted) => contains(agent.name, wanted),
  capability: (agent, wanted) => agent.capabilities.includes(wanted),
  priority: (agent, wanted) => agent.priority === wanted,
}

export const createAgent: Operation<'createAgent'> = ({ path, body }, { instance, newId, now }) => {
  const [id, createdAt] = [newId(), now()]
  const agent = toAgent(body, { id, etag: rows.firstTag, createdAt, updatedAt: createdAt })
  return rows.answerCreated(rows.write(instance.agents, id, agent), `/instances/${path.instanceId}/agents/${id}`)
}

export const getAgent: Operation<'getAgent'> = ({ path, headers }, { instance }) =>
  rows.read(instance.agents, path.agentId, headers, agentNotFound)

/** Replaces the agent: a field that the body leaves out is removed. */
export const updateAgent: Operation<'updateAgent'> = ({ path, headers, body }, { instance, now }) => {
  const row = rows.find(instance.agents, path.agentId, headers, agentNotFound)
  if ('problem' in row) return row
  const { id, etag, createdAt } = row.item
  return rows.answerState(rows.revise(instance.agents, id, toAgent(body, { id, etag, createdAt, updatedAt: now() })))
}

export const deleteAgent: Operation<'deleteAgent'> = ({ path, headers }, { instance }) =>
  rows.remove(instance.agents, path.agentId, headers, agentNotFound)

function toAgent(
  input: AgentInput,
  { id, etag, createdAt, updatedAt }: Pick<Agent, 'id' | 'etag' | 'createdAt' | 'updatedAt'>,
): Agent {
  const { name, active, capabilities = [], priority = null, metadata = {} } = input
  const kind = input.type === 'AI' ? { type: input.type, model: input.model } : { type: input.type, model: null }
  return { id, etag, name, ...kind, active, capabilities, priority, metadata, createdAt, updatedAt }
}
