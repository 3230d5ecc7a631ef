import { compareTexts } from '../text.ts'

/** What an expression reads of an operation: the types that the contract promises. */
export class Operation {
  declare action: string
  declare entity: string
  declare event: string
  declare actor: string
  declare activeTime: number
  declare cost: number
  declare startedAt: Date
  declare endedAt: Date
  declare attributes: Map<string, AttributeValue>

  constructor(values: Operation) {
    Object.assign(this, values)
  }
}

export type AttributeValue = string | number | bigint | boolean | Date

/** A length of time. Times are dates, and integers are bigints. */
export class Duration {
  readonly nanos: bigint

  constructor(nanos: bigint) {
    this.nanos = int64(nanos)
  }
}

/** What `type(value)` is. */
export class Type {
  readonly kind: string

  constructor(kind: string) {
    this.kind = kind
  }
}

/** Why an expression has no value, and where in its text. */
export class Fault extends Error {
  range?: { start: number; end: number }

  at({ pos, end }: { pos: number; end: number }): this {
    this.range ??= { start: pos, end }
    return this
  }
}

export function int64(value: bigint): bigint {
  if (BigInt.asIntN(64, value) === value) return value
  throw new Fault(`integer overflow: ${value}`)
}

export function kindOf(value: unknown): string {
  if (typeof value === 'string') return 'string'
  if (typeof value === 'number') return 'double'
  if (typeof value === 'bigint') return 'int'
  if (typeof value === 'boolean') return 'bool'
  if (value === null) return 'null_type'
  if (value instanceof Date) return 'timestamp'
  if (Array.isArray(value)) return 'list'
  if (value instanceof Map) return 'map'
  if (value instanceof Duration) return 'duration'
  return value instanceof Type ? 'type' : 'Operation'
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

/** Values of different types are not equal, except numbers. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b) === 0
  if (typeof a !== 'object' || typeof b !== 'object') return a === b
  if (a instanceof Operation) return a === b || (b instanceof Operation && isEqual(Object.values(a), Object.values(b)))
  if (isList(a) && isList(b)) return a.length === b.length && a.every((one, at) => isEqual(one, b[at]))
  if (a instanceof Map && b instanceof Map) {
    return a.size === b.size && [...a].every(([key, value]) => b.has(key) && isEqual(value, b.get(key)))
  }
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime()
  if (a instanceof Duration && b instanceof Duration) return a.nanos === b.nanos
  return a === b
}

/** Below 0, 0 or above 0; NaN where neither is less. */
export function compare(a: unknown, b: unknown): number {
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b)
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b)
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime()
  if (a instanceof Duration && b instanceof Duration) return Number(a.nanos - b.nanos)
  throw noOverload(`${kindOf(a)} < ${kindOf(b)}`)
}

/** An integer is compared with a double as the nearest double. */
function compareNumbers(a: number | bigint, b: number | bigint): number {
  if (typeof a !== typeof b) return compareNumbers(Number(a), Number(b))
  return a < b ? -1 : a > b ? 1 : a >= b ? 0 : NaN
}

export function noOverload(what: string): Fault {
  return new Fault(`no such overload: ${what}`)
}

/** A field of an operation, an entry of a map or an element of a list. Undefined when there is none. */
export function find(container: unknown, key: unknown): unknown {
  // A whole number is the integer: 1.0 finds the key 1.
  const index = typeof key === 'number' && Number.isInteger(key) ? BigInt(key) : key
  if (container instanceof Map) return container.get(index)
  if (container instanceof Operation && typeof key === 'string') {
    return Object.hasOwn(container, key) ? Reflect.get(container, key) : undefined
  }
  if (isList(container) && typeof index === 'bigint') return container[Number(index)]
  throw noOverload(`${kindOf(container)}[${kindOf(key)}]`)
}
