import type { Operation } from '../contract/operation.ts'
import { checkSize, notTaken, toExecutionResult } from '../../contract/rules/executions.ts'
import { reportExecutions as take, toSent } from '../ledger/report-executions.ts'

export const reportExecutions: Operation<'reportExecutions'> = async ({ body }, context) => {
  const oversized = body.map((report) => checkSize(report))
  const fitting = body.filter((_report, at) => !oversized[at])
  const reported = await take(
    context,
    fitting.map(({ modelId, ...report }) => toSent(modelId, report, context.caller)),
  )
  if ('status' in reported) return reported
  const answers = reported.values()
  const results = body.map(({ id }, at) => toExecutionResult(id, oversized[at] ?? answers.next().value ?? notTaken))
  return { status: 200, body: { results } }
}
