import { parentPort } from 'node:worker_threads'
import { compareVersions } from '../../contract/rules/twu/compare.ts'
import { compileModel, evaluateModel, tryModel } from '../../contract/rules/twu/evaluate.ts'
import { reportOn } from '../../contract/rules/twu/report.ts'
import type { EvaluationTask } from './evaluator.ts'

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.on('message', (task: EvaluationTask) => parentPort?.postMessage(work(task)))

function work(task: EvaluationTask) {
  if ('versions' in task) return compareVersions(...task.versions)
  if ('draft' in task) return reportOn(task.draft)
  if ('executions' in task) return compute(task)
  return tryModel(task.definition, task.operations)
}

function compute({ definitions, executions, timeMs }: Extract<EvaluationTask, { executions: unknown }>) {
  const stopAt = performance.now() + timeMs
  const models = definitions.map(compileModel)
  const computed = []
  for (const { model, operations } of executions) {
    const compiled = models[model]
    if (!compiled || performance.now() > stopAt) break
    computed.push(evaluateModel(compiled, operations))
  }
  return computed
}
