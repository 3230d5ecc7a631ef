import { resolve } from '../../contract/document.ts'
import { asArray, isObject, type JsonObject } from '../../contract/json.ts'

/**
 * The origin of every operation, parameter, property and response of the bundled contract, each once. Operations and
 * components state their origin; a node inside them inherits it unless the node states its own.
 */
export function findOrigins(document: JsonObject): Place[] {
  return [...findIn(document, document, undefined)]
}

function* findIn(document: JsonObject, node: JsonObject, inherited: unknown): Generator<Place> {
  for (const [key, value] of Object.entries(node)) {
    // Members of examples are values, and conditions and links repeat nodes of other places: neither counts.
    if (/^(?:examples?|if|then|else|links)$/.test(key)) continue
    const kind = kinds.find((name) => name === key)
    const children = isObject(value) && !kind ? [value] : Object.values(value ?? {})
    for (const child of children.filter(isObject)) {
      const origin = child['x-origin'] ?? resolve(document, child)['x-origin'] ?? inherited
      if ('operationId' in child) yield { kind: 'operations', tag: String(asArray(child['tags'])[0]), origin }
      // A parameter or a response behind a reference is counted at its definition, not at each use.
      else if (kind && (kind === 'properties' || !('$ref' in child))) yield { kind, origin }
      yield* findIn(document, child, origin)
    }
  }
}

export interface Place {
  kind: Kind
  /** The first tag of an operation; other kinds have none. */
  tag?: string
  origin: unknown
}

export const kinds = ['operations', 'parameters', 'properties', 'responses'] as const

type Kind = (typeof kinds)[number]
