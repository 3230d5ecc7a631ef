export type JsonObject = Record<string, unknown>

/** Narrowing for documents of our own (the contract, type files): another shape is a bug and throws. */
export function asObject(value: unknown): JsonObject {
  if (!isObject(value)) throw new TypeError(`Expected an object, found ${describe(value)}.`)
  return value
}

export function asArray(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`Expected an array, found ${describe(value)}.`)
  return value
}

export function asString(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError(`Expected a string, found ${describe(value)}.`)
  return value
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function describe(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value
}
