import { isObject, mapValues, type JsonObject } from '../json.ts'

/**
 * What a caller sets with a body: without the fields that only the service sets, so that what was read can be changed and sent
 * back, and with empty texts, which forms send, as what they stand for; also in a list or an object of the body. `follow`
 * gives the schema to which a reference leads.
 */
export function readWritable(body: unknown, schema: WritableSchema, follow: Follow): unknown {
  if (!isObject(body)) return body
  return mapValues(readFields(body, schema), (value, name) => {
    const property = schema.properties?.[name]
    const inner = property?.items ?? property
    if (inner?.$ref === undefined) return value
    const innerSchema = follow(inner)
    const readInner = (item: unknown) => (isObject(item) ? readFields(item, innerSchema) : item)
    return Array.isArray(value) ? value.map(readInner) : readInner(value)
  })
}

function readFields(body: JsonObject, { properties = {} }: WritableSchema): JsonObject {
  const entries = Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
    const { readOnly, 'x-empty-as': emptyAs } = properties[name] ?? {}
    const isEmpty = value === '' && emptyAs !== undefined
    if (readOnly === true || (isEmpty && emptyAs === 'absent')) return []
    return [[name, isEmpty ? null : value]]
  })
  return Object.fromEntries(entries)
}

export type Follow = (reference: { $ref?: string | object }) => WritableSchema

export interface WritableSchema {
  properties?: Readonly<Record<string, WritableProperty>>
}

interface WritableProperty {
  readOnly?: boolean
  /** What an empty text stands for: null, or a property that is left out. */
  'x-empty-as'?: 'null' | 'absent'
  /** Its name in the contract, or the schema itself. */
  $ref?: string | object
  items?: { $ref?: string | object }
}
