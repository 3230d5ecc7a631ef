import type { Knex } from 'knex'
import type { components } from '../../spec/openapi.gen.ts'
import { selectPage, whereContains, type PageOfRows, type PageRequest } from './pages.ts'

type Agent = components['schemas']['Agent']

export interface AgentRow {
  instance_id: string
  id: string
  name: string
  type: Agent['type']
  active: boolean
  capabilities: string[]
  model: string | null
  priority: Agent['priority']
  metadata: Record<string, unknown>
  revision: number
  created_at: Date
  updated_at: Date
}

export const agentSortKeys = {
  name: { expression: 'lower(name) collate "C"', type: 'text' },
  createdAt: { expression: 'created_at', type: 'timestamptz' },
  updatedAt: { expression: 'updated_at', type: 'timestamptz' },
} as const

export async function listAgents(
  db: Knex,
  instanceId: string,
  filter: { type?: Agent['type']; active?: boolean; name?: string },
  page: PageRequest,
): Promise<PageOfRows<AgentRow>> {
  const matching = db<AgentRow>('agents').where({ instance_id: instanceId }).select('*')
  if (filter.type !== undefined) matching.where({ type: filter.type })
  if (filter.active !== undefined) matching.where({ active: filter.active })
  if (filter.name !== undefined) whereContains(matching, ['name'], filter.name)
  return selectPage(db, matching, page, { isMeasured: true })
}

export async function findAgent(db: Knex, instanceId: string, id: string): Promise<AgentRow | undefined> {
  return db<AgentRow>('agents')
    .where({ instance_id: instanceId, id })
    .first('*')
    .options({ name: 'find_agent' })
}

export async function insertAgent(
  db: Knex,
  instanceId: string,
  id: string,
  agent: components['schemas']['AgentInput'],
): Promise<AgentRow> {
  const [row] = await db<AgentRow>('agents')
    .insert({ instance_id: instanceId, id, ...fromInput(agent) })
    .returning('*')
    .options({ name: 'insert_agent' })
  if (!row) throw new Error('An insert without a conflict clause returns its row.')
  return row
}

/** Undefined when no agent with this id has one of these revisions. Undefined `revisions` allow any revision. */
export async function replaceAgent(
  db: Knex,
  instanceId: string,
  id: string,
  revisions: number[] | undefined,
  agent: components['schemas']['AgentInput'],
): Promise<AgentRow | undefined> {
  const matching = db<AgentRow>('agents').where({ instance_id: instanceId, id })
  if (revisions) matching.whereIn('revision', revisions)
  const [row] = await matching
    .update({ ...fromInput(agent), revision: db.raw('revision + 1'), updated_at: db.fn.now() })
    .returning('*')
  return row
}

/** False when no agent with this id has one of these revisions. Undefined `revisions` allow any revision. */
export async function deleteAgent(
  db: Knex,
  instanceId: string,
  id: string,
  revisions: number[] | undefined,
): Promise<boolean> {
  const matching = db<AgentRow>('agents').where({ instance_id: instanceId, id })
  if (revisions) matching.whereIn('revision', revisions)
  return (await matching.delete()) === 1
}

export function toAgent(row: AgentRow): Agent {
  return {
    id: row.id,
    name: row.name,
    ...kindOf(row),
    active: row.active,
    capabilities: row.capabilities,
    priority: row.priority,
    metadata: row.metadata,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

function kindOf({ id, type, model }: AgentRow) {
  if (type === 'AI' && model !== null) return { type, model }
  if (type === 'HUMAN' && model === null) return { type, model }
  throw new Error(`The agent ${id} is of the type ${type} and has ${model === null ? 'no' : 'a'} model.`)
}

function fromInput(agent: components['schemas']['AgentInput']) {
  return {
    name: agent.name,
    type: agent.type,
    active: agent.active,
    capabilities: agent.capabilities ?? [],
    model: agent.model ?? null,
    priority: agent.priority ?? null,
    metadata: agent.metadata ?? {},
  }
}
