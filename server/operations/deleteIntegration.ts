import type { Operation } from '../contract/operation.ts'
import { findIntegration, integrations } from '../db/integrations.ts'
import { deleteRecorded } from '../db/query/recorded.ts'
import { integrationNotFound } from '../../contract/rules/refusals.ts'
import { etagOf, preconditionFailed, readIfMatch } from '../../contract/rules/etag.ts'

export const deleteIntegration: Operation<'deleteIntegration'> = async ({ path, headers }, { db, origin }) => {
  const { instanceId, integrationId } = path
  if (await deleteRecorded(db, origin, integrations, integrationId, readIfMatch(headers['If-Match'])))
    return { status: 204 }
  const current = await findIntegration(db, instanceId, integrationId)
  return current ? preconditionFailed(etagOf(current.revision)) : integrationNotFound
}
