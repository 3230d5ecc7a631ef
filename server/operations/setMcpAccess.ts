import type { Operation } from '../contract/operation.ts'
import { findMcpAccess, lockMcpAccess, writeMcpAccess } from '../db/mcp-access.ts'
import { refuseChange } from '../../contract/rules/etag.ts'
import { refuseMcpAccess, toWholeAccess } from '../../contract/rules/mcp-access.ts'

export const setMcpAccess: Operation<'setMcpAccess'> = async (
  { path: { instanceId }, headers, body },
  { commit, origin, operations, reauthorize },
) => {
  const refused = refuseMcpAccess(body, operations)
  if (refused) return refused
  return commit(async (transaction) => {
    await lockMcpAccess(transaction, instanceId)
    const lost = await reauthorize(transaction)
    if (lost) return lost
    const current = await findMcpAccess(transaction, instanceId)
    const outdated = refuseChange(current.etag, headers)
    if (outdated) return outdated
    const access = await writeMcpAccess(transaction, origin, toWholeAccess(body))
    return { status: 200, headers: { ETag: access.etag }, body: access }
  })
}
