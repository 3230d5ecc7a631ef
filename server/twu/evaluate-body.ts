import type { Output } from '../../contract/types.ts'
import { withoutRepeats } from '../../contract/rules/faults.ts'
import { parseJsonBody } from '../../contract/rules/json-text.ts'
import { malformedBody } from '../../contract/rules/problems.ts'
import { invalidInput } from '../../contract/rules/refusals.ts'
import { chooseModel } from '../../contract/rules/twu/definition.ts'
import { tryModel, type Definition } from '../../contract/rules/twu/evaluate.ts'
import type { TwuEvaluationInput } from '../../spec/gen/openapi.gen.ts'
import type { Validator } from '../contract/validator.ts'

/** The answer to a request; or which stored definition it needs, and its body. */
export type Evaluated = Answer | { needs: StoredModel; chunks: Uint8Array[] }

type Answer = Output<'evaluateTwuModel'>
type StoredModel = Record<'modelId', string> & Record<'version', number | undefined>

/** Parses and checks the body of `evaluateTwuModel` as the pipeline does with other bodies, and evaluates it. */
export function evaluateBody(bytes: Uint8Array, stored: Definition | null, validator: Validator): Evaluated {
  const parsed = parseJsonBody(bytes)
  if (!parsed.ok) return malformedBody(parsed.fault, [])
  const body = validator.writable(parsed.value)
  const faults = [...parsed.faults, ...validator.findBodyFaults(body)]
  if (faults.length > 0) return invalidInput(withoutRepeats(faults))
  validator.writeTimes({ body })
  const evaluated = evaluateChecked(body, stored)
  return 'modelId' in evaluated ? { needs: evaluated, chunks: [bytes] } : evaluated
}

/** The type of a method, as that of `AnyOperation`: the validator has checked the body just before. */
type EvaluateChecked = { run(body: unknown, stored: Definition | null): Answer | StoredModel }['run']

const evaluateChecked: EvaluateChecked = (body: TwuEvaluationInput, stored) => {
  const { refused, definition, modelId, version } = chooseModel(body)
  if (refused) return refused
  const model = definition ?? stored
  return model ? { status: 200, body: tryModel(model, body.operations) } : { modelId, version }
}
