import type { TwuReport } from '../../../spec/gen/openapi.gen.ts'
import type { Fault } from '../../types.ts'
import { faultIn } from '../faults.ts'
import { singular } from '../field-names.ts'
import { compileModel, evaluateCases, mostSteps, stepsOf, type CompiledModel, type Definition } from './evaluate.ts'

/** What keeps a draft from being published, and what its cases say: every fault, of which answers hold some. */
export function reportOn(draft: Definition): TwuReport {
  const model = compileModel(draft)
  const cases = evaluateCases(model)
  const faults = [...checkDraft(model), ...findExpense(model), ...cases.flatMap((one) => one.faults)]
  return { faults, cases }
}

/**
 * Every fault that keeps a draft from being published, with a pointer into the draft: empty lists, repeated names,
 * references to nothing, actions without actors, expressions that cannot compute an outcome or decide a policy.
 */
function checkDraft({ definition, outcomes, policies }: CompiledModel): Fault[] {
  const { entities, actions, events } = definition
  return [
    ...lists
      .filter((list) => definition[list].length === 0)
      .map((list) => {
        const message = `The model needs at least one ${singular(list)}.`
        return { in: 'body' as const, pointer: `/${list}`, code: 'empty', message }
      }),
    ...[...lists, 'policies' as const, 'cases' as const].flatMap((list) => findRepeated(definition[list], `/${list}`)),
    ...entities.flatMap(({ attributes = [] }, at) => findRepeated(attributes, `/entities/${at}/attributes`)),
    ...actions.flatMap(({ entity, actors = [] }, at) => [
      ...findReferenceFault(entity, entities, `/actions/${at}`, 'entity'),
      ...(actors.length === 0 ? [lack(`/actions/${at}`, 'actors', 'empty', 'needs actors: AI, HUMAN or both')] : []),
    ]),
    ...events.flatMap(({ entity, action }, at) => [
      ...findReferenceFault(entity, entities, `/events/${at}`, 'entity'),
      ...(action === undefined ? [] : findReferenceFault(action, actions, `/events/${at}`, 'action')),
    ]),
    ...findExpressionFaults('outcomes', outcomes, 'needs an expression that computes it'),
    ...findExpressionFaults('policies', policies, 'needs an expression that decides it'),
  ]
}

function findExpressionFaults(
  list: 'outcomes' | 'policies',
  all: CompiledModel['outcomes' | 'policies'],
  needed: string,
): Fault[] {
  return all.flatMap(({ expression = '', compiled }, at) => {
    if (expression.trim() === '') return [lack(`/${list}/${at}`, 'expression', 'required', needed)]
    return 'fault' in compiled ? [fault(`/${list}/${at}/expression`, 'expression', compiled.fault.text)] : []
  })
}

function findRepeated(definitions: readonly { name: string }[], pointer: string): Fault[] {
  const seen = new Set<string>()
  return definitions.flatMap(({ name }, at) => {
    const isRepeated = seen.has(name)
    seen.add(name)
    return isRepeated
      ? [fault(`${pointer}/${at}/name`, 'repeated', `is "${name}", which another has. Give each a name of its own`)]
      : []
  })
}

function findReferenceFault(
  name: string | undefined,
  definitions: readonly { name: string }[],
  pointer: string,
  what: 'entity' | 'action',
): Fault[] {
  if (name === undefined) return [lack(pointer, what, 'required', `must name an ${what} of the model`)]
  const isDefined = definitions.some((definition) => definition.name === name)
  return isDefined ? [] : [fault(`${pointer}/${what}`, 'unresolved', `is "${name}", but the model has no such ${what}`)]
}

function lack(pointer: string, field: string, code: string, text: string): Fault {
  return { ...fault(pointer, code, text), pointer: `${pointer}/${field}` }
}

function fault(pointer: string, code: string, text: string): Fault {
  return faultIn('body', pointer, code, text)
}

const lists = ['entities', 'actions', 'events', 'outcomes'] as const

/** As much work as an execution may have. */
const largeExecution = { operations: 1000, attributes: 20, text: 500 }

function findExpense(model: CompiledModel): Fault[] {
  const steps = stepsOf(model, largeExecution)
  if (steps <= mostSteps) return []
  const [taken, most] = [steps, mostSteps].map((number) => Math.round(number).toLocaleString('en'))
  const text = `take ${taken} steps for 1,000 operations, with the policies, and ${most} are allowed`
  return [faultIn('body', '/outcomes', 'expensive', text)]
}
