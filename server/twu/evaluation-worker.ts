import { parentPort } from 'node:worker_threads'
import { readContract } from '../../contract/document.ts'
import { compareVersions } from '../../contract/rules/twu/compare.ts'
import { compileModel, evaluateModel, type CompiledModel, type Computed } from '../../contract/rules/twu/evaluate.ts'
import { reportOn } from '../../contract/rules/twu/report.ts'
import { lazy } from '../lib/lazy.ts'
import { evaluateBody } from './evaluate-body.ts'
import type { EvaluationTask } from './evaluator.ts'

parentPort?.on('message', (task: EvaluationTask) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  void work(task).then((result) => parentPort?.postMessage(result))
})

/** Takes 0.3 s and 40 MB, and most threads never check a body. */
const loadValidator = lazy(async () => {
  const { createValidators } = await import('../contract/validator.ts')
  const validator = createValidators(await readContract()).get('evaluateTwuModel')
  if (!validator) throw new Error('The contract has no operation evaluateTwuModel.')
  return validator()
})

async function work(task: EvaluationTask) {
  if ('load' in task) {
    if (task.load === 'validator') await loadValidator()
    return null
  }
  if ('versions' in task) return compareVersions(...task.versions)
  if ('draft' in task) return reportOn(task.draft)
  if ('executions' in task) return compute(task)
  return evaluateBody(Buffer.concat(task.chunks), task.stored, await loadValidator())
}

function compute({ definitions, executions, timeMs }: Extract<EvaluationTask, { executions: unknown }>) {
  const stopAt = performance.now() + timeMs
  const models = definitions.map(compileModel)
  const computed = []
  for (const { model, operations } of executions) {
    const compiled = models[model]
    if (!compiled || performance.now() > stopAt) break
    computed.push(evaluateStored(compiled, typeof operations === 'string' ? JSON.parse(operations) : operations))
  }
  return computed
}

/** The type of a method, as that of `AnyOperation`: operations were checked before they were stored. */
const evaluateStored: { run(model: CompiledModel, operations: unknown): Computed }['run'] = evaluateModel
