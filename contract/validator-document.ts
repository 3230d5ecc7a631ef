import { resolve, type Contract } from './document.ts'
import { asObject, isObject, type JsonObject } from './json.ts'

/**
 * The contract as express-openapi-validator gets it: a copy, since it changes what it is given.
 *
 * It would mix up the branches of a union by `type`, report the faults of each, and take its time. So a schema that
 * names a plainer one (`x-validated-as`) is that one here, and the branches are gone; what they say beyond it is
 * checked by whoever knows the type.
 *
 * It would also stop at the first reserved character in a query that is not escaped, with no word on the other faults;
 * the query is read by now, so that any character may stand in it. Parameters hold their schemas themselves, as it takes
 * them out of the document.
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

function namesInUse(root: JsonObject, schemas: JsonObject): Set<string> {
  const names = new Set<string>()
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isObject(node)) return
    const { $ref } = node
    const name = typeof $ref === 'string' ? /^#\/components\/schemas\/([^/]+)$/.exec($ref)?.[1] : undefined
    if (name !== undefined && !names.has(name)) {
      names.add(name)
      visit(schemas[name])
    }
    Object.values(node).forEach(visit)
  }
  visit(root)
  return names
}
