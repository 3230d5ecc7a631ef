import type { Operation } from '../contract/operation.ts'
import { listTwuModels as selectModels, toTwuModelSummary } from '../db/twu-models.ts'
import { answerRows } from './answers/paging.ts'

export const listTwuModels: Operation<'listTwuModels'> = async (input, { db }) =>
  answerRows(db, input, 'twu-models', selectModels, toTwuModelSummary)
