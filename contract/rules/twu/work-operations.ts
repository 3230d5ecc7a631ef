import type { TwuAttributeType, TwuModelVersion, WorkOperation } from '../../../spec/gen/openapi.gen.ts'
import type { Fault } from '../../types.ts'
import { faultIn } from '../faults.ts'
import { escapePointer } from '../json-text.ts'
import { parseTime } from './cel-times.ts'
import { Operation, type AttributeValue } from './cel-values.ts'
import type { Size } from './expression-cost.ts'

export type Vocabulary = Pick<TwuModelVersion, 'entities' | 'actions' | 'events'>

/** Work operations as expressions read them, with what the contract leaves out filled in by the model. */
export function toOperations(model: Vocabulary, operations: readonly WorkOperation[]): Operation[] {
  const { entityOf, typeOf } = lookUp(model)
  const types = typesOfAttributes(model)
  return operations.map((sent) => {
    const { action, event = '', actor, activeTime = 0, cost = 0, startedAt, endedAt = startedAt } = sent
    const entity = entityOf(sent)
    const read = Object.entries(sent.attributes ?? {}).map(([name, value]) => {
      return [name, toAttribute(value, typeOf(entity, name) ?? types.get(name))] as const
    })
    const times = { startedAt: new Date(startedAt), endedAt: new Date(endedAt) }
    return new Operation({ action, entity, event, actor, activeTime, cost, ...times, attributes: new Map(read) })
  })
}

/** A value of another type than the model has is what it is in JSON. */
function toAttribute(value: SentValue, type: string | null | undefined): AttributeValue {
  if (type === 'integer' && Number.isSafeInteger(value)) return BigInt(value)
  return (type === 'timestamp' && toTime(value)) || value
}

/** The type that all entities give an attribute which have it. Null when they do not agree. */
export function typesOfAttributes({ entities }: Pick<Vocabulary, 'entities'>): Map<string, TwuAttributeType | null> {
  const types = new Map<string, TwuAttributeType | null>()
  for (const { name, type } of entities.flatMap(({ attributes = [] }) => attributes)) {
    types.set(name, (types.get(name) ?? type) === type && types.get(name) !== null ? type : null)
  }
  return types
}

type SentValue = string | number | boolean

function toTime(value: SentValue): Date | null {
  return typeof value === 'string' ? parseTime(value) : null
}

/** Of which entity an operation is (empty for none), and the types of attributes. */
function lookUp({ entities, actions }: Vocabulary) {
  const entitiesOfActions = new Map(actions.map(({ name, entity }) => [name, entity]))
  const types = new Map(
    entities.map(({ name, attributes = [] }) => [name, new Map(attributes.map((one) => [one.name, one.type]))]),
  )
  return {
    entityOf: ({ entity, action }: WorkOperation) => entity ?? entitiesOfActions.get(action) ?? '',
    typeOf: (entity: string, attribute: string) => types.get(entity)?.get(attribute),
  }
}

/** What the operations name and the model does not have: the first faults, at most `most`. */
export function findUnknown(model: Vocabulary, operations: readonly WorkOperation[], most: number): Fault[] {
  const { entityOf, typeOf } = lookUp(model)
  const lists = {
    action: new Set(model.actions.map(({ name }) => name)),
    entity: new Set(model.entities.map(({ name }) => name)),
    event: new Set(model.events.map(({ name }) => name)),
  }
  const faults: Fault[] = []
  for (const [at, operation] of operations.entries()) {
    if (faults.length >= most) break
    const pointer = `/operations/${at}`
    for (const what of ['action', 'entity', 'event'] as const) {
      const name = operation[what]
      const text = `is "${name}", but the model has no such ${what}`
      if (name !== undefined && !lists[what].has(name))
        faults.push(faultIn('body', `${pointer}/${what}`, 'unresolved', text))
    }
    const entity = entityOf(operation)
    for (const [name, value] of Object.entries(operation.attributes ?? {})) {
      const text = describeAttribute(value, typeOf(entity, name), entity)
      if (text) faults.push(faultIn('body', `${pointer}/attributes/${escapePointer(name)}`, 'unresolved', text))
    }
  }
  return faults.slice(0, most)
}

function describeAttribute(value: SentValue, type: TwuAttributeType | undefined, entity: string): string | null {
  if (type === undefined) return entity === '' ? 'is of no entity' : `is no attribute of the entity "${entity}"`
  const isOfType = {
    string: typeof value === 'string',
    number: typeof value === 'number',
    integer: Number.isSafeInteger(value),
    boolean: typeof value === 'boolean',
    timestamp: toTime(value) !== null,
  }
  return isOfType[type] ? null : `must be of the type ${type}, as the model says`
}

/** How large operations are, for the cost of expressions over them. */
export function sizeOf(operations: readonly Operation[]): Size {
  const size = { operations: operations.length, attributes: 0, text: 0 }
  for (const { action, entity, event, actor, attributes } of operations) {
    const texts = [action, entity, event, actor, ...[...attributes].flat()]
    const length = texts.reduce<number>((all, value) => all + (typeof value === 'string' ? value.length : 0), 0)
    size.text = Math.max(size.text, length)
    size.attributes = Math.max(size.attributes, attributes.size)
  }
  return size
}
