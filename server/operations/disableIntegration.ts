import type { Operation } from '../contract.ts'
import { findIntegration, switchIntegration, toIntegration } from '../db/integrations.ts'
import { integrationNotFound } from '../../contract/rules/refusals.ts'
import { etagOf } from '../../contract/rules/etag.ts'

export const disableIntegration: Operation<'disableIntegration'> = async ({ path }, { db }) => {
  const { instanceId, integrationId } = path
  const row =
    (await switchIntegration(db, instanceId, integrationId, 'inactive')) ??
    (await findIntegration(db, instanceId, integrationId))
  if (!row) return integrationNotFound
  return { status: 200, headers: { ETag: etagOf(row.revision) }, body: toIntegration(row) }
}
