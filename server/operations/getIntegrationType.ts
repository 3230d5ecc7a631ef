import { createHash } from 'node:crypto'
import type { Operation } from '../contract.ts'
import { isHeld } from './answers/etag.ts'
import { describeIntegrationType } from '../../contract/rules/integration-form.ts'

export const getIntegrationType: Operation<'getIntegrationType'> = async ({ path, headers }, context) => {
  const type = context.integrationTypes.get(path.type)
  if (!type) return notFound
  const body = describeIntegrationType(path.type, type)
  const ETag = `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`
  if (isHeld(headers['If-None-Match'], ETag)) return { status: 304, headers: { ETag } }
  return { status: 200, headers: { ETag }, body }
}

const notFound = {
  status: 404,
  problem: {
    code: 'integration_type_not_found',
    detail: 'There is no such integration type. GET .../integration-types lists them.',
  },
} as const
