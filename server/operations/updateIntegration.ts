import type { Operation } from '../contract/operation.ts'
import {
  isSameConfiguration,
  lockIntegration,
  toIntegration,
  updateIntegration as updateRow,
} from '../db/integrations.ts'
import { etagOf, refuseChange } from '../../contract/rules/etag.ts'
import { integrationNotFound, invalidIntegration, typeChanged, unknownType } from '../../contract/rules/refusals.ts'
import { mergeForUpdate } from '../../contract/rules/metadata.ts'
import { sealSecrets } from '../integrations/stored-secrets.ts'

export const updateIntegration: Operation<'updateIntegration'> = async ({ path, headers, body }, context) => {
  const { instanceId, integrationId } = path
  const { commit, origin, integrationTypes, secretBox, enqueueCheck } = context
  const type = integrationTypes.get(body.type)
  if (!type) return unknownType(body.type)

  return commit(async (transaction) => {
    const current = await lockIntegration(transaction, instanceId, integrationId)
    if (!current) return integrationNotFound
    const refused = refuseChange(etagOf(current.revision), headers)
    if (refused) return refused
    if (body.type !== current.type) return typeChanged
    const merged = mergeForUpdate(type, body.metadata, {
      plain: current.metadata,
      secretKeys: Object.keys(current.secrets),
    })
    if (!merged.ok) return invalidIntegration(merged.faults)

    const kept = Object.entries(current.secrets).filter(([key]) => merged.keptSecrets.includes(key))
    const secrets = {
      ...Object.fromEntries(kept),
      ...sealSecrets(secretBox, { instanceId, ownerId: integrationId }, merged.secrets),
    }
    const isReconfigured = !isSameConfiguration({ metadata: merged.plain, secrets }, current)
    if (isReconfigured && current.status !== 'inactive')
      await enqueueCheck(transaction, { ...current, metadata: merged.plain })
    const row = await updateRow(transaction, origin, current, {
      name: body.name,
      description: body.description ?? null,
      metadata: merged.plain,
      secrets,
      secrets_expire_at: body.secretsExpireAt ?? null,
      ...(isReconfigured && { is_healthy: false, failed_checks: 0 }),
      ...(isReconfigured && current.status !== 'inactive' && { status: 'connecting' }),
    })
    return { status: 200, headers: { ETag: etagOf(row.revision) }, body: toIntegration(row) }
  })
}
