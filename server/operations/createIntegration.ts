import { randomUUIDv7 } from 'node:crypto'
import type { Operation } from '../contract/operation.ts'
import { insertIntegration, toIntegration } from '../db/integrations.ts'
import { invalidIntegration, unknownType } from '../../contract/rules/refusals.ts'
import { checkMetadata, splitMetadata } from '../../contract/rules/metadata.ts'
import { sealSecrets } from '../integrations/stored-secrets.ts'
import { created } from './answers/created.ts'

export const createIntegration: Operation<'createIntegration'> = async ({ path: { instanceId }, body }, context) => {
  const { commit, origin, integrationTypes, secretBox, enqueueCheck } = context
  const type = integrationTypes.get(body.type)
  if (!type) return unknownType(body.type)
  const faults = checkMetadata(type, body.metadata)
  if (faults.length > 0) return invalidIntegration(faults)

  const id = randomUUIDv7()
  const { plain, secrets } = splitMetadata(type, body.metadata)
  const content = {
    name: body.name,
    description: body.description ?? null,
    type: body.type,
    metadata: plain,
    secrets: sealSecrets(secretBox, { instanceId, ownerId: id }, secrets),
    secrets_expire_at: body.secretsExpireAt ?? null,
  }
  return commit(async (transaction) => {
    await enqueueCheck(transaction, { instance_id: instanceId, id, ...content })
    const row = await insertIntegration(transaction, origin, id, content)
    return created(`/instances/${instanceId}/integrations/${id}`, toIntegration(row))
  })
}
