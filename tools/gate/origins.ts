import { resolve } from '../../contract/document.ts'
import { asArray, isObject, type JsonObject } from '../../contract/json.ts'

/**
 * Where every operation, parameter, property and response of the bundled contract comes from, each once. Operations and
 * components say it themselves; what lies inside them inherits it until something says otherwise.
 */
export function findOrigins(document: JsonObject): Place[] {
  return [...findIn(document, document, undefined)]
}

function* findIn(document: JsonObject, node: JsonObject, inherited: unknown): Generator<Place> {
  for (const [key, value] of Object.entries(node)) {
    // Examples hold values, whatever their members are called; conditions and links repeat what stands elsewhere.
    if (/^(?:examples?|if|then|else|links)$/.test(key)) continue
    const kind = kinds.find((name) => name === key)
    const children = isObject(value) && !kind ? [value] : Object.values(value ?? {})
    for (const child of children.filter(isObject)) {
      const origin = child['x-origin'] ?? resolve(document, child)['x-origin'] ?? inherited
      if ('operationId' in child) yield { kind: 'operations', tag: String(asArray(child['tags'])[0]), origin }
      // What a parameter or a response refers to is found at its own place.
      else if (kind && (kind === 'properties' || !('$ref' in child))) yield { kind, origin }
      yield* findIn(document, child, origin)
    }
  }
}

export interface Place {
  kind: Kind
  /** Of an operation. */
  tag?: string
  origin: unknown
}

export const kinds = ['operations', 'parameters', 'properties', 'responses'] as const

type Kind = (typeof kinds)[number]
