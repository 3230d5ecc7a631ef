import type { Operation } from '../contract.ts'
import {
  isSameConfiguration,
  lockIntegration,
  toIntegration,
  updateIntegration as updateRow,
} from '../db/integrations.ts'
import { integrationNotFound, preconditionFailed } from './answers/refusals.ts'
import { etagOf, readIfMatch } from './answers/etag.ts'
import { invalidIntegration, unknownType } from './answers/invalid-integration.ts'
import { mergeForUpdate } from '../../contract/rules/metadata.ts'
import { sealSecrets } from '../integrations/stored-secrets.ts'

export const updateIntegration: Operation<'updateIntegration'> = async ({ path, headers, body }, context) => {
  const { instanceId, integrationId } = path
  const { db, integrationTypes, secretBox, enqueueCheck } = context
  const type = integrationTypes.get(body.type)
  if (!type) return unknownType(body.type)

  return db.transaction(async (transaction) => {
    const current = await lockIntegration(transaction, instanceId, integrationId)
    if (!current) return integrationNotFound
    const revisions = readIfMatch(headers['If-Match'])
    if (revisions && !revisions.includes(current.revision))
      return preconditionFailed(etagOf(current.revision))
    if (body.type !== current.type) return invalidIntegration([typeChanged])
    const merged = mergeForUpdate(type, body.metadata, {
      plain: current.metadata,
      secretKeys: Object.keys(current.secrets),
    })
    if (!merged.ok) return invalidIntegration(merged.faults)

    const kept = Object.entries(current.secrets).filter(([key]) => merged.keptSecrets.includes(key))
    const secrets = {
      ...Object.fromEntries(kept),
      ...sealSecrets(secretBox, { instanceId, integrationId }, merged.secrets),
    }
    const isReconfigured = !isSameConfiguration({ metadata: merged.plain, secrets }, current)
    const row = await updateRow(transaction, instanceId, integrationId, {
      name: body.name,
      description: body.description ?? null,
      metadata: merged.plain,
      secrets,
      ...(isReconfigured && { is_healthy: false, failed_checks: 0 }),
      ...(isReconfigured && current.status !== 'inactive' && { status: 'connecting' }),
    })
    if (isReconfigured && row.status !== 'inactive') await enqueueCheck(transaction, row)
    return { status: 200, headers: { ETag: etagOf(row.revision) }, body: toIntegration(row) }
  })
}

const typeChanged = {
  pointer: '/type',
  code: 'fixed',
  message: 'The type of an integration cannot change. Create another integration.',
}
