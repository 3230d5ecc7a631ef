import type { Operation } from '../contract/operation.ts'
import { listModelPrices as selectModelPrices, toModelPrice } from '../db/model-prices.ts'
import { answerRows } from './answers/paging.ts'

export const listModelPrices: Operation<'listModelPrices'> = async (input, { db }) =>
  answerRows(db, input, 'model-prices', selectModelPrices, toModelPrice)
