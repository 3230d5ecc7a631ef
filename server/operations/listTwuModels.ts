import type { Operation } from '../contract/operation.ts'
import { listTwuModels as selectModels, toTwuModelSummary } from '../db/twu-models.ts'
import { answerPage } from '../../contract/rules/pages.ts'
import { readPage } from './answers/paging.ts'

export const listTwuModels: Operation<'listTwuModels'> = async ({ path, query }, { db }) => {
  const read = readPage(query, ['twu-models', path.instanceId])
  if (!read.ok) return read.answer
  const found = await selectModels(db, path.instanceId, query, read.page)
  return answerPage(read, { ...found, content: found.rows.map(toTwuModelSummary) })
}
