import type { Database } from './database.ts'
import { etagOf } from '../../contract/rules/etag.ts'
import { toDefinition } from '../../contract/rules/twu/definition.ts'
import type { components } from '../../spec/gen/openapi.gen.ts'
import { revised, setRevised } from './query/conditions.ts'
import { selectPage, type Given, type PageOfRows, type PageRequest } from './query/pages.ts'
import { prepared, preparedOne, preparedRow } from './query/query.ts'
import type { RecordChange } from './query/recorded.ts'
import type { RowOf } from './query/row-of.ts'

type TwuModelVersion = components['schemas']['TwuModelVersion']
type TwuModelInput = components['schemas']['TwuModelInput']

export interface TwuModelVersionRow extends RowOf<Omit<TwuModelVersion, 'etag'>> {
  instance_id: string
  revision: number
}

export interface VersionKey {
  instanceId: string
  modelId: string
  version: number
}

const keyColumns = ['instance_id', 'model_id', 'version']
const definitionColumns = ['entities', 'actions', 'events', 'outcomes', 'policies', 'cases']
const times = ['created_at', 'updated_at', 'published_at', 'archived_at']
const columns = [...keyColumns, 'status', 'name', 'description', ...definitionColumns, 'revision', ...times]

export async function listTwuModelVersions(
  db: Database,
  instanceId: string,
  modelId: string,
  page: PageRequest,
): Promise<PageOfRows<TwuModelVersionRow>> {
  const rows = (instance_id: Given, model_id: Given) => db('twu_model_versions').where({ instance_id, model_id })
  const measured = [...columns, db.raw('bytes + rule_bytes as bytes')]
  const list = { name: 'versions', rows, of: [instanceId, modelId], columns: measured, isFiltered: false }
  return selectPage(db, { ...list, idColumn: 'version', isMeasured: true }, page)
}

export async function findTwuModelVersion(
  db: Database,
  { instanceId, modelId, version }: VersionKey,
): Promise<TwuModelVersionRow | null> {
  const key = { instance_id: instanceId, model_id: modelId, version }
  return preparedRow<TwuModelVersionRow>(db, db('twu_model_versions').select(columns).where(key))
}

export async function findTwuModelVersions(
  db: Database,
  instanceId: string,
  keys: readonly Omit<VersionKey, 'instanceId'>[],
): Promise<TwuModelVersionRow[]> {
  const [modelIds, versions] = [keys.map(({ modelId }) => modelId), keys.map(({ version }) => version)]
  const found = db('twu_model_versions')
    .select(columns)
    .where({ instance_id: instanceId })
    .whereRaw('(model_id, version) in (select * from unnest(?::text[], ?::integer[]))', [modelIds, versions])
  return prepared<TwuModelVersionRow>(db, found)
}

/** The model of a version that is changed, as it was before; null when it is created with its first version. */
type ModelBefore = { revision: number } | null

/** Inserts a draft. Its number must be free, so the caller must hold the model's lock. */
export async function insertTwuModelVersion(
  db: Database,
  record: RecordChange,
  model: ModelBefore,
  key: VersionKey,
  content: TwuModelInput,
): Promise<TwuModelVersionRow> {
  const { instanceId, modelId, version } = key
  const insert = db('twu_model_versions')
    .insert({ instance_id: instanceId, model_id: modelId, version, status: 'DRAFT', ...toColumns(content) })
    .returning(columns)
  const row = await preparedOne<TwuModelVersionRow>(db, insert)
  record(toRecordedChange('created', model, null, row))
  return row
}

export async function editTwuModelVersion(
  db: Database,
  record: RecordChange,
  model: ModelBefore,
  current: TwuModelVersionRow,
  content: TwuModelInput,
): Promise<TwuModelVersionRow> {
  return update(db, record, model, current, setRevised(db, toColumns(content)))
}

/** Publishes a version, or archives it. */
export async function closeTwuModelVersion(
  db: Database,
  record: RecordChange,
  model: ModelBefore,
  current: TwuModelVersionRow,
  status: 'published' | 'archived',
): Promise<TwuModelVersionRow> {
  return update(db, record, model, current, { status, [`${status}_at`]: db.fn.now(), ...revised(db) })
}

export function toTwuModelVersion(row: TwuModelVersionRow): TwuModelVersion {
  return {
    modelId: row.model_id,
    version: row.version,
    etag: etagOf(row.revision, row.version),
    status: row.status,
    name: row.name,
    description: row.description,
    ...toDefinition(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    publishedAt: row.published_at,
    archivedAt: row.archived_at,
  }
}

/** The caller holds the model's lock, so `current` is the row as it is. */
async function update(
  db: Database,
  record: RecordChange,
  model: ModelBefore,
  current: TwuModelVersionRow,
  set: ReturnType<typeof setRevised>,
): Promise<TwuModelVersionRow> {
  const { instance_id, model_id, version } = current
  const changed = db('twu_model_versions').where({ instance_id, model_id, version }).update(set).returning(columns)
  const row = await preparedOne<TwuModelVersionRow>(db, changed)
  if (row.revision !== current.revision) record(toRecordedChange('updated', model, current, row))
  return row
}

/** The tags are the model's, which each change of a version changes once. */
function toRecordedChange(
  kind: 'created' | 'updated',
  model: ModelBefore,
  before: TwuModelVersionRow | null,
  after: TwuModelVersionRow,
) {
  const { model_id: resource_id, name: resource_name, version } = after
  const revisions = { revision_before: model && model.revision, revision_after: (model?.revision ?? 0) + 1 }
  const resource = { resource_type: 'twu_model', resource_id, resource_name, version }
  return { kind, ...resource, ...revisions, before, after }
}

/** The driver would send a bare array as a PostgreSQL array, so the lists go as JSON text. */
function toColumns({ name, description, ...lists }: TwuModelInput) {
  const definition = toDefinition(lists)
  const { policies, cases } = definition
  const texts = Object.entries(definition).map(([column, list]) => [column, JSON.stringify(list)] as const)
  // 0 for those who have none, as in rows of the release before.
  const ruleBytes = Buffer.byteLength(JSON.stringify([...policies, ...cases])) - '[]'.length
  return { name, description, ...Object.fromEntries(texts), rule_bytes: ruleBytes }
}
