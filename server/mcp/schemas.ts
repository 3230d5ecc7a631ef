import { resolve } from '../../contract/document.ts'
import { asArray, asObject, isObject, type JsonObject } from '../../contract/json.ts'

/** A schema of the contract with only these keywords, and without references to the contract: objects are under `$defs`. */
export function standAlone(document: JsonObject, schema: JsonObject, keywords: ReadonlySet<string>): JsonObject {
  const defs: JsonObject = {}
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy)
    return isObject(value) ? copySchema(value) : value
  }
  const copySchema = ({ $ref, ...own }: JsonObject): JsonObject => {
    if (typeof $ref !== 'string') return copyMembers(own)
    const target = findPlain(document, { $ref })
    return isSimple(target) ? copyMembers({ ...target, ...own }) : { ...copyMembers(own), $ref: define($ref, target) }
  }
  const copyMembers = (node: JsonObject): JsonObject => {
    const kept = Object.entries(node).filter(([name]) => keywords.has(name))
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
  const define = ($ref: string, target: JsonObject): string => {
    const name = $ref.split('/').at(-1) ?? ''
    if (!Object.hasOwn(defs, name)) {
      defs[name] = {}
      defs[name] = copyMembers(target)
    }
    return `#/$defs/${name}`
  }
  const alone = copyMembers(findPlain(document, schema))
  return Object.keys(defs).length > 0 ? { ...alone, $defs: defs } : alone
}

/** A schema without references to objects, which is shorter in its place. */
function isSimple(schema: JsonObject): boolean {
  return !['properties', 'items', 'oneOf', 'anyOf', 'allOf'].some((keyword) => keyword in schema)
}

/** The schema of a node, or the one that is checked in its place, where it is one of 83 types. */
function findPlain(document: JsonObject, node: unknown): JsonObject {
  const schema = resolve(document, node)
  const { 'x-validated-as': $ref } = schema
  return typeof $ref === 'string' ? resolve(document, { $ref }) : schema
}

const shape = ['type', 'properties', 'required', 'items', 'enum', 'const', 'oneOf', 'anyOf', 'allOf'] as const

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
