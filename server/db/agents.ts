import type { Database } from './database.ts'
import sql, { join, raw } from 'sql-template-tag'
import { etagOf } from '../../contract/rules/etag.ts'
import type { Query } from '../../contract/types.ts'
import type { components } from '../../spec/openapi.gen.ts'
import { given, setRevised, whereContains, whereRevision } from './query/conditions.ts'
import { selectPage, type PageOfRows, type PageRequest } from './query/pages.ts'
import { finderOf } from './query/query.ts'
import { insertRecorded, updateRecorded, type ChangeOrigin, type RecordedTable } from './query/recorded.ts'
import type { RowOf } from './query/row-of.ts'

type Agent = components['schemas']['Agent']

export interface AgentRow extends RowOf<Omit<Agent, 'etag' | 'model'>> {
  model: string | null
  revision: number
}

const columns = raw(
  'id, name, type, active, capabilities, model, priority, metadata, bytes, revision, created_at, updated_at',
)

export const agents: RecordedTable = {
  table: 'agents',
  resourceType: 'agent',
  columns,
  kept: raw('id, name, type, active, capabilities, model, priority, metadata, revision, created_at'),
  nameColumn: 'name',
}

export async function listAgents(
  db: Database,
  instanceId: string,
  { type, active, name }: Query<'listAgents'>,
  page: PageRequest,
): Promise<PageOfRows<AgentRow>> {
  const filter = [...given({ type, active }), ...whereContains(['name'], name)]
  const where = sql`instance_id = ${instanceId}`
  return selectPage(db, { columns, table: 'agents', where, filter, idColumn: 'id', isMeasured: true }, page)
}

export const findAgent = finderOf<AgentRow>('agents', columns)

export async function insertAgent(
  db: Database,
  origin: ChangeOrigin,
  id: string,
  agent: components['schemas']['AgentInput'],
): Promise<AgentRow> {
  const insert = sql`
    insert into agents (instance_id, id, name, type, active, capabilities, model, priority, metadata)
    values (${join([origin.instanceId, id, ...Object.values(toColumns(agent))])})`
  return insertRecorded<AgentRow>(db, origin, agents, insert)
}

/** Null when no agent with this id has one of these revisions. Null allows any revision. */
export async function replaceAgent(
  db: Database,
  origin: ChangeOrigin,
  id: string,
  revisions: number[] | null,
  agent: components['schemas']['AgentInput'],
): Promise<AgentRow | null> {
  const update = { id, where: whereRevision(revisions), set: setRevised(toColumns(agent)) }
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
