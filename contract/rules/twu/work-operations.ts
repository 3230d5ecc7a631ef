import type { TwuAttributeType, TwuModelVersion, WorkOperation } from '../../../spec/openapi.gen.ts'
import type { Fault } from '../../types.ts'
import { faultIn } from '../faults.ts'
import { escapePointer } from '../json-text.ts'
import { Operation, type AttributeValue } from './expression.ts'
import type { Size } from './expression-cost.ts'

export type Vocabulary = Pick<TwuModelVersion, 'entities' | 'actions' | 'events'>

/** Work operations as expressions read them, with what the contract leaves out filled in by the model. */
export function toOperations(model: Vocabulary, operations: readonly WorkOperation[]): Operation[] {
  const entityOf = new Map(model.actions.map(({ name, entity }) => [name, entity]))
  const types = attributeTypes(model)
  return operations.map((sent) => {
    const {
      action,
      event = '',
      actor,
      activeTime = 0,
      cost = 0,
      startedAt,
      endedAt = startedAt,
      attributes = {},
    } = sent
    const entity = sent.entity ?? entityOf.get(action) ?? ''
    const read = Object.entries(attributes).map(([name, value]) => {
      return [name, toAttribute(value, types.get(entity)?.get(name))] as const
    })
    const times = { startedAt: new Date(startedAt), endedAt: new Date(endedAt) }
    return new Operation({ action, entity, event, actor, activeTime, cost, ...times, attributes: new Map(read) })
  })
}

/** A value of another type than the model has is what it is in JSON. */
function toAttribute(value: SentValue, type: string | undefined): AttributeValue {
  if (type === 'integer' && Number.isSafeInteger(value)) return BigInt(value)
  if (type === 'timestamp' && isTime(value)) return new Date(String(value))
  return value
}

type SentValue = string | number | boolean

function isTime(value: SentValue): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))
}

function attributeTypes({ entities }: Vocabulary): Map<string, Map<string, TwuAttributeType>> {
  return new Map(
    entities.map(({ name, attributes = [] }) => [name, new Map(attributes.map((one) => [one.name, one.type]))]),
  )
}

/** What the operations name and the model does not have: the first faults, at most `most`. */
export function findUnknown(model: Vocabulary, operations: readonly WorkOperation[], most: number): Fault[] {
  const types = attributeTypes(model)
  const entityOf = new Map(model.actions.map(({ name, entity }) => [name, entity]))
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
      if (name === undefined || lists[what].has(name)) continue
      faults.push(
        faultIn('body', `${pointer}/${what}`, 'unresolved', `is "${name}", but the model has no such ${what}`),
      )
    }
    const entity = operation.entity ?? entityOf.get(operation.action) ?? ''
    for (const [name, value] of Object.entries(operation.attributes ?? {})) {
      const text = describeAttribute(value, types.get(entity)?.get(name), entity)
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
    timestamp: isTime(value),
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
