import type { Operation } from '../contract/operation.ts'
import { listIntegrations as selectIntegrations, toIntegration } from '../db/integrations.ts'
import { answerPage } from '../../contract/rules/pages.ts'
import { readPage } from './answers/paging.ts'

export const listIntegrations: Operation<'listIntegrations'> = async ({ path, query }, { db }) => {
  const read = readPage(query, ['integrations', path.instanceId])
  if (!read.ok) return read.answer
  const found = await selectIntegrations(db, path.instanceId, query, read.page)
  return answerPage(read, { ...found, content: found.rows.map(toIntegration) })
}
