import type { Operation } from '../contract.ts'
import { inTransaction } from '../db/client.ts'
import { findIntegration, switchIntegration, toIntegration } from '../db/integrations.ts'
import { integrationNotFound } from '../../contract/rules/refusals.ts'
import { etagOf } from '../../contract/rules/etag.ts'

export const enableIntegration: Operation<'enableIntegration'> = async ({ path }, { db, enqueueCheck }) => {
  const { instanceId, integrationId } = path
  const enabled = await inTransaction(db, async (transaction) => {
    const row = await switchIntegration(transaction, instanceId, integrationId, 'connecting')
    if (row) await enqueueCheck(transaction, row)
    return row
  })
  const row = enabled ?? (await findIntegration(db, instanceId, integrationId))
  if (!row) return integrationNotFound
  return { status: 200, headers: { ETag: etagOf(row.revision) }, body: toIntegration(row) }
}
