import type { Database } from './database.ts'
import sql, { raw } from 'sql-template-tag'
import { etagOf } from '../../contract/rules/etag.ts'
import { toDefinition } from '../../contract/rules/twu/definition.ts'
import type { Query } from '../../contract/types.ts'
import type { components } from '../../spec/openapi.gen.ts'
import { given, revised, whereContains } from './query/conditions.ts'
import { selectPage, type PageOfRows, type PageRequest } from './query/pages.ts'
import { finderOf, queryOne } from './query/query.ts'
import type { RowOf } from './query/row-of.ts'
import type { TwuModelVersionRow } from './twu-model-versions.ts'

type TwuModel = components['schemas']['TwuModel']
type TwuModelSummary = components['schemas']['TwuModelSummary']

/** A model. Name, description and status are those of its versions, copied here for lists. */
export interface TwuModelRow extends RowOf<Omit<TwuModelSummary, 'etag' | 'modelId' | 'version'>> {
  instance_id: string
  latest_version: number
  /** The newest published version; without one the draft; without either the newest. */
  shown_version: number
  revision: number
}

// The column shown_version is for servers of the first release, which show other versions and also write theirs into it.
const columns = raw(`instance_id, id, name, description, status, latest_version, draft_version, published_version,
  coalesce(published_version, draft_version, latest_version) as shown_version, revision, created_at, updated_at`)

export async function listTwuModels(
  db: Database,
  instanceId: string,
  { name, status, hasDraft }: Query<'listTwuModels'>,
  page: PageRequest,
): Promise<PageOfRows<TwuModelRow>> {
  const filter = [
    ...given({ status }),
    ...(hasDraft === undefined ? [] : [raw(`draft_version is ${hasDraft ? 'not null' : 'null'}`)]),
    ...whereContains(['name'], name),
  ]
  const where = sql`instance_id = ${instanceId}`
  return selectPage(db, { columns, table: 'twu_models', where, filter, idColumn: 'id', isMeasured: false }, page)
}

export const findTwuModel = finderOf<TwuModelRow>('twu_models', columns)

/** Finds a model, and locks it and its versions against changes by others until the transaction ends. */
export const lockTwuModel = finderOf<TwuModelRow>('twu_models', columns, 'for update')

export async function insertTwuModel(
  db: Database,
  model: Pick<TwuModelRow, 'instance_id' | 'id' | 'name' | 'description'>,
): Promise<TwuModelRow> {
  const { instance_id, id, name, description } = model
  return queryOne<TwuModelRow>(
    db,
    sql`insert into twu_models (instance_id, id, name, description, status, latest_version, shown_version, draft_version)
        values (${instance_id}, ${id}, ${name}, ${description}, 'DRAFT', 1, 1, 1) returning ${columns}`,
  )
}

/** Updates the model's columns from its versions. Call it last in a transaction that holds the model's lock. */
export async function refreshTwuModel(transaction: Database, instanceId: string, id: string): Promise<TwuModelRow> {
  return queryOne<TwuModelRow>(
    transaction,
    sql`with versions as (
          select * from twu_model_versions where instance_id = ${instanceId} and model_id = ${id}),
        shown as (
          select * from versions order by status = 'published' desc, status = 'DRAFT' desc, version desc limit 1)
        update twu_models
           set name = (select name from shown), description = (select description from shown),
               status = (select status from shown), shown_version = (select version from shown),
               latest_version = (select max(version) from versions),
               draft_version = (select max(version) from versions where status = 'DRAFT'),
               published_version = (select max(version) from versions where status = 'published'),
               ${revised}
         where instance_id = ${instanceId} and id = ${id} returning ${columns}`,
  )
}

export function toTwuModelSummary(row: TwuModelRow): TwuModelSummary {
  return {
    id: row.id,
    etag: etagOf(row.revision),
    modelId: row.id,
    name: row.name,
    description: row.description,
    status: row.status,
    version: row.shown_version,
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
