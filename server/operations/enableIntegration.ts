import type { Operation } from '../contract.ts'
import { findIntegration, switchIntegration, toIntegration } from '../db/integrations.ts'
import { integrationNotFound } from '../http/answers.ts'
import { etagOf } from '../http/etag.ts'

export const enableIntegration: Operation<'enableIntegration'> = async ({ path }, { db }) => {
  const { instanceId, integrationId } = path
  const row =
    (await switchIntegration(db, instanceId, integrationId, 'connecting')) ??
    (await findIntegration(db, instanceId, integrationId))
  if (!row) return integrationNotFound
  return { status: 200, headers: { ETag: etagOf(row.revision) }, body: toIntegration(row) }
}
