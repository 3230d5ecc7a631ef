import type { Database } from './database.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { etagOf } from '../../contract/rules/etag.ts'
import type { components } from '../../spec/openapi.gen.ts'
import { setRevised } from './query/conditions.ts'
import { selectPage, type PageOfRows, type PageRequest } from './query/pages.ts'
import { queryPrepared } from './query/query.ts'

type TwuModelVersion = components['schemas']['TwuModelVersion']
type TwuModelInput = components['schemas']['TwuModelInput']

type Content = Pick<TwuModelVersion, 'name' | 'description' | 'entities' | 'actions' | 'events' | 'outcomes'>

export interface TwuModelVersionRow extends Content, Pick<TwuModelVersion, 'version' | 'status'> {
  instance_id: string
  model_id: string
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

const columns = raw(`instance_id, model_id, version, status, name, description, entities, actions, events, outcomes,
  bytes, revision, created_at, updated_at, published_at, archived_at`)

export async function listTwuModelVersions(
  db: Database,
  instanceId: string,
  modelId: string,
  page: PageRequest,
): Promise<PageOfRows<TwuModelVersionRow>> {
  const where = sql`instance_id = ${instanceId} and model_id = ${modelId}`
  return selectPage(
    db,
    { columns, table: 'twu_model_versions', where, filter: [], idColumn: 'version', isMeasured: true },
    page,
  )
}

export async function findTwuModelVersion(
  db: Database,
  { instanceId, modelId, version }: VersionKey,
): Promise<TwuModelVersionRow | null> {
  const [row] = await queryPrepared<TwuModelVersionRow>(
    db,
    sql`select ${columns} from twu_model_versions
         where instance_id = ${instanceId} and model_id = ${modelId} and version = ${version}`,
  )
  return row ?? null
}

/** Inserts a draft. Its number must be free, so the caller must hold the model's lock. */
export async function insertTwuModelVersion(
  db: Database,
  key: VersionKey,
  content: TwuModelInput,
): Promise<TwuModelVersionRow> {
  const { instanceId, modelId, version } = key
  const values = toColumns(content)
  const [row] = await queryPrepared<TwuModelVersionRow>(
    db,
    sql`insert into twu_model_versions (instance_id, model_id, version, status, ${raw(Object.keys(values).join(', '))})
        values (${instanceId}, ${modelId}, ${version}, 'DRAFT', ${join(Object.values(values))}) returning ${columns}`,
  )
  if (!row) throw new Error('An insert without a conflict clause returns its row.')
  return row
}

export async function editTwuModelVersion(
  db: Database,
  key: VersionKey,
  content: TwuModelInput,
): Promise<TwuModelVersionRow> {
  return update(db, key, setRevised(toColumns(content)))
}

export async function publishTwuModelVersion(db: Database, key: VersionKey): Promise<TwuModelVersionRow> {
  return update(db, key, sql`status = 'published', published_at = now(), ${revised}`)
}

export async function archiveTwuModelVersion(db: Database, key: VersionKey): Promise<TwuModelVersionRow> {
  return update(db, key, sql`status = 'archived', archived_at = now(), ${revised}`)
}

export function toTwuModelVersion(row: TwuModelVersionRow): TwuModelVersion {
  return {
    modelId: row.model_id,
    version: row.version,
    etag: etagOf(row.revision, row.version),
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

async function update(
  db: Database,
  { instanceId, modelId, version }: VersionKey,
  set: Sql,
): Promise<TwuModelVersionRow> {
  const [row] = await queryPrepared<TwuModelVersionRow>(
    db,
    sql`update twu_model_versions set ${set}
         where instance_id = ${instanceId} and model_id = ${modelId} and version = ${version} returning ${columns}`,
  )
  if (!row) throw new Error('The model is locked and the version was found, so it is there.')
  return row
}

const revised = sql`revision = revision + 1, updated_at = now()`

/** The driver would send a bare array as a PostgreSQL array, so the lists go as JSON text. */
function toColumns({ name, description, entities, actions, events, outcomes }: TwuModelInput) {
  const toJson = (list: readonly object[] = []) => sql`${JSON.stringify(list)}::jsonb`
  return {
    name,
    description,
    entities: toJson(entities),
    actions: toJson(actions),
    events: toJson(events),
    outcomes: toJson(outcomes),
  }
}
