import { answerList, type Filters } from '../../../contract/rules/list-in-memory.ts'
import { toDatedPrice } from '../../../contract/rules/prices.ts'
import { modelPriceNotFound } from '../../../contract/rules/refusals.ts'
import type { ModelPrice } from '../../../spec/gen/openapi.gen.ts'
import type { Operation } from './operation.ts'
import * as rows from './rows.ts'

export const listModelPrices: Operation<'listModelPrices'> = ({ path, query }, { instance }) => {
  const items = rows.itemsOf(instance.modelPrices)
  return answerList({ scope: ['model-prices', path.instanceId], items, filters }, query)
}

const filters: Filters<'listModelPrices', ModelPrice> = {
  model: (price, wanted) => price.model === wanted,
}

export const setModelPrice: Operation<'setModelPrice'> = ({ headers, body }, { instance, newId, now }) => {
  const price = toDatedPrice(body)
  const { modelPrices } = instance
  const current = rows
    .itemsOf(modelPrices)
    .find(({ model, validFrom }) => model === price.model && validFrom === price.validFrom)
  if (current || headers['If-Match'] !== undefined) {
    const row = rows.find(modelPrices, current?.id ?? '', headers, modelPriceNotFound)
    if ('problem' in row) return row
    const { id } = row.item
    return rows.answerState(rows.revise(modelPrices, id, { ...row.item, ...price, updatedAt: now() }))
  }
  const [id, createdAt] = [newId(), now()]
  const created = { id, etag: rows.firstTag, ...price, createdAt, updatedAt: createdAt }
  return rows.answerState(rows.write(modelPrices, id, created))
}

export const deleteModelPrice: Operation<'deleteModelPrice'> = ({ path, headers }, { instance }) =>
  rows.remove(instance.modelPrices, path.priceId, headers, modelPriceNotFound)
