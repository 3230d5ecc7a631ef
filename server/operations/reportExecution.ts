import type { Operation } from '../contract/operation.ts'
import { etagOf } from '../../contract/rules/etag.ts'
import { busy } from '../../contract/rules/refusals.ts'
import { reportExecutions, toSent } from '../ledger/report-executions.ts'

export const reportExecution: Operation<'reportExecution'> = async ({ path, body }, context) => {
  const { instanceId, modelId } = path
  const reported = await reportExecutions(context, [toSent(modelId, body, context.caller)])
  if ('status' in reported) return reported
  const [answer = busy] = reported
  if ('problem' in answer) return answer.status === 503 ? busy : answer
  const { status, body: entry } = answer
  const ETag = etagOf(Date.parse(entry.updatedAt))
  if (status === 200) return { status, body: entry, headers: { ETag } }
  return { status, body: entry, headers: { ETag, Location: `/instances/${instanceId}/work-ledger/${entry.id}` } }
}
