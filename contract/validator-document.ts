import { resolve, type Contract } from './document.ts'
import { asObject, isObject, type JsonObject } from './json.ts'

/**
 * A copy of the contract for express-openapi-validator, which changes its document.
 *
 * The validator would be slow with the unions by `type` and would report the faults of every branch. So a schema with
 * `x-validated-as` is replaced by the plainer schema that it names, and code that knows the type checks the rest.
 *
 * The validator would also stop at the first unescaped reserved character in a query and report no other fault. The query
 * has been checked before, so every character is allowed here. Each parameter contains its schema instead of a reference,
 * because the validator takes parameters out of the document.
 */
export function copyForValidator({ document }: Contract): JsonObject {
  const copy: unknown = JSON.parse(JSON.stringify(withoutUnions(document)), (_name, value: unknown) =>
    isObject(value) && 'in' in value && 'schema' in value
      ? {
          ...value,
          schema: resolve(document, value['schema']),
          ...(value['in'] === 'query' && { allowReserved: true }),
        }
      : value,
  )
  return asObject(copy)
}

function withoutUnions(document: JsonObject): JsonObject {
  const components = asObject(document['components'])
  const schemas = Object.fromEntries(
    Object.entries(asObject(components['schemas'])).map(([name, schema]) => {
      const validatedAs = asObject(schema)['x-validated-as']
      return [name, validatedAs === undefined ? schema : resolve(document, { $ref: validatedAs })]
    }),
  )
  const used = namesInUse({ ...document, components: { ...components, schemas: {} } }, schemas)
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
  return { ...document, components: { ...components, schemas: kept } }
}

/** The schemas to which the document refers, directly or through other schemas. */
function namesInUse(root: JsonObject, schemas: JsonObject): Set<string> {
  const reference = /"\$ref":"#\/components\/schemas\/([^"/]+)"/g
  const referred = (node: unknown) => Array.from(JSON.stringify(node).matchAll(reference), ([, name = '']) => name)
  const names = new Set(referred(root))
  // The loop goes on to the names that are added in it.
  for (const name of names) for (const other of referred(schemas[name])) names.add(other)
  return names
}
