import { isObject, type JsonObject } from '../json.ts'

/**
 * What a caller sets with a body: without the fields that only the service sets, so that what was read can be changed and sent
 * back, and with empty texts, which forms send, as what they stand for; also in a list or an object of the body. `follow`
 * gives the schema to which a reference leads.
 */
export function readWritable(body: unknown, schema: WritableSchema, follow: Follow): unknown {
  return readFields(body, schema, (value, property) => {
    const inner = property.items ?? property
    if (inner.$ref === undefined) return value
    const innerSchema = follow(inner)
    const read = (item: unknown) => readFields(item, innerSchema, (value) => value)
    return Array.isArray(value) ? value.map(read) : read(value)
  })
}

/** Most bodies stay as they are, and are not copied. */
function readFields(body: unknown, { properties = {} }: WritableSchema, readValue: ReadValue): unknown {
  if (!isObject(body)) return body
  let copy: JsonObject | undefined
  for (const name of Object.keys(body)) {
    const value = readField(body[name], properties[name] ?? {}, readValue)
    if (value === body[name]) continue
    copy ??= { ...body }
    copy[name] = value
    if (value === undefined) delete copy[name]
  }
  return copy ?? body
}

/** Undefined for a field that is left out. */
function readField(sent: unknown, property: WritableProperty, readValue: ReadValue): unknown {
  if (property.readOnly === true) return undefined
  const { 'x-empty-as': emptyAs } = property
  if (sent !== '' || emptyAs === undefined) return readValue(sent, property)
  return emptyAs === 'absent' ? undefined : null
}

type ReadValue = (value: unknown, property: WritableProperty) => unknown

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
