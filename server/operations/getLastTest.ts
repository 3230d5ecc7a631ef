import type { Operation } from '../contract/operation.ts'
import { findIntegration, findLastTest } from '../db/integrations.ts'
import { integrationNotFound, integrationNotTested } from '../../contract/rules/refusals.ts'

export const getLastTest: Operation<'getLastTest'> = async ({ path: { instanceId, integrationId } }, { db }) => {
  const body = await findLastTest(db, instanceId, integrationId)
  if (body) return { status: 200, body }
  return (await findIntegration(db, instanceId, integrationId)) ? integrationNotTested : integrationNotFound
}
