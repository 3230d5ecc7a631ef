import type { components } from '../../spec/openapi.gen.ts'
import type { Fault } from '../../contract/types.ts'
import { findExpressionFault } from './expression.ts'

type Draft = Pick<components['schemas']['TwuModelVersion'], 'entities' | 'actions' | 'events' | 'outcomes'>

/**
 * What keeps a draft from being published: lists that are empty, names given twice, references to nothing, actions
 * without actors, expressions that do not compile. Every fault, with a pointer into the draft.
 */
export function checkDraft(draft: Draft): Fault[] {
  return [
    ...findEmptyLists(draft),
    ...findRepeatedNames(draft),
    ...findActionFaults(draft),
    ...findEventFaults(draft),
    ...findOutcomeFaults(draft),
  ]
}

function findEmptyLists(draft: Draft): Fault[] {
  return lists
    .filter((list) => draft[list].length === 0)
    .map((list) => fault(`/${list}`, 'empty', `needs at least one of the model's ${list}`))
}

function findRepeatedNames(draft: Draft): Fault[] {
  return [
    ...lists.flatMap((list) => findRepeated(draft[list], `/${list}`)),
    ...draft.entities.flatMap(({ attributes = [] }, at) =>
      findRepeated(attributes, `/entities/${at}/attributes`),
    ),
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

function findActionFaults({ entities, actions }: Draft): Fault[] {
  return actions.flatMap(({ entity, actors = [] }, at) => [
    ...findReferenceFault(entity, entities, `/actions/${at}/entity`, 'entity'),
    ...(actors.length === 0 ? [fault(`/actions/${at}/actors`, 'empty', 'needs AI, HUMAN or both')] : []),
  ])
}

function findEventFaults({ entities, actions, events }: Draft): Fault[] {
  return events.flatMap(({ entity, action }, at) => [
    ...findReferenceFault(entity, entities, `/events/${at}/entity`, 'entity'),
    ...(action === undefined ? [] : findReferenceFault(action, actions, `/events/${at}/action`, 'action')),
  ])
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

function findOutcomeFaults({ outcomes }: Draft): Fault[] {
  return outcomes.flatMap(({ expression }, at) => {
    const pointer = `/outcomes/${at}/expression`
    if (expression === undefined || expression.trim() === '') {
      return [fault(pointer, 'required', 'needs an expression that computes the outcome')]
    }
    const reason = findExpressionFault(expression)
    return reason === null ? [] : [fault(pointer, 'expression', reason)]
  })
}

function fault(pointer: string, code: string, message: string): Fault {
  return { in: 'body', pointer, code, message }
}

const lists = ['entities', 'actions', 'events', 'outcomes'] as const
