/** The value at a dotted path of own members; undefined when there is none. */
export function memberOf(json: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null) return undefined
    const member: unknown = Object.getOwnPropertyDescriptor(value, name)?.value
    return member
  }, json)
}

/** A string or a number as text; null for anything else. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}
