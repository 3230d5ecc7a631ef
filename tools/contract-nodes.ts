import { resolve } from '../contract/document.ts'
import { asArray, asObject, type JsonObject } from '../contract/json.ts'

/** An operation as the contract has it; its parameters with those of its path, and with their references followed. */
export function readNode(document: JsonObject, path: string, method: string) {
  const item = asObject(asObject(document['paths'])[path])
  const node = asObject(item[method])
  const parameters = [item, node]
    .flatMap((place) => asArray(place['parameters'] ?? []))
    .map((parameter) => resolve(document, parameter))
  return { node, parameters }
}

/** The object with each of its values changed. */
export function mapValues<Result>(
  object: unknown,
  change: (value: unknown, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(
    Object.entries(asObject(object)).map(([name, value]) => [name, change(value, name)]),
  )
}
