import type { Operation } from '../contract/operation.ts'
import { findIntegration, toIntegration } from '../db/integrations.ts'
import { integrationNotFound } from '../../contract/rules/refusals.ts'
import { answerRead, etagOf } from '../../contract/rules/etag.ts'

export const getIntegration: Operation<'getIntegration'> = async ({ path, headers }, { db }) => {
  const row = await findIntegration(db, path.instanceId, path.integrationId)
  return row ? answerRead(etagOf(row.revision), toIntegration(row), headers) : integrationNotFound
}
