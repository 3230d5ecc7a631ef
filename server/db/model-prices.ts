import { randomUUIDv7 } from 'node:crypto'
import type { Database } from './database.ts'
import { etagOf } from '../../contract/rules/etag.ts'
import type { DatedPrice } from '../../contract/rules/prices.ts'
import type { Query } from '../../contract/types.ts'
import type { ModelPrice } from '../../spec/gen/openapi.gen.ts'
import { isAnyGiven, setRevised, whereAmong, withoutUndefined } from './query/conditions.ts'
import { selectPage, type Given, type PageOfRows, type PageRequest } from './query/pages.ts'
import { finderOf, insertRows, lockName, prepared, preparedRow } from './query/query.ts'
import { insertRecorded, recording, updateRecorded, type ChangeOrigin, type RecordedTable } from './query/recorded.ts'
import type { RowOf } from './query/row-of.ts'

export interface ModelPriceRow extends RowOf<Omit<ModelPrice, 'etag'>> {
  revision: number
}

const facts = ['model', 'valid_from', 'input', 'cached_input', 'cache_write', 'output']

const kept = ['id', ...facts, 'revision', 'created_at']

const columns = [...kept, 'updated_at']

export const modelPrices: RecordedTable = {
  table: 'model_prices',
  resourceType: 'model_price',
  columns,
  kept,
  nameColumn: 'model',
}

export async function listModelPrices(
  db: Database,
  instanceId: string,
  { model }: Query<'listModelPrices'>,
  page: PageRequest,
): Promise<PageOfRows<ModelPriceRow>> {
  const rows = (instanceId: Given) =>
    db('model_prices').where({ instance_id: instanceId, ...withoutUndefined({ model }) })
  return selectPage(db, { name: 'model_prices', rows, of: [instanceId], columns, isFiltered: isAnyGiven(model) }, page)
}

/** All prices of these AI models. */
export async function findPrices(db: Database, instanceId: string, models: readonly string[]): Promise<DatedPrice[]> {
  if (models.length === 0) return []
  const found = db('model_prices')
    .select(columns)
    .where({ instance_id: instanceId })
    .modify(whereAmong, 'model', models)
  return (await prepared<ModelPriceRow>(db, found)).map(toModelPrice)
}

export const findModelPrice = finderOf<ModelPriceRow>('model_prices', columns)

/** Finds the price that the model has from this very day on, and locks it until the transaction ends. */
export async function lockPriceOfDay(
  transaction: Database,
  instanceId: string,
  { model, validFrom }: Pick<ModelPrice, 'model' | 'validFrom'>,
): Promise<ModelPriceRow | null> {
  const where = { instance_id: instanceId, model, valid_from: validFrom }
  return preparedRow<ModelPriceRow>(transaction, transaction('model_prices').select(columns).where(where).forUpdate())
}

export async function insertModelPrice(
  db: Database,
  origin: ChangeOrigin,
  id: string,
  price: DatedPrice,
): Promise<ModelPriceRow> {
  return insertRecorded<ModelPriceRow>(db, origin, modelPrices, { id, ...toColumns(price) })
}

/** Adds prices of models and days that have none, records each, and returns how many. */
export async function addModelPrices(
  db: Database,
  origin: ChangeOrigin,
  prices: readonly DatedPrice[],
): Promise<number> {
  return recording(db, origin, async (transaction, record) => {
    await lockPrices(transaction, origin.instanceId)
    const rows = prices.map((price) => ({ id: randomUUIDv7(), ...toColumns(price) }))
    const inserted = insertRows(transaction, 'model_prices', origin.instanceId, ['id', ...facts], rows)
      .onConflict(['instance_id', 'model', 'valid_from'])
      .ignore()
      .returning(kept)
    const added = await prepared<ModelPriceRow>(transaction, inserted)
    for (const row of added) {
      const resource = { resource_type: 'model_price', resource_id: row.id, resource_name: row.model }
      record({ kind: 'created', ...resource, revision_after: row.revision, after: row })
    }
    return added.length
  })
}

/** Makes others who set prices of the instance wait: two could find none, and both insert one. */
export async function lockPrices(transaction: Database, instanceId: string): Promise<void> {
  await lockName(transaction, `model_prices ${instanceId}`)
}

/** Null when there is no price with this id. */
export async function replaceModelPrice(
  db: Database,
  origin: ChangeOrigin,
  id: string,
  price: DatedPrice,
): Promise<ModelPriceRow | null> {
  const update = { id, revisions: null, set: setRevised(db, toColumns(price)) }
  return updateRecorded<ModelPriceRow>(db, origin, modelPrices, update)
}

export function toModelPrice(row: ModelPriceRow): ModelPrice {
  return {
    id: row.id,
    etag: etagOf(row.revision),
    model: row.model,
    validFrom: row.valid_from,
    input: row.input,
    cachedInput: row.cached_input,
    cacheWrite: row.cache_write,
    output: row.output,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function toColumns({ model, validFrom, input, cachedInput, cacheWrite, output }: DatedPrice) {
  return { model, valid_from: validFrom, input, cached_input: cachedInput, cache_write: cacheWrite, output }
}
