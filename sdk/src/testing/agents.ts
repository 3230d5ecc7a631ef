import type { Agent, AgentInput } from '../../../spec/openapi.gen.ts'
import type { Operation } from './operation.ts'
import { contains, takePage, type Filters } from './pages.ts'
import { answerRead, etagOf, refuseChange, writeRow } from './rows.ts'

export const listAgents: Operation<'listAgents'> = ({ query }, context) => {
  const items = [...context.instance.agents.values()].map(({ item }) => item)
  const taken = takePage(context, { scope: 'agents', items, idOf: ({ id }) => id, filters }, query)
  return taken.ok ? { status: 200, body: { content: taken.content, page: taken.page } } : taken.answer
}

const filters: Filters<'listAgents', Agent> = {
  type: (agent, wanted) => agent.type === wanted,
  active: (agent, wanted) => agent.active === wanted,
  name: (agent, wanted) => contains(agent.name, wanted),
}

export const createAgent: Operation<'createAgent'> = ({ path, body }, { instance, newId, now }) => {
  const [id, createdAt] = [newId(), now()]
  const row = writeRow(instance.agents, id, toAgent(body, { id, createdAt, updatedAt: createdAt }))
  const headers = { ...etagOf(row), Location: `/instances/${path.instanceId}/agents/${id}` }
  return { status: 201, headers, body: row.item }
}

export const getAgent: Operation<'getAgent'> = ({ path, headers }, { instance }) => {
  const row = instance.agents.get(path.agentId)
  return row ? answerRead(etagOf(row), row.item, headers) : notFound
}

/** What is left out is gone. */
export const updateAgent: Operation<'updateAgent'> = ({ path, headers, body }, { instance, now }) => {
  const current = instance.agents.get(path.agentId)
  if (!current) return notFound
  const refused = refuseChange(current, headers)
  if (refused) return refused
  const { id, createdAt } = current.item
  const row = writeRow(instance.agents, id, toAgent(body, { id, createdAt, updatedAt: now() }))
  return { status: 200, headers: etagOf(row), body: row.item }
}

export const deleteAgent: Operation<'deleteAgent'> = ({ path, headers }, { instance }) => {
  const current = instance.agents.get(path.agentId)
  if (!current) return notFound
  const refused = refuseChange(current, headers)
  if (refused) return refused
  instance.agents.delete(path.agentId)
  return { status: 204 }
}

function toAgent(
  input: AgentInput,
  { id, createdAt, updatedAt }: Pick<Agent, 'id' | 'createdAt' | 'updatedAt'>,
) {
  const { name, type, active, capabilities = [], model = null, priority = null, metadata = {} } = input
  return { id, name, type, active, capabilities, model, priority, metadata, createdAt, updatedAt }
}

const notFound = { status: 404, problem: { code: 'agent_not_found' } } as const
