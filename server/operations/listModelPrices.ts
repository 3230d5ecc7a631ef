import type { Operation } from '../contract/operation.ts'
import { listModelPrices as selectModelPrices, toModelPrice } from '../db/model-prices.ts'
import { answerPage } from '../../contract/rules/pages.ts'
import { readPage } from './answers/paging.ts'

export const listModelPrices: Operation<'listModelPrices'> = async ({ path, query }, { db }) => {
  const read = readPage(query, ['model-prices', path.instanceId])
  if (!read.ok) return read.answer
  const found = await selectModelPrices(db, path.instanceId, query, read.page)
  return answerPage(read, { ...found, content: found.rows.map(toModelPrice) })
}
