import { answerRead, refuseChange } from '../../../contract/rules/etag.ts'
import { mcpAccessId, noMcpAccess, refuseMcpAccess, toWholeAccess } from '../../../contract/rules/mcp-access.ts'
import type { AssistantAccess } from '../../../spec/gen/openapi.gen.ts'
import { contract } from './contract.gen.ts'
import type { Instance, Operation } from './operation.ts'
import * as rows from './rows.ts'

export const getMcpAccess: Operation<'getMcpAccess'> = ({ headers }, { instance }) => {
  const access = accessOf(instance)
  return answerRead(access.etag, access, headers)
}

export const setMcpAccess: Operation<'setMcpAccess'> = ({ headers, body }, { instance, now }) => {
  const refused = refuseMcpAccess(body, operations) ?? refuseChange(accessOf(instance).etag, headers)
  if (refused) return refused
  const access = { etag: rows.firstTag, ...toWholeAccess(body), updatedAt: now() }
  return rows.answerState(rows.revise(instance.mcpAccess, mcpAccessId, access))
}

const operations = Object.entries(contract.operations).map(([id, operation]) => ({ id, ...operation }))

function accessOf({ mcpAccess }: Instance): AssistantAccess {
  return mcpAccess.get(mcpAccessId)?.item ?? noMcpAccess
}
