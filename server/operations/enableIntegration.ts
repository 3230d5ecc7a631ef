import type { Operation } from '../contract/operation.ts'
import { lockIntegration, switchIntegration, toIntegration } from '../db/integrations.ts'
import { integrationNotFound } from '../../contract/rules/refusals.ts'
import { etagOf, refuseChange } from '../../contract/rules/etag.ts'

export const enableIntegration: Operation<'enableIntegration'> = async (
  { path, headers },
  { commit, origin, enqueueCheck },
) => {
  const { instanceId, integrationId } = path
  return commit(async (transaction) => {
    const current = await lockIntegration(transaction, instanceId, integrationId)
    if (!current) return integrationNotFound
    const refused = refuseChange(etagOf(current.revision), headers)
    if (refused) return refused
    if (current.status === 'inactive') await enqueueCheck(transaction, current)
    const row = (await switchIntegration(transaction, origin, integrationId, 'connecting', null)) ?? current
    return { status: 200, headers: { ETag: etagOf(row.revision) }, body: toIntegration(row) }
  })
}
