import type { Knex } from 'knex'
import type { Database } from './database.ts'
import { etagOf } from '../../contract/rules/etag.ts'
import type { Query } from '../../contract/types.ts'
import type { components } from '../../spec/gen/openapi.gen.ts'
import { isAnyGiven, setRevised, whereAmong, whereContains, withoutUndefined } from './query/conditions.ts'
import { selectPage, type Given, type PageOfRows, type PageRequest } from './query/pages.ts'
import { finderOf, prepared } from './query/query.ts'
import { insertRecorded, updateRecorded, type ChangeOrigin, type RecordedTable } from './query/recorded.ts'
import type { RowOf } from './query/row-of.ts'

type Agent = components['schemas']['Agent']

export interface AgentRow extends RowOf<Omit<Agent, 'etag' | 'model'>> {
  model: string | null
  revision: number
}

const content = ['name', 'type', 'active', 'capabilities', 'model', 'priority', 'metadata']

const kept = ['id', ...content, 'revision', 'created_at']

const columns = [...kept, 'bytes', 'updated_at']

export const agents: RecordedTable = { table: 'agents', resourceType: 'agent', columns, kept, nameColumn: 'name' }

export async function listAgents(
  db: Database,
  instanceId: string,
  { type, active, name, capability, priority }: Query<'listAgents'>,
  page: PageRequest,
): Promise<PageOfRows<AgentRow>> {
  const rows = (instanceId: Given) =>
    db('agents')
      .where({ instance_id: instanceId, ...withoutUndefined({ type, active, priority }) })
      .modify(whereContains, ['name'], name)
      .modify(whereCapability, capability)
  const isFiltered = isAnyGiven(type, active, name, capability, priority)
  return selectPage(db, { name: 'agents', rows, of: [instanceId], columns, isFiltered, isMeasured: true }, page)
}

function whereCapability(rows: Knex.QueryBuilder, wanted: string | undefined): void {
  if (wanted !== undefined) rows.whereRaw('? = any(capabilities)', [wanted])
}

export const findAgent = finderOf<AgentRow>('agents', columns)

/** The agents that have these ids, by id. */
export async function findAgents(
  db: Database,
  instanceId: string,
  ids: readonly string[],
): Promise<Map<string, Pick<AgentRow, 'name' | 'type'>>> {
  if (ids.length === 0) return new Map()
  const found = db('agents')
    .select('id', 'name', 'type')
    .where({ instance_id: instanceId })
    .modify(whereAmong, 'id', ids)
  const rows = await prepared<Pick<AgentRow, 'id' | 'name' | 'type'>>(db, found)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The AI models of the agents, each once. */
export async function listAgentModels(db: Database, instanceId: string): Promise<string[]> {
  return db('agents').where({ instance_id: instanceId }).whereNotNull('model').distinct().pluck<string[]>('model')
}

export async function insertAgent(
  db: Database,
  origin: ChangeOrigin,
  id: string,
  agent: components['schemas']['AgentInput'],
): Promise<AgentRow> {
  return insertRecorded<AgentRow>(db, origin, agents, { id, ...toColumns(agent) })
}

/** Null when no agent with this id has one of these revisions. Null allows any revision. */
export async function replaceAgent(
  db: Database,
  origin: ChangeOrigin,
  id: string,
  revisions: number[] | null,
  agent: components['schemas']['AgentInput'],
): Promise<AgentRow | null> {
  const update = { id, revisions, set: setRevised(db, toColumns(agent)) }
  return updateRecorded<AgentRow>(db, origin, agents, update)
}

export function toAgent(row: AgentRow): Agent {
  return {
    id: row.id,
    etag: etagOf(row.revision),
    name: row.name,
    ...kindOf(row),
    active: row.active,
    capabilities: row.capabilities,
    priority: row.priority,
    metadata: row.metadata,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function kindOf({ id, type, model }: AgentRow) {
  if (type === 'AI' && model !== null) return { type, model }
  if (type === 'HUMAN' && model === null) return { type, model }
  throw new Error(`The agent ${id} is of the type ${type} and has ${model === null ? 'no' : 'a'} model.`)
}

function toColumns(agent: components['schemas']['AgentInput']) {
  const { name, type, active, capabilities = [], model = null, priority = null, metadata = {} } = agent
  return { name, type, active, capabilities, model, priority, metadata }
}
