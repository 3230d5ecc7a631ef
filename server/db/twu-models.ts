import type { Knex } from 'knex'
import type { Database } from './database.ts'
import { etagOf } from '../../contract/rules/etag.ts'
import { toDefinition } from '../../contract/rules/twu/definition.ts'
import type { Query } from '../../contract/types.ts'
import type { components } from '../../spec/gen/openapi.gen.ts'
import { withoutUndefined, isAnyGiven, revised, whereContains } from './query/conditions.ts'
import { selectPage, type Given, type PageOfRows, type PageRequest } from './query/pages.ts'
import { finderOf, preparedOne } from './query/query.ts'
import type { RowOf } from './query/row-of.ts'
import type { TwuModelVersionRow } from './twu-model-versions.ts'

type TwuModel = components['schemas']['TwuModel']
type TwuModelSummary = components['schemas']['TwuModelSummary']

/** A model. Name, description and status are copied from its versions, for lists. */
export interface TwuModelRow extends RowOf<Omit<TwuModelSummary, 'etag' | 'modelId' | 'version'>> {
  latest_version: number
  revision: number
}

// The column shown_version is for servers of the first release, which show other versions and also write theirs into it.
const numbers = ['latest_version', 'draft_version', 'published_version']
const columns = ['id', 'name', 'description', 'status', ...numbers, 'revision', 'created_at', 'updated_at']

export async function listTwuModels(
  db: Database,
  instanceId: string,
  { name, status, hasDraft }: Query<'listTwuModels'>,
  page: PageRequest,
): Promise<PageOfRows<TwuModelRow>> {
  const rows = (instanceId: Given) =>
    db('twu_models')
      .where({ instance_id: instanceId, ...withoutUndefined({ status }) })
      .modify(whereContains, ['name'], name)
      .modify(whereDraft, hasDraft)
  const isFiltered = isAnyGiven(name, status, hasDraft)
  return selectPage(db, { name: 'models', rows, of: [instanceId], columns, isFiltered }, page)
}

function whereDraft(models: Knex.QueryBuilder, hasDraft: boolean | undefined): void {
  if (hasDraft === true) models.whereNotNull('draft_version')
  if (hasDraft === false) models.whereNull('draft_version')
}

export const findTwuModel = finderOf<TwuModelRow>('twu_models', columns)

/** Finds a model, and locks it and its versions against changes by others until the transaction ends. */
export const lockTwuModel = finderOf<TwuModelRow>('twu_models', columns, 'for update')

export async function insertTwuModel(
  db: Database,
  model: Pick<TwuModelRow, 'id' | 'name' | 'description'> & { instance_id: string },
): Promise<TwuModelRow> {
  const first = { ...model, status: 'DRAFT', latest_version: 1, shown_version: 1, draft_version: 1 }
  return preparedOne<TwuModelRow>(db, db('twu_models').insert(first).returning(columns))
}

/** Updates the model's columns from its versions. Call it last in a transaction that holds the model's lock. */
export async function refreshTwuModel(transaction: Database, instanceId: string, id: string): Promise<TwuModelRow> {
  const versions = transaction('twu_model_versions').where({ instance_id: instanceId, model_id: id })
  const byStatus = `status = 'published' desc, status = 'DRAFT' desc, version desc`
  const shown = (column: string) => transaction('shown').select(column)
  const newest = (status?: string) => transaction('versions').max('version').where(withoutUndefined({ status }))
  const update = transaction('twu_models')
    .with('versions', versions)
    .with('shown', transaction('versions').orderByRaw(byStatus).limit(1))
    .where({ instance_id: instanceId, id })
    .update({
      name: shown('name'),
      description: shown('description'),
      status: shown('status'),
      shown_version: shown('version'),
      latest_version: newest(),
      draft_version: newest('DRAFT'),
      published_version: newest('published'),
      ...revised(transaction),
    })
    .returning(columns)
  return preparedOne<TwuModelRow>(transaction, update)
}

/** The newest published version; without one the draft; without either the newest. */
export function shownVersionOf({ published_version, draft_version, latest_version }: TwuModelRow): number {
  return published_version ?? draft_version ?? latest_version
}

export function toTwuModelSummary(row: TwuModelRow): TwuModelSummary {
  return {
    id: row.id,
    etag: etagOf(row.revision),
    modelId: row.id,
    name: row.name,
    description: row.description,
    status: row.status,
    version: shownVersionOf(row),
    draftVersion: row.draft_version,
    publishedVersion: row.published_version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function toTwuModel(row: TwuModelRow, shown: TwuModelVersionRow): TwuModel {
  const { name, description } = shown
  return { ...toTwuModelSummary(row), name, description, ...toDefinition(shown) }
}
