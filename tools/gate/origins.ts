import { resolve } from '../../contract/document.ts'
import { asArray, asObject, asString, isObject, type JsonObject } from '../../contract/json.ts'
import { readOrigin, type Origin } from '../lint/origin.ts'

/**
 * Where every operation, parameter, response and property of the bundled contract comes from, once per tag that has it.
 * Operations and components say it themselves; what lies inside them inherits it until something says otherwise.
 */
export function findOrigins(document: JsonObject, decisions: ReadonlySet<string>): OriginPlace[] {
  const places: OriginPlace[] = []
  for (const [path, item] of Object.entries(asObject(document['paths']))) {
    const { parameters: shared = [], ...pathItem } = asObject(item)
    for (const operation of Object.values(pathItem).filter(isOperation)) {
      const [tag] = asArray(operation['tags']).map(asString)
      if (tag === undefined) throw new Error(`${path}: ${String(operation['operationId'])} has no tag.`)
      const parameters = [...asArray(shared), ...asArray(operation['parameters'] ?? [])]
      places.push(...walkOperation({ document, decisions, tag }, operation, parameters))
    }
  }
  // Operations of a tag share components.
  return [...new Map(places.map((place) => [`${place.tag} ${place.kind} ${place.name}`, place])).values()]
}

function isOperation(value: unknown): value is JsonObject {
  return isObject(value) && 'operationId' in value
}

function walkOperation(walk: Walk, operation: JsonObject, parameters: unknown[]): OriginPlace[] {
  const id = asString(operation['operationId'])
  const mark = readOrigin(operation, walk.decisions)
  const self = { tag: walk.tag, kind: 'operations' as const, name: id, ...mark }
  const inside: Spot = { name: id, mark }
  const body = operation['requestBody']
  return [
    self,
    ...parameters.map((parameter) => placeOf(walk, 'parameters', parameter, inside)),
    ...(body === undefined ? [] : walkContent(walk, asObject(body), inside, new Set())),
    ...Object.entries(asObject(operation['responses'])).flatMap(([status, response]) => {
      const place = placeOf(walk, 'responses', response, { ...inside, name: `${id} ${status}` })
      return [
        place,
        ...walkContent(walk, resolve(walk.document, response), { ...inside, mark: place }, new Set()),
      ]
    }),
  ]
}

function walkContent(walk: Walk, { content }: JsonObject, inside: Spot, seen: Set<string>): OriginPlace[] {
  if (content === undefined) return []
  return Object.values(asObject(content)).flatMap((mediaType) =>
    walkSchema(walk, asObject(mediaType)['schema'], inside, seen),
  )
}

/** Its properties and theirs. `seen` holds the components that were walked, which may contain themselves. */
function walkSchema(walk: Walk, schema: unknown, inside: Spot, seen: Set<string>): OriginPlace[] {
  if (!isObject(schema)) return []
  const spot = enter(walk, schema, inside)
  if ('$ref' in schema) {
    if (seen.has(spot.name)) return []
    seen.add(spot.name)
  }
  const node = resolve(walk.document, schema)
  const properties = Object.entries(asObject(node['properties'] ?? {}))
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => asArray(node[key] ?? []))
  return [
    ...properties.flatMap(([name, property]) => [
      { ...placeOf(walk, 'properties', property, spot), name: `${spot.name}.${name}` },
      ...walkSchema(walk, property, { ...spot, name: `${spot.name}.${name}` }, seen),
    ]),
    ...[...parts, node['items']].flatMap((part) => walkSchema(walk, part, spot, seen)),
  ]
}

function placeOf(walk: Walk, kind: Kind, node: unknown, inside: Spot): OriginPlace {
  const { name, mark } = enter(walk, asObject(node), inside)
  const label =
    kind === 'parameters' && name === inside.name ? `${name} ${String(asObject(node)['name'])}` : name
  return { tag: walk.tag, kind, name: label, ...mark }
}

/** A mark beside a reference is nearest, then that of the component, which must have one, then what is inherited. */
function enter({ document, decisions }: Walk, node: JsonObject, inside: Spot): Spot {
  const { $ref: reference } = node
  const isMarked = 'x-origin' in node || 'x-decision' in node
  const name = typeof reference === 'string' ? reference.replace('#/components/', '') : inside.name
  if (isMarked) return { name, mark: readOrigin(node, decisions) }
  if (reference === undefined) return inside
  return { name, mark: readOrigin(resolve(document, node), decisions) }
}

export interface OriginPlace {
  tag: string
  kind: Kind
  /** `listUsers`, `listUsers 200`, `parameters/Page` or `schemas/User.email`. */
  name: string
  origin?: Origin | undefined
  /** What is wrong with the mark, when something is. */
  fault?: string | undefined
}

export const kinds = ['operations', 'parameters', 'properties', 'responses'] as const

export type Kind = (typeof kinds)[number]

interface Walk {
  document: JsonObject
  decisions: ReadonlySet<string>
  tag: string
}

interface Spot {
  name: string
  mark: { origin?: Origin | undefined; fault?: string | undefined }
}
