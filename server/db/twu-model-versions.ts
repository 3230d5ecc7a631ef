import type { Knex } from 'knex'
import sql, { raw } from 'sql-template-tag'
import type { components } from '../../spec/openapi.gen.ts'
import { selectPage, type PageOfRows, type PageRequest } from './query/pages.ts'
import { queryPrepared } from './query/query.ts'

type TwuModelVersion = components['schemas']['TwuModelVersion']
type TwuModelInput = components['schemas']['TwuModelInput']

export interface TwuModelVersionRow {
  instance_id: string
  model_id: string
  version: number
  status: TwuModelVersion['status']
  name: string
  description: string
  entities: TwuModelVersion['entities']
  actions: TwuModelVersion['actions']
  events: TwuModelVersion['events']
  outcomes: TwuModelVersion['outcomes']
  revision: number
  created_at: string
  updated_at: string
  published_at: string | null
  archived_at: string | null
}

export interface VersionKey {
  instanceId: string
  modelId: string
  version: number
}

export const twuModelVersionSortKeys = { version: { expression: 'version', type: 'integer' } } as const

const columns =
  raw(`instance_id, model_id, version, status, name, description, entities, actions, events, outcomes,
  bytes, revision, created_at, updated_at, published_at, archived_at`)

export async function listTwuModelVersions(
  db: Knex,
  instanceId: string,
  modelId: string,
  page: PageRequest,
): Promise<PageOfRows<TwuModelVersionRow>> {
  const where = sql`instance_id = ${instanceId} and model_id = ${modelId}`
  const list = { columns, from: raw('twu_model_versions'), where, idColumn: 'version', isMeasured: true }
  return selectPage(db, list, page)
}

export async function findTwuModelVersion(
  db: Knex,
  { instanceId, modelId, version }: VersionKey,
): Promise<TwuModelVersionRow | undefined> {
  const [row] = await queryPrepared<TwuModelVersionRow>(
    db,
    sql`select ${columns} from twu_model_versions
         where instance_id = ${instanceId} and model_id = ${modelId} and version = ${version}`,
  )
  return row
}

/** Inserts a draft. Its number must be free, so the caller must hold the model's lock. */
export async function insertTwuModelVersion(
  db: Knex,
  key: VersionKey,
  content: TwuModelInput,
): Promise<TwuModelVersionRow> {
  const [row] = await db<TwuModelVersionRow>('twu_model_versions')
    .insert({ ...toColumns(key), ...toContent(db, content), status: 'DRAFT' })
    .returning('*')
  if (!row) throw new Error('An insert without a conflict clause returns its row.')
  return row
}

export async function editTwuModelVersion(
  db: Knex,
  key: VersionKey,
  content: TwuModelInput,
): Promise<TwuModelVersionRow> {
  return update(db, key, toContent(db, content))
}

export async function publishTwuModelVersion(db: Knex, key: VersionKey): Promise<TwuModelVersionRow> {
  return update(db, key, { status: 'published', published_at: db.fn.now() })
}

export async function archiveTwuModelVersion(db: Knex, key: VersionKey): Promise<TwuModelVersionRow> {
  return update(db, key, { status: 'archived', archived_at: db.fn.now() })
}

export function toTwuModelVersion(row: TwuModelVersionRow): TwuModelVersion {
  return {
    modelId: row.model_id,
    version: row.version,
    status: row.status,
    name: row.name,
    description: row.description,
    entities: row.entities,
    actions: row.actions,
    events: row.events,
    outcomes: row.outcomes,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    publishedAt: row.published_at,
    archivedAt: row.archived_at,
  }
}

async function update(db: Knex, key: VersionKey, changes: object): Promise<TwuModelVersionRow> {
  const [row] = await db<TwuModelVersionRow>('twu_model_versions')
    .where(toColumns(key))
    .update({ ...changes, revision: db.raw('revision + 1'), updated_at: db.fn.now() })
    .returning('*')
  if (!row) throw new Error('The model is locked and the version was found, so it is there.')
  return row
}

function toColumns({ instanceId, modelId, version }: VersionKey) {
  return { instance_id: instanceId, model_id: modelId, version }
}

/** The driver would send a bare array as a PostgreSQL array, so the lists go as JSON text. */
function toContent(db: Knex, { name, description, entities, actions, events, outcomes }: TwuModelInput) {
  const json = (list: unknown[] = []) => db.raw('?::jsonb', [JSON.stringify(list)])
  return {
    name,
    description,
    entities: json(entities),
    actions: json(actions),
    events: json(events),
    outcomes: json(outcomes),
  }
}
