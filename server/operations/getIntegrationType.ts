import { createHash } from 'node:crypto'
import type { Operation } from '../contract/operation.ts'
import { answerRead } from '../../contract/rules/etag.ts'
import { integrationTypeNotFound } from '../../contract/rules/refusals.ts'
import { describeIntegrationType } from '../../contract/rules/integration-form.ts'

export const getIntegrationType: Operation<'getIntegrationType'> = async ({ path, headers }, context) => {
  const type = context.integrationTypes.get(path.type)
  if (!type) return integrationTypeNotFound
  const body = describeIntegrationType(path.type, type)
  // 132 bits of the hash are enough for a tag.
  const ETag = `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`
  return answerRead(ETag, body, headers)
}
