import { isObject } from '../../../contract/json.ts'
import { escapePointer } from '../../../contract/rules/json-text.ts'
import type { Fault } from '../../../contract/types.ts'
import { contract } from './contract.gen.ts'
import type { Schema } from './contract.ts'

/** Every fault of a value against a schema of the contract, with pointers into it, in the order of the service. */
export function check(schema: Schema, value: unknown, pointer = ''): ValueFault[] {
  return [
    ...findTypeFault(schema, value, pointer),
    ...(typeof value === 'number' ? findNumberFaults(schema, value, pointer) : []),
    ...(typeof value === 'string' ? findTextFaults(schema, value, pointer) : []),
    ...(schema.$ref === undefined ? [] : check(schemaOf(schema.$ref), value, pointer)),
    ...findChoiceFaults(schema, value, pointer),
    ...findBranchFaults(schema, value, pointer),
    ...(Array.isArray(value) ? findListFaults(schema, value, pointer) : []),
    ...(isObject(value) ? findObjectFaults(schema, value, pointer) : []),
  ]
}

export type ValueFault = Omit<Fault, 'in'>

function schemaOf(reference: string): Schema {
  const name = reference.replace('#/components/schemas/', '')
  const schema = contract.schemas[name]
  if (!schema) throw new Error(`The test server has no schema ${name}.`)
  return schema
}

function findTypeFault(schema: Schema, value: unknown, pointer: string): ValueFault[] {
  const types = schema.type === undefined ? [] : [schema.type].flat()
  const isOfType = types.length === 0 || types.some((type) => typeTests[type]?.(value) ?? false)
  return faultIf(!isOfType, pointer, 'type', `must be ${types.join(',')}`)
}

function findChoiceFaults(schema: Schema, value: unknown, pointer: string): ValueFault[] {
  const isConstant = schema.const === undefined || schema.const === value
  const isAllowed = schema.enum?.includes(value) ?? true
  const allowed = `must be equal to one of the allowed values: ${schema.enum?.join(', ')}`
  return [
    ...faultIf(!isConstant, pointer, 'const', 'must be equal to constant'),
    ...faultIf(!isAllowed, pointer, 'enum', allowed),
  ]
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

function findTextFaults(schema: Schema, text: string, pointer: string): ValueFault[] {
  const { minLength = 0, maxLength = Infinity, pattern, format = '' } = schema
  // Characters are counted, not halves of them.
  const { length } = Array.from(text)
  const isMatch = pattern === undefined || new RegExp(pattern, 'u').test(text)
  const isInFormat = formats[format]?.test(text) ?? true
  return [
    ...faultIf(length < minLength, pointer, 'minLength', `must NOT have fewer than ${minLength} characters`),
    ...faultIf(length > maxLength, pointer, 'maxLength', `must NOT have more than ${maxLength} characters`),
    ...faultIf(!isMatch, pointer, 'pattern', `must match pattern "${pattern}"`),
    ...faultIf(!isInFormat, pointer, 'format', `must match format "${format}"`),
  ]
}

const formats: Readonly<Record<string, RegExp>> = {
  // As browsers take it (HTML, "valid email address"): the domain may be a single label.
  email:
    /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/,
}

function findNumberFaults(schema: Schema, value: number, pointer: string): ValueFault[] {
  const { minimum = -Infinity, maximum = Infinity } = schema
  return [
    ...faultIf(value < minimum, pointer, 'minimum', `must be >= ${minimum}`),
    ...faultIf(value > maximum, pointer, 'maximum', `must be <= ${maximum}`),
  ]
}

function findListFaults(schema: Schema, list: readonly unknown[], pointer: string): ValueFault[] {
  const { items, minItems = 0, maxItems = Infinity, uniqueItems = false } = schema
  const repeated = uniqueItems ? findRepeated(list) : null
  return [
    ...faultIf(list.length < minItems, pointer, 'minItems', `must NOT have fewer than ${minItems} items`),
    ...faultIf(list.length > maxItems, pointer, 'maxItems', `must NOT have more than ${maxItems} items`),
    ...(items ? list.flatMap((item, at) => check(items, item, `${pointer}/${at}`)) : []),
    ...(repeated === null ? [] : faultIf(true, pointer, 'uniqueItems', repeated)),
  ]
}

/** Which two items are equal, looked for from the end as the service does. */
function findRepeated(list: readonly unknown[]): string | null {
  const texts = list.map((item) => JSON.stringify(item))
  const first = texts.findLastIndex((text, at) => texts.indexOf(text, at + 1) >= 0)
  if (first < 0) return null
  const second = texts.indexOf(texts[first] ?? '', first + 1)
  return `must NOT have duplicate items (items ## ${second} and ${first} are identical)`
}

function findObjectFaults(
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
  pointer: string,
): ValueFault[] {
  const { required = [], properties = {}, additionalProperties = true, maxProperties = Infinity } = schema
  const names = Object.keys(value)
  const missing = required.filter((name) => !Object.hasOwn(value, name))
  const tooMany = `must NOT have more than ${maxProperties} properties`
  return [
    ...faultIf(names.length > maxProperties, pointer, 'maxProperties', tooMany),
    ...missing.flatMap((name) =>
      faultIf(true, at(pointer, name), 'required', `must have required property '${name}'`),
    ),
    ...names
      .filter((name) => !Object.hasOwn(properties, name))
      .flatMap((name) => findAdditionalFaults(additionalProperties, value[name], at(pointer, name))),
    ...Object.entries(properties)
      .filter(([name]) => Object.hasOwn(value, name))
      .flatMap(([name, schema]) => check(schema, value[name], at(pointer, name))),
  ]
}

function findAdditionalFaults(allowed: boolean | Schema, value: unknown, pointer: string): ValueFault[] {
  if (typeof allowed !== 'boolean') return check(allowed, value, pointer)
  return faultIf(!allowed, pointer, 'additionalProperties', 'must NOT have additional properties')
}

function findBranchFaults(schema: Schema, value: unknown, pointer: string): ValueFault[] {
  if (!schema.if) return []
  const branch = check(schema.if, value).length === 0 ? schema.then : schema.else
  return branch ? check(branch, value, pointer) : []
}

function faultIf(isFault: boolean, pointer: string, code: string, message: string): ValueFault[] {
  return isFault ? [{ pointer, code, message }] : []
}

/** A JSON Pointer (RFC 6901). */
function at(pointer: string, name: string): string {
  return `${pointer}/${escapePointer(name)}`
}
