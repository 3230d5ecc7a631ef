import type { TwuModelVersion } from '../../spec/openapi.gen.ts'
import type { Fault } from '../types.ts'
import { faultIn } from './faults.ts'

/**
 * Every fault that keeps a draft from being published, with a pointer into the draft: empty lists, repeated names,
 * references to nothing, actions without actors, expressions that cannot compute an outcome. `findExpressionFault` returns
 * the reason why a text is no valid expression, else null.
 */
export function checkDraft(draft: Draft, findExpressionFault: (text: string) => string | null): Fault[] {
  const { entities, actions, events, outcomes } = draft
  return [
    ...lists
      .filter((list) => draft[list].length === 0)
      .map((list) => fault(`/${list}`, 'empty', `needs at least one of the model's ${list}`)),
    ...lists.flatMap((list) => findRepeated(draft[list], `/${list}`)),
    ...entities.flatMap(({ attributes = [] }, at) => findRepeated(attributes, `/entities/${at}/attributes`)),
    ...actions.flatMap(({ entity, actors = [] }, at) => [
      ...findReferenceFault(entity, entities, `/actions/${at}/entity`, 'entity'),
      ...(actors.length === 0 ? [fault(`/actions/${at}/actors`, 'empty', 'needs AI, HUMAN or both')] : []),
    ]),
    ...events.flatMap(({ entity, action }, at) => [
      ...findReferenceFault(entity, entities, `/events/${at}/entity`, 'entity'),
      ...(action === undefined ? [] : findReferenceFault(action, actions, `/events/${at}/action`, 'action')),
    ]),
    ...outcomes.flatMap(({ expression = '' }, at) => {
      const pointer = `/outcomes/${at}/expression`
      if (expression.trim() === '') return [fault(pointer, 'required', 'needs an expression that computes the outcome')]
      const reason = findExpressionFault(expression)
      return reason === null ? [] : [fault(pointer, 'expression', reason)]
    }),
  ]
}

function findRepeated(definitions: readonly { name: string }[], pointer: string): Fault[] {
  const seen = new Set<string>()
  return definitions.flatMap(({ name }, at) => {
    const isRepeated = seen.has(name)
    seen.add(name)
    return isRepeated
      ? [fault(`${pointer}/${at}/name`, 'repeated', `is another ${name}: names are unique in a list`)]
      : []
  })
}

function findReferenceFault(
  name: string | undefined,
  definitions: readonly { name: string }[],
  pointer: string,
  what: string,
): Fault[] {
  if (name === undefined) return [fault(pointer, 'required', `must name an ${what} of the model`)]
  const isDefined = definitions.some((definition) => definition.name === name)
  return isDefined ? [] : [fault(pointer, 'unresolved', `names ${name}, which is no ${what} of the model`)]
}

function fault(pointer: string, code: string, text: string): Fault {
  return faultIn('body', pointer, code, text)
}

const lists = ['entities', 'actions', 'events', 'outcomes'] as const

type Draft = Pick<TwuModelVersion, (typeof lists)[number]>
