import type { Operation } from '../contract/operation.ts'
import { findIntegration } from '../db/integrations.ts'
import { readTime } from '../db/query/query.ts'
import { integrationNotFound, invalidIntegration, otherType, unknownType } from '../../contract/rules/refusals.ts'
import { mergeForUpdate } from '../../contract/rules/metadata.ts'
import { testStored } from '../integrations/stored-test.ts'

export const testUnsavedIntegration: Operation<'testUnsavedIntegration'> = async ({ path, body }, context) => {
  const { instanceId } = path
  const { integrationId } = body
  const type = context.integrationTypes.get(body.type)
  if (!type) return unknownType(body.type)
  const stored = integrationId === undefined ? null : await findIntegration(context.db, instanceId, integrationId)
  if (integrationId !== undefined && !stored) return integrationNotFound
  if (stored && stored.type !== body.type) return otherType

  // The rules of an update: a stored secret goes to no other host than before.
  const { metadata: plain = {}, secrets: sealed = {} } = stored ?? {}
  const merged = mergeForUpdate(type, body.metadata, { plain, secretKeys: Object.keys(sealed) })
  if (!merged.ok) return invalidIntegration(merged.faults)
  const secrets = Object.fromEntries(Object.entries(sealed).filter(([key]) => merged.keptSecrets.includes(key)))
  const row = { instance_id: instanceId, id: stored?.id ?? '', type: body.type, metadata: merged.plain, secrets }
  const result = await testStored(row, context, undefined, merged.secrets)
  return { status: 200, body: { ...result, testedAt: await readTime(context.db) } }
}
