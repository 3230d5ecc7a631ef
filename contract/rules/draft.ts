import type { TwuModelVersion } from '../../spec/openapi.gen.ts'
import type { Fault } from '../types.ts'
import { faultIn } from './faults.ts'
import { singular } from './field-names.ts'

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
      .map((list): Fault => {
        return {
          in: 'body',
          pointer: `/${list}`,
          code: 'empty',
          message: `The model needs at least one ${singular(list)}.`,
        }
      }),
    ...lists.flatMap((list) => findRepeated(draft[list], `/${list}`)),
    ...entities.flatMap(({ attributes = [] }, at) => findRepeated(attributes, `/entities/${at}/attributes`)),
    ...actions.flatMap(({ entity, actors = [] }, at) => [
      ...findReferenceFault(entity, entities, `/actions/${at}`, 'entity'),
      ...(actors.length === 0 ? [lack(`/actions/${at}`, 'actors', 'empty', 'needs actors: AI, HUMAN or both')] : []),
    ]),
    ...events.flatMap(({ entity, action }, at) => [
      ...findReferenceFault(entity, entities, `/events/${at}`, 'entity'),
      ...(action === undefined ? [] : findReferenceFault(action, actions, `/events/${at}`, 'action')),
    ]),
    ...outcomes.flatMap(({ expression = '' }, at) => {
      const outcome = `/outcomes/${at}`
      if (expression.trim() === '')
        return [lack(outcome, 'expression', 'required', 'needs an expression that computes it')]
      const reason = findExpressionFault(expression)
      return reason === null ? [] : [fault(`${outcome}/expression`, 'expression', reason)]
    }),
  ]
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

/** A fault of a definition that lacks a field. */
function lack(pointer: string, field: string, code: string, text: string): Fault {
  return { ...fault(pointer, code, text), pointer: `${pointer}/${field}` }
}

function fault(pointer: string, code: string, text: string): Fault {
  return faultIn('body', pointer, code, text)
}

const lists = ['entities', 'actions', 'events', 'outcomes'] as const

type Draft = Pick<TwuModelVersion, (typeof lists)[number]>
