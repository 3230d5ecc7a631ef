import { readNode, resolve } from '../../../contract/document.ts'
import { asObject, mapValues, type JsonObject } from '../../../contract/json.ts'
import type { SdkOperation } from './operations.ts'
import { literal } from './samples.ts'
import { doc, writeImport } from './types.ts'

/** The schemas of bodies for forms, the limits of their fields, and what bodies and queries are when fields are left out. */
export function writeSchemas(contract: JsonObject, operations: readonly SdkOperation[]): string {
  const bodies = new Map(
    operations.toReversed().flatMap(({ body, names }) => (body ? [[body.type, names.join('.')] as const] : [])),
  )
  // The rules of an integration of any type are in the catalogue.
  const plain = [...bodies].filter(([name]) => !('discriminator' in schemaNamed(contract, name)))
  const lists = operations.filter(({ answer }) => answer.kind === 'list')
  return [
    writeImport(
      plain.map(([name]) => name),
      '../../../spec/gen/openapi.gen.ts',
    ),
    "import * as rules from './rules.gen.ts'\nimport { forForms, type FormSchema } from './standard.ts'",
    "export type { Checked, FormSchema, Issue } from './standard.ts'",
    "export { integrationInputOf } from './integration.ts'",
    "export { expressionFields, expressionFunctions } from '../../../contract/expression-names.ts'",
    ...plain.map(([name, method]) =>
      [
        doc([`The body of \`${method}\`, as a Standard Schema.`]),
        `export const ${uncapital(name)}: FormSchema<${name}> = /* @__PURE__ */ forForms<${name}>(rules.${name})`,
      ].join('\n'),
    ),
    ...plain.flatMap(([name]) => {
      const properties = propertiesOf(contract, name)
      return [
        ...writeConstant(
          `${uncapital(name)}Limits`,
          `The limits of the fields of ${name}.`,
          mapValues(properties, limits),
        ),
        ...writeConstant(
          `${uncapital(name)}Defaults`,
          `What a ${name} without these fields has.`,
          defaults(properties),
        ),
      ]
    }),
    ...lists.flatMap(({ id, path, isOfInstance, method, names }) => {
      const { parameters } = readNode(
        contract,
        (isOfInstance ? '/instances/{instanceId}' : '') + path,
        method.toLowerCase(),
      )
      const query = parameters.filter((parameter) => parameter['in'] === 'query')
      const schemas = query.map(({ name, schema }) => [String(name), resolve(contract, schema)] as const)
      const what = `What \`${names.join('.')}\` asks for without these parameters.`
      return writeConstant(`${id}Defaults`, what, defaults(Object.fromEntries(schemas)))
    }),
  ].join('\n\n')
}

function schemaNamed(contract: JsonObject, name: string): JsonObject {
  return resolve(contract, { $ref: `#/components/schemas/${name}` })
}

/** The properties that callers set. */
function propertiesOf(contract: JsonObject, name: string): Record<string, JsonObject> {
  const { properties = {} } = schemaNamed(contract, name)
  const resolved = Object.entries(asObject(properties)).map(([field, node]) => {
    return [field, { ...resolve(contract, node), ...asObject(node) }] as const
  })
  return Object.fromEntries(resolved.filter(([, schema]) => schema['readOnly'] !== true))
}

function limits(schema: unknown): JsonObject {
  return Object.fromEntries(Object.entries(asObject(schema)).filter(([keyword]) => limiting.has(keyword)))
}

const limiting = new Set([
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'maxProperties',
  'pattern',
])

function defaults(properties: Readonly<Record<string, JsonObject>>): JsonObject {
  const given = Object.entries(properties).map(([name, schema]) => [name, schema['default']] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

/** None where there would be nothing in it. */
function writeConstant(name: string, what: string, given: JsonObject): string[] {
  const value = Object.fromEntries(
    Object.entries(given).filter(
      ([, member]) => !(member instanceof Object) || Object.keys(member).length > 0 || Array.isArray(member),
    ),
  )
  if (Object.keys(value).length === 0) return []
  return [`${doc([what])}\nexport const ${name} = ${literal(value)} as const`]
}

function uncapital(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}
