import { isObject, mapValues } from '../json.ts'
import { readEmptyTexts } from './empty-texts.ts'
import { withoutReadOnly } from './read-only.ts'

/**
 * What a caller sets with a body: without read-only fields, and empty texts as what they stand for, also in a list of the
 * body. `follow` gives the schema to which a reference leads.
 */
export function readWritable(body: unknown, schema: WritableSchema, follow: Follow): unknown {
  const own = withoutReadOnly(readEmptyTexts(body, schema), schema)
  if (!isObject(own)) return own
  return mapValues(own, (value, name) => {
    const items = schema.properties?.[name]?.items
    if (!Array.isArray(value) || items?.$ref === undefined) return value
    const { properties = {} } = follow(items)
    return value.map((item) => withoutReadOnly(readEmptyTexts(item, { properties }), { properties }))
  })
}

export type Follow = (reference: { $ref?: string }) => WritableSchema

export interface WritableSchema {
  properties?: Readonly<Record<string, WritableProperty>>
}

interface WritableProperty {
  readOnly?: boolean
  'x-empty-as'?: 'null' | 'absent'
  items?: { $ref?: string }
}
