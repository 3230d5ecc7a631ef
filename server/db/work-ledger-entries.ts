import type { Knex } from 'knex'
import type { components, operations } from '../../spec/openapi.gen.ts'
import { contains, selectPage, type PageOfRows, type PageRequest } from './pages.ts'

type WorkLedgerEntry = components['schemas']['WorkLedgerEntry']
type Query = NonNullable<operations['listWorkLedgerEntries']['parameters']['query']>

export type WorkLedgerFilter = Omit<Query, 'page' | 'size' | 'sort' | 'cursor'>

export interface WorkLedgerEntryRow {
  instance_id: string
  id: string
  title: string
  description: string
  type: string
  status: WorkLedgerEntry['status']
  entity_id: string
  related_entity: string
  actors: components['schemas']['WorkLedgerActors']
  active_time: number
  cost: number
  policy_status: WorkLedgerEntry['policyStatus']
  model_name: string
  created_at: Date
  updated_at: Date
}

export const workLedgerSortKeys = {
  createdAt: { expression: 'created_at', type: 'timestamptz' },
  updatedAt: { expression: 'updated_at', type: 'timestamptz' },
  cost: { expression: 'cost', type: 'float8' },
  activeTime: { expression: 'active_time', type: 'float8' },
} as const

export async function listWorkLedgerEntries(
  db: Knex,
  instanceId: string,
  filter: WorkLedgerFilter,
  page: PageRequest,
): Promise<PageOfRows<WorkLedgerEntryRow>> {
  const { status, type, policyStatus, actors, modelName, search } = filter
  const matching = db<WorkLedgerEntryRow>('work_ledger_entries')
    .where({ instance_id: instanceId })
    .select('*')
  if (status !== undefined) matching.where({ status })
  if (type !== undefined) matching.where({ type })
  if (policyStatus !== undefined) matching.where({ policy_status: policyStatus })
  if (actors !== undefined) matching.where({ actors })
  if (modelName !== undefined) matching.where({ model_name: modelName })
  if (filter.costMin !== undefined) matching.where('cost', '>=', filter.costMin)
  if (filter.costMax !== undefined) matching.where('cost', '<=', filter.costMax)
  if (filter.timeMin !== undefined) matching.where('active_time', '>=', filter.timeMin)
  if (filter.timeMax !== undefined) matching.where('active_time', '<=', filter.timeMax)
  if (search !== undefined) {
    matching.where((any) => {
      for (const column of ['title', 'description', 'id', 'entity_id', 'related_entity'] as const) {
        any.orWhereILike(column, contains(search))
      }
    })
  }
  return selectPage(db, matching, page)
}

export async function findWorkLedgerEntry(
  db: Knex,
  instanceId: string,
  id: string,
): Promise<WorkLedgerEntryRow | undefined> {
  return db<WorkLedgerEntryRow>('work_ledger_entries')
    .where({ instance_id: instanceId, id })
    .first('*')
    .options({ name: 'find_work_ledger_entry' })
}

export async function insertWorkLedgerEntries(db: Knex, rows: WorkLedgerEntryRow[]): Promise<void> {
  await db<WorkLedgerEntryRow>('work_ledger_entries').insert(rows)
}

export function toWorkLedgerEntry(row: WorkLedgerEntryRow): WorkLedgerEntry {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    type: row.type,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    entityId: row.entity_id,
    relatedEntity: row.related_entity,
    actors: row.actors === 'HYBRID' ? ['AI', 'HUMAN'] : [row.actors],
    activeTime: row.active_time,
    cost: row.cost,
    policyStatus: row.policy_status,
    modelName: row.model_name,
  }
}
