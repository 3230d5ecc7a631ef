import type { Operation } from '../contract/operation.ts'
import { listWebhooks as selectWebhooks, toWebhook } from '../db/webhooks.ts'
import { answerPage } from '../../contract/rules/pages.ts'
import { readPage } from './answers/paging.ts'

export const listWebhooks: Operation<'listWebhooks'> = async ({ path, query }, { db }) => {
  const read = readPage(query, ['webhooks', path.instanceId])
  if (!read.ok) return read.answer
  const found = await selectWebhooks(db, path.instanceId, read.page)
  return answerPage(read, { ...found, content: found.rows.map(toWebhook) })
}
