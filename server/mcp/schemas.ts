import { resolve } from '../../contract/document.ts'
import { asArray, asObject, isObject, type JsonObject } from '../../contract/json.ts'

/** A schema of the contract with only these keywords, and each schema in the place where it is referred to: none has itself in it. */
export function standAlone(document: JsonObject, schema: JsonObject, keywords: ReadonlySet<string>): JsonObject {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy)
    return isObject(value) ? copySchema(value) : value
  }
  const copySchema = ({ $ref, ...own }: JsonObject): JsonObject => {
    const whole = { ...(typeof $ref === 'string' && findPlain(document, { $ref })), ...own }
    const kept = Object.entries(whole).filter(([name]) => keywords.has(name))
    return Object.fromEntries(
      kept.map(([name, value]) => [name, name === 'properties' ? copyEach(value) : copy(value)]),
    )
  }
  // The names of properties are no keywords.
  const copyEach = (value: unknown) =>
    Object.fromEntries(
      Object.entries(asObject(value)).flatMap(([name, property]) =>
        keywords === ofArguments && asObject(property)['readOnly'] === true ? [] : [[name, copy(property)]],
      ),
    )
  return copySchema(findPlain(document, schema))
}

/** The schema of a node, or the one that is checked in its place, where it is one of 83 types. */
function findPlain(document: JsonObject, node: unknown): JsonObject {
  const schema = resolve(document, node)
  const { 'x-validated-as': $ref } = schema
  return typeof $ref === 'string' ? resolve(document, { $ref }) : schema
}

const shape = ['type', 'properties', 'required', 'items', 'enum', 'const', 'oneOf', 'anyOf', 'allOf']

/** The shape of an answer. */
export const ofAnswers: ReadonlySet<string> = new Set(shape)

/** The shape of arguments, and what they mean. What else the contract asks of them, a refusal says. */
export const ofArguments: ReadonlySet<string> = new Set([
  ...shape,
  'additionalProperties',
  'description',
  'default',
  'format',
  'minimum',
  'maximum',
])

/** The schema of an object that has only these members. */
export function narrow(document: JsonObject, node: unknown, names: readonly string[]): JsonObject {
  const { properties, required = [] } = findPlain(document, node)
  const members = asObject(properties)
  return {
    type: 'object',
    required: asArray(required).filter((name) => names.some((one) => one === name)),
    properties: Object.fromEntries(names.map((name) => [name, asObject(members[name])])),
  }
}
