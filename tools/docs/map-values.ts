import { asObject, type JsonObject } from '../../contract/json.ts'

/** The object with each of its values changed. */
export function mapValues(object: unknown, change: (value: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(asObject(object)).map(([name, value]) => [name, change(value)]))
}
