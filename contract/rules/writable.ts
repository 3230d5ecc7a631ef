import { isObject } from '../json.ts'
import { toTimestamp } from './formats.ts'

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

function readFields(body: unknown, { properties = {} }: WritableSchema, readValue: ReadValue): unknown {
  if (!isObject(body)) return body
  const fields = Object.entries(body).map(([name, sent]) => {
    return [name, readField(sent, properties[name] ?? {}, readValue)] as const
  })
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

/** Undefined for a field that is left out. */
function readField(sent: unknown, property: WritableProperty, readValue: ReadValue): unknown {
  if (property.readOnly === true) return undefined
  const { 'x-empty-as': emptyAs } = property
  if (sent !== '' || emptyAs === undefined) return readValue(sent, property)
  return emptyAs === 'absent' ? undefined : null
}

/**
 * Makes a function that writes the times of a checked value as the service shows them, in place: two spellings of a time are
 * the same from there on. Null where the schema has no time, as most have none.
 */
export function timeWriter(schema: WritableProperty, follow: Follow): WriteTimes | null {
  const { $ref, format, items, properties = {} } = schema
  if ($ref !== undefined) return timeWriter(follow(schema), follow)
  if (format === 'date-time') return (time) => (typeof time === 'string' ? (toTimestamp(time) ?? time) : time)
  const writers = Object.entries(properties).flatMap(([name, property]) => {
    const write = timeWriter(property, follow)
    return write ? [[name, write] as const] : []
  })
  const writeItem = items ? timeWriter(items, follow) : null
  if (writers.length === 0 && !writeItem) return null
  return (value) => {
    if (writeItem && Array.isArray(value)) for (const [at, item] of value.entries()) value[at] = writeItem(item)
    if (isObject(value)) for (const [name, write] of writers) if (name in value) value[name] = write(value[name])
    return value
  }
}

export type WriteTimes = (value: unknown) => unknown

type ReadValue = (value: unknown, property: WritableProperty) => unknown

export type Follow = (reference: { $ref?: string | object }) => WritableSchema

export interface WritableSchema {
  properties?: Readonly<Record<string, WritableProperty>>
  items?: WritableProperty
}

interface WritableProperty extends WritableSchema {
  readOnly?: boolean
  /** What an empty text stands for: null, or a property that is left out. */
  'x-empty-as'?: 'null' | 'absent'
  /** Its name in the contract, or the schema itself. */
  $ref?: string | object
  format?: string
}
