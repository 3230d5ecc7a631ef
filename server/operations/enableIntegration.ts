import type { Operation } from '../contract.ts'
import { inTransaction } from '../db/connection/pool.ts'
import { findIntegration, switchIntegration, toIntegration } from '../db/integrations.ts'
import { integrationNotFound } from '../../contract/rules/refusals.ts'
import { etagOf, readIfMatch, refuseChange } from '../../contract/rules/etag.ts'

export const enableIntegration: Operation<'enableIntegration'> = async ({ path, headers }, { db, enqueueCheck }) => {
  const { instanceId, integrationId } = path
  const revisions = readIfMatch(headers['If-Match'])
  const enabled = await inTransaction(db, async (transaction) => {
    const row = await switchIntegration(transaction, instanceId, integrationId, 'connecting', revisions)
    if (row) await enqueueCheck(transaction, row)
    return row
  })
  const row = enabled ?? (await findIntegration(db, instanceId, integrationId))
  if (!row) return integrationNotFound
  // Not switched: it was changed meanwhile (412), or has that status already.
  const refused = enabled ? null : refuseChange(etagOf(row.revision), headers)
  return refused ?? { status: 200, headers: { ETag: etagOf(row.revision) }, body: toIntegration(row) }
}
