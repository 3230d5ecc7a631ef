import type { Operation } from '../contract/operation.ts'
import { findMcpAccess } from '../db/mcp-access.ts'
import { answerRead } from '../../contract/rules/etag.ts'

export const getMcpAccess: Operation<'getMcpAccess'> = async ({ path, headers }, { db }) => {
  const access = await findMcpAccess(db, path.instanceId)
  return answerRead(access.etag, access, headers)
}
