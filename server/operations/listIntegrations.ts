import type { Operation } from '../contract/operation.ts'
import { listIntegrations as selectIntegrations, toIntegration } from '../db/integrations.ts'
import { answerRows } from './answers/paging.ts'

export const listIntegrations: Operation<'listIntegrations'> = async (input, { db }) =>
  answerRows(db, input, 'integrations', selectIntegrations, toIntegration)
