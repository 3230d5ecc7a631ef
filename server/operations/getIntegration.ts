import type { Operation } from '../contract.ts'
import { findIntegration, toIntegration } from '../db/integrations.ts'
import { integrationNotFound } from './answers/refusals.ts'
import { etagOf, isHeld } from './answers/etag.ts'

export const getIntegration: Operation<'getIntegration'> = async ({ path, headers }, { db }) => {
  const row = await findIntegration(db, path.instanceId, path.integrationId)
  if (!row) return integrationNotFound
  const ETag = etagOf(row.revision)
  if (isHeld(headers['If-None-Match'], ETag)) return { status: 304, headers: { ETag } }
  return { status: 200, headers: { ETag }, body: toIntegration(row) }
}
