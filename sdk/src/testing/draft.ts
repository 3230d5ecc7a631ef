import type { TwuModelVersion } from '../../../spec/openapi.gen.ts'
import type { Fault } from '../errors.ts'

/**
 * What keeps a draft from being published, but for what only the service can tell: whether an expression compiles.
 * One that is there counts as one that does.
 */
export function checkDraft(draft: TwuModelVersion): Fault[] {
  const { entities, actions, events, outcomes } = draft
  return [
    ...lists.flatMap((list) =>
      draft[list].length === 0
        ? [fault(`/${list}`, 'empty', `needs at least one of the model's ${list}`)]
        : [],
    ),
    ...lists.flatMap((list) => findRepeated(draft[list], `/${list}`)),
    ...entities.flatMap(({ attributes = [] }, at) => findRepeated(attributes, `/entities/${at}/attributes`)),
    ...actions.flatMap(({ entity, actors = [] }, at) => [
      ...findReference(entity, entities, `/actions/${at}/entity`, 'entity'),
      ...(actors.length === 0 ? [fault(`/actions/${at}/actors`, 'empty', 'needs AI, HUMAN or both')] : []),
    ]),
    ...events.flatMap(({ entity, action }, at) => [
      ...findReference(entity, entities, `/events/${at}/entity`, 'entity'),
      ...(action === undefined ? [] : findReference(action, actions, `/events/${at}/action`, 'action')),
    ]),
    ...outcomes.flatMap(({ expression = '' }, at) =>
      expression.trim() === ''
        ? [fault(`/outcomes/${at}/expression`, 'required', 'needs an expression that computes the outcome')]
        : [],
    ),
  ]
}

function findRepeated(definitions: readonly Named[], pointer: string): Fault[] {
  return definitions.flatMap(({ name }, at) =>
    definitions.findIndex((other) => other.name === name) < at
      ? [fault(`${pointer}/${at}/name`, 'repeated', `is another ${name}: names are unique in a list`)]
      : [],
  )
}

function findReference(
  name: string | undefined,
  definitions: readonly Named[],
  pointer: string,
  what: string,
): Fault[] {
  if (name === undefined) return [fault(pointer, 'required', `must name an ${what} of the model`)]
  if (definitions.some((definition) => definition.name === name)) return []
  return [fault(pointer, 'unresolved', `names ${name}, which is no ${what} of the model`)]
}

function fault(pointer: string, code: string, message: string): Fault {
  return { in: 'body', pointer, code, message }
}

const lists = ['entities', 'actions', 'events', 'outcomes'] as const

interface Named {
  name: string
}
