import type { Database } from './database.ts'
import type { WorkLedgerActors, WorkLedgerEntry } from '../../spec/gen/openapi.gen.ts'
import { cut } from '../../contract/rules/text.ts'
import { finderOf, writtenOnce } from './query/query.ts'
import type { RowOf } from './query/row-of.ts'
import { exactColumns } from './work-ledger-filter.ts'

/** An entry of the contract, with null for what an entry need not have. */
type Stored<Entry> = {
  [Member in keyof Entry]-?: Partial<Pick<Entry, Member>> extends Pick<Entry, Member>
    ? NonNullable<Entry[Member]> | null
    : Entry[Member]
}

export interface WorkLedgerEntryRow extends RowOf<Omit<Stored<WorkLedgerEntry>, 'actors'>> {
  instance_id: string
  actors: WorkLedgerActors
  /** The caller that reported it; null for an imported entry. */
  reported_by: string | null
}

const facts = ['title', 'description', 'entity_id', 'related_entity', ...exactColumns, 'active_time', 'cost']
const ofModel = ['model_id', 'model_version', 'started_at', 'outcomes', 'missed_policies']
const optional = [...ofModel, 'review', 'agents', 'more_agents', 'without_cost']

/** All columns except `searched`, which PostgreSQL generates from others. */
export const workLedgerColumns = ['instance_id', 'id', ...facts, ...optional, 'reported_by', 'created_at', 'updated_at']

export const findWorkLedgerEntry = finderOf<WorkLedgerEntryRow>('work_ledger_entries', workLedgerColumns)

/** In any order. */
export function findWorkLedgerEntries(db: Database, instanceId: string, ids: string[]): Promise<WorkLedgerEntryRow[]> {
  return selectEntries<WorkLedgerEntryRow>(db, instanceId, ids)
}

const selectEntries = writtenOnce((db, instanceId, ids) =>
  db('work_ledger_entries').select(workLedgerColumns).where({ instance_id: instanceId }).whereRaw('id = any(?)', [ids]),
)

export function toWorkLedgerEntry(row: WorkLedgerEntryRow): WorkLedgerEntry {
  const entry: WorkLedgerEntry = {
    id: row.id,
    title: row.title,
    description: row.description,
    type: row.type,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    entityId: row.entity_id,
    relatedEntity: row.related_entity,
    actors: row.actors === 'HYBRID' ? ['AI', 'HUMAN'] : [row.actors],
    activeTime: row.active_time,
    cost: row.cost,
    policyStatus: row.policy_status,
    modelName: row.model_name,
  }
  if (row.model_id !== null) entry.modelId = row.model_id
  if (row.model_version !== null) entry.modelVersion = row.model_version
  if (row.started_at !== null) entry.startedAt = row.started_at
  if (row.outcomes !== null) entry.outcomes = row.outcomes
  if (row.missed_policies !== null) entry.missedPolicies = row.missed_policies
  if (row.review !== null) entry.review = row.review
  if (row.agents !== null) entry.agents = row.agents
  if (row.more_agents !== null) entry.moreAgents = row.more_agents
  if (row.without_cost !== null) entry.withoutCost = row.without_cost
  return entry
}

export function toWorkLedgerRow(
  instanceId: string,
  entry: WorkLedgerEntry,
  reportedBy: string | null = null,
): WorkLedgerEntryRow {
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
    model_id: entry.modelId ?? null,
    model_version: entry.modelVersion ?? null,
    started_at: entry.startedAt ?? null,
    outcomes: entry.outcomes ?? null,
    missed_policies: entry.missedPolicies ?? null,
    review: entry.review ?? null,
    agents: entry.agents ?? null,
    more_agents: entry.moreAgents ?? null,
    without_cost: entry.withoutCost ?? null,
    reported_by: reportedBy,
    created_at: entry.createdAt,
    updated_at: entry.updatedAt,
  }
}

/** An entry as records of changes name it. */
export function toRecorded({ id, title }: Pick<WorkLedgerEntry, 'id' | 'title'>) {
  return { resource_type: 'work_ledger', resource_id: id, resource_name: cut(title, 256) }
}
