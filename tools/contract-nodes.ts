import { resolve } from '../contract/document.ts'
import { asArray, asObject, type JsonObject } from '../contract/json.ts'

/** The operation as the contract has it, and its parameters: also those of its path, with references followed. */
export function readNode(document: JsonObject, path: string, method: string) {
  const item = asObject(asObject(document['paths'])[path])
  const node = asObject(item[method])
  const parameters = [item, node]
    .flatMap((place) => asArray(place['parameters'] ?? []))
    .map((parameter) => resolve(document, parameter))
  return { node, parameters }
}

/** Returns a copy of the object in which `change` replaced every value. */
export function mapValues<Result>(
  object: unknown,
  change: (value: unknown, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(
    Object.entries(asObject(object)).map(([name, value]) => [name, change(value, name)]),
  )
}
