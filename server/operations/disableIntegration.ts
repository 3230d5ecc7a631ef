import type { Operation } from '../contract/operation.ts'
import { findIntegration, switchIntegration, toIntegration } from '../db/integrations.ts'
import { integrationNotFound } from '../../contract/rules/refusals.ts'
import { etagOf, readIfMatch, refuseChange } from '../../contract/rules/etag.ts'

export const disableIntegration: Operation<'disableIntegration'> = async ({ path, headers }, { db, origin }) => {
  const { instanceId, integrationId } = path
  const revisions = readIfMatch(headers['If-Match'])
  const switched = await switchIntegration(db, origin, integrationId, 'inactive', revisions)
  const row = switched ?? (await findIntegration(db, instanceId, integrationId))
  if (!row) return integrationNotFound
  // Not switched: it was changed meanwhile (412), or has that status already.
  const refused = switched ? null : refuseChange(etagOf(row.revision), headers)
  return refused ?? { status: 200, headers: { ETag: etagOf(row.revision) }, body: toIntegration(row) }
}
