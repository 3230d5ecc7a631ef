import type { TwuEvaluationInput } from '../../../spec/gen/openapi.gen.ts'
import { faultIn } from '../faults.ts'
import { invalidInput } from '../refusals.ts'
import type { Definition } from './evaluate.ts'

/** The model that a request to evaluate one names; the answer 400 when it names none, or two. */
export function chooseModel({ definition, modelId, version }: TwuEvaluationInput) {
  if (definition && modelId === undefined && version === undefined) {
    return { refused: null, definition: toDefinition(definition), modelId: '', version } as const
  }
  if (!definition && modelId !== undefined) return { refused: null, definition: null, modelId, version } as const
  const spare = modelId === undefined ? '/version' : '/modelId'
  const fault = definition
    ? faultIn('body', spare, 'not_allowed', 'must be left out beside a definition')
    : faultIn('body', '/modelId', 'required', 'must be given, or else a definition')
  return { refused: invalidInput([fault]) } as const
}

/** The definitions of a model or version, without its name and state. A list that is left out is empty. */
export function toDefinition(model: Partial<Definition>): Definition {
  const { entities = [], actions = [], events = [], outcomes = [], policies = [], cases = [] } = model
  return { entities, actions, events, outcomes, policies, cases }
}
