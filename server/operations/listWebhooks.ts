import type { Operation } from '../contract/operation.ts'
import { listWebhooks as selectWebhooks, toWebhook } from '../db/webhooks.ts'
import { answerRows } from './answers/paging.ts'

export const listWebhooks: Operation<'listWebhooks'> = async (input, { db }) =>
  answerRows(db, input, 'webhooks', (_db, instanceId, _query, page) => selectWebhooks(db, instanceId, page), toWebhook)
