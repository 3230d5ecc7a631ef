import { isObject } from '../../../contract/json.ts'
import { brokenRule, withoutRepeats, type Rules } from '../../../contract/rules/faults.ts'
import { formats } from '../../../contract/rules/formats.ts'
import { escapePointer } from '../../../contract/rules/json-text.ts'
import { lengthOf } from '../../../contract/rules/text.ts'
import type { Fault } from '../../../contract/types.ts'
import { trust } from '../trust.ts'

/** The keywords of JSON Schema that the contract's requests use. The generator refuses any other keyword. */
export interface Schema extends Rules {
  /** The schema to which the contract refers here. */
  $ref?: Schema
  pattern?: string
  items?: Schema
  uniqueItems?: boolean
  required?: readonly string[]
  properties?: Readonly<Record<string, Schema>>
  additionalProperties?: boolean | Schema
  oneOf?: readonly Schema[]
  default?: unknown
  readOnly?: boolean
  'x-empty-as'?: 'null' | 'absent'
}

/** Every fault of a value against a schema of the contract, in the order of the service. Pointers lead into the value. */
export function check(place: Fault['in'], schema: Schema, value: unknown, pointer = ''): Fault[] {
  const broken = findBroken(schema, value, pointer)
  return withoutRepeats(broken.map(({ pointer, keyword, schema }) => brokenRule(place, pointer, keyword, schema)))
}

function findBroken(schema: Schema, value: unknown, pointer: string): BrokenRule[] {
  const broken = Object.entries(keywords).filter(([, isBroken]) => isBroken(schema, value))
  return [
    ...broken.map(([keyword]) => ({ pointer, keyword, schema })),
    ...(schema.$ref ? findBroken(schema.$ref, value, pointer) : []),
    ...findCaseFaults(schema, value, pointer),
    ...(Array.isArray(value) ? findListFaults(schema, value, pointer) : []),
    ...(isObject(value) ? findObjectFaults(schema, value, pointer) : []),
  ]
}

/** Whether a value breaks a keyword. A value of a type that the keyword says nothing about never does. */
const keywords: Readonly<Record<string, (schema: Schema, value: unknown) => boolean>> = {
  type: ({ type = [] }, value) => type.length > 0 && ![type].flat().some((name) => typeTests[name]?.(value)),
  minimum: ({ minimum = -Infinity }, value) => typeof value === 'number' && value < minimum,
  maximum: ({ maximum = Infinity }, value) => typeof value === 'number' && value > maximum,
  minLength: ({ minLength = 0 }, value) => typeof value === 'string' && lengthOf(value) < minLength,
  maxLength: ({ maxLength = Infinity }, value) => typeof value === 'string' && lengthOf(value) > maxLength,
  pattern: ({ pattern = '' }, value) => typeof value === 'string' && !new RegExp(pattern, 'u').test(value),
  format: ({ format = '' }, value) => typeof value === 'string' && formats[format]?.(value) === false,
  const: (schema, value) => schema.const !== undefined && schema.const !== value,
  enum: (schema, value) => schema.enum?.includes(value) === false,
  minItems: ({ minItems = 0 }, value) => Array.isArray(value) && value.length < minItems,
  maxItems: ({ maxItems = Infinity }, value) => Array.isArray(value) && value.length > maxItems,
  maxProperties: ({ maxProperties = Infinity }, value) => isObject(value) && Object.keys(value).length > maxProperties,
}

/** The schema to which a reference leads. */
export function follow({ $ref }: { $ref?: string | object }): Schema {
  return trust<Schema>($ref)
}

const typeTests: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: isObject,
}

function findListFaults(schema: Schema, list: readonly unknown[], pointer: string): BrokenRule[] {
  const { items = {}, uniqueItems = false } = schema
  const broken = list.flatMap((item, at) => findBroken(items, item, `${pointer}/${at}`))
  const different = new Set(list.map((item) => JSON.stringify(item)))
  return uniqueItems && different.size < list.length ? [...broken, { pointer, keyword: 'uniqueItems', schema }] : broken
}

function findObjectFaults(schema: Schema, value: Readonly<Record<string, unknown>>, pointer: string): BrokenRule[] {
  const { required = [], properties = {} } = schema
  // What is undefined is not sent.
  const names = Object.keys(value).filter((name) => value[name] !== undefined)
  const missing = required.filter((name) => !names.includes(name))
  return [
    ...missing.map((name) => ({ pointer: at(pointer, name), keyword: 'required', schema })),
    ...names
      .filter((name) => !Object.hasOwn(properties, name))
      .flatMap((name) => findAdditionalFaults(schema, value[name], at(pointer, name))),
    ...Object.entries(properties)
      .filter(([name]) => names.includes(name))
      .flatMap(([name, schema]) => findBroken(schema, value[name], at(pointer, name))),
  ]
}

function findAdditionalFaults(schema: Schema, value: unknown, pointer: string): BrokenRule[] {
  const { additionalProperties: allowed = true } = schema
  if (typeof allowed !== 'boolean') return findBroken(allowed, value, pointer)
  return allowed ? [] : [{ pointer, keyword: 'additionalProperties', schema }]
}

/**
 * The faults in the one case of `oneOf` to which the value belongs. A value belongs to a case when it breaks no `const` of
 * it.
 */
function findCaseFaults({ oneOf = [] }: Schema, value: unknown, pointer: string): BrokenRule[] {
  const cases = oneOf.map((schema) => findBroken(schema, value, pointer))
  if (cases.some((broken) => broken.length === 0)) return []
  const own = cases.filter((broken) => broken.every(({ keyword }) => keyword !== 'const'))
  return own.length < cases.length ? own.flat() : []
}

interface BrokenRule {
  pointer: string
  keyword: string
  schema: Schema
}

/** The JSON Pointer (RFC 6901) of a member. */
function at(pointer: string, name: string): string {
  return `${pointer}/${escapePointer(name)}`
}
