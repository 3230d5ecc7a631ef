import type { TwuReport } from '../../../spec/openapi.gen.ts'
import { checkDraft } from '../draft.ts'
import { faultIn } from '../faults.ts'
import type { Fault } from '../../types.ts'
import { compileModel, evaluateCases, mostSteps, stepsOf, type CompiledModel, type Definition } from './evaluate.ts'

/** What keeps a draft from being published, and what its cases say: every fault, of which answers hold some. */
export function reportOn(draft: Definition): TwuReport {
  const model = compileModel(draft)
  const cases = evaluateCases(model)
  const faults = [...checkDraft(model), ...findExpense(model), ...cases.flatMap((one) => one.faults)]
  return { faults, cases }
}

/** As much work as an execution may have. */
const largeExecution = { operations: 1000, attributes: 20, text: 500 }

function findExpense(model: CompiledModel): Fault[] {
  const steps = stepsOf(model, largeExecution)
  if (steps <= mostSteps) return []
  const [taken, most] = [steps, mostSteps].map((number) => Math.round(number).toLocaleString('en'))
  const text = `take ${taken} steps for 1,000 operations, with the policies, and ${most} are allowed`
  return [faultIn('body', '/outcomes', 'expensive', text)]
}
