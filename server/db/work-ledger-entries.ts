import type { Knex } from 'knex'
import type { WorkLedgerActors, WorkLedgerEntry } from '../../spec/openapi.gen.ts'

export interface WorkLedgerEntryRow {
  instance_id: string
  id: string
  title: string
  description: string
  type: string
  status: WorkLedgerEntry['status']
  entity_id: string
  related_entity: string
  actors: WorkLedgerActors
  active_time: number
  cost: number
  policy_status: WorkLedgerEntry['policyStatus']
  model_name: string
  created_at: Date
  updated_at: Date
}

/** All columns except `searched`, which PostgreSQL generates from others. */
export const workLedgerColumns = [
  'instance_id',
  'id',
  'title',
  'description',
  'type',
  'status',
  'entity_id',
  'related_entity',
  'actors',
  'active_time',
  'cost',
  'policy_status',
  'model_name',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof WorkLedgerEntryRow)[]

export async function findWorkLedgerEntry(
  db: Knex,
  instanceId: string,
  id: string,
): Promise<WorkLedgerEntryRow | undefined> {
  return db<WorkLedgerEntryRow>('work_ledger_entries')
    .where({ instance_id: instanceId, id })
    .first(...workLedgerColumns)
    .options({ name: 'find_work_ledger_entry' })
}

/** The existing entries with these ids, in any order. */
export async function findWorkLedgerEntries(
  db: Knex,
  instanceId: string,
  ids: string[],
): Promise<WorkLedgerEntryRow[]> {
  return db<WorkLedgerEntryRow>('work_ledger_entries')
    .where({ instance_id: instanceId })
    .whereRaw('id = any(?)', [ids])
    .select(...workLedgerColumns)
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

export function toWorkLedgerRow(instanceId: string, entry: WorkLedgerEntry): WorkLedgerEntryRow {
  const [actor = 'AI'] = entry.actors
  return {
    instance_id: instanceId,
    id: entry.id,
    title: entry.title,
    description: entry.description,
    type: entry.type,
    status: entry.status,
    entity_id: entry.entityId,
    related_entity: entry.relatedEntity,
    actors: entry.actors.length === 2 ? 'HYBRID' : actor,
    active_time: entry.activeTime,
    cost: entry.cost,
    policy_status: entry.policyStatus,
    model_name: entry.modelName,
    created_at: new Date(entry.createdAt),
    updated_at: new Date(entry.updatedAt),
  }
}
