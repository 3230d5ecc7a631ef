import type { Fault } from '../types.ts'
import { faultIn } from './faults.ts'
import { singular } from './field-names.ts'
import type { CompiledModel } from './twu/evaluate.ts'

/**
 * Every fault that keeps a draft from being published, with a pointer into the draft: empty lists, repeated names,
 * references to nothing, actions without actors, expressions that cannot compute an outcome or decide a policy.
 */
export function checkDraft({ definition, outcomes, policies }: CompiledModel): Fault[] {
  const { entities, actions, events } = definition
  return [
    ...lists
      .filter((list) => definition[list].length === 0)
      .map((list): Fault => {
        return {
          in: 'body',
          pointer: `/${list}`,
          code: 'empty',
          message: `The model needs at least one ${singular(list)}.`,
        }
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
    ...findExpressionFaults('outcomes', definition.outcomes, outcomes, 'needs an expression that computes it'),
    ...findExpressionFaults('policies', definition.policies, policies, 'needs an expression that decides it'),
  ]
}

function findExpressionFaults(
  list: 'outcomes' | 'policies',
  definitions: readonly { expression?: string }[],
  compiled: CompiledModel['outcomes'],
  needed: string,
): Fault[] {
  return definitions.flatMap(({ expression = '' }, at) => {
    const one = compiled[at]
    if (expression.trim() === '') return [lack(`/${list}/${at}`, 'expression', 'required', needed)]
    return one && 'fault' in one ? [fault(`/${list}/${at}/expression`, 'expression', one.fault.text)] : []
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
