export type JsonObject = Record<string, unknown>

/** Narrows values of our own documents (the contract, type files). Throws for any other value, which is a bug. */
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

/** A part of a JSON pointer as the name of a member. Source: RFC 6901, section 4. */
export function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** The names on the way of a JSON pointer. */
export function namesOf(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapePointer)
}

function describe(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value
}

/** Returns a copy of the object in which `change` replaced every value. */
export function mapValues<Result>(
  object: unknown,
  change: (value: unknown, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(asObject(object)).map(([name, value]) => [name, change(value, name)]))
}
