import { lengthOf } from '../text.ts'
import { addUp } from './add-up.ts'
import {
  formatDuration,
  formatTime,
  inZone,
  parseDuration,
  parseTime,
  partsOfDurations,
  partsOfTimes,
  shiftTime,
  toTime,
} from './cel-times.ts'
import { compare, Duration, Fault, int64, kindOf, noOverload, Type } from './cel-values.ts'

/** The type of a method, so that each function has the types of its own arguments: `findFunction` looks at them. */
export type Implementation = { run(...args: unknown[]): unknown }['run']

/** The functions and operators on the left by the types of what they are given. */
type Overloads = Map<string, Overloads | Implementation>

const functions: Overloads = new Map()

/** The function with this name for so many arguments, the first of which is the receiver where the name begins with a dot. */
export function findFunction(name: string, count: number): Implementation {
  const overloads = functions.get(`${name} ${count}`)
  const fail = (...args: unknown[]) => {
    throw noOverload(`${name}(${args.map(kindOf).join(', ')})`)
  }
  const choose = (found: typeof overloads) => (typeof found === 'function' ? found : fail)
  // Without arrays, because operators are called most.
  if (count === 1) return (a) => choose(narrow(overloads, a))(a)
  if (count === 2) return (a, b) => choose(narrow(narrow(overloads, a), b))(a, b)
  return (...args) => choose(args.reduce(narrow, overloads))(...args)
}

function narrow(found: Overloads | Implementation | undefined, arg: unknown) {
  return found instanceof Map ? (found.get(kindOf(arg)) ?? found.get('any')) : undefined
}

function define(all: Record<string, Implementation>): void {
  for (const [signature, run] of Object.entries(all)) {
    const [, receiver = '', name = '', args = ''] = /^(?:(\w+)(?=\.))?([^(]+)\((.*)\)$/.exec(signature) ?? []
    const kinds = [receiver, ...args.split(', ')].filter((kind) => kind !== '')
    const path = [`${name} ${kinds.length}`, ...kinds]
    const overloads = path.slice(0, -1).reduce((known: Overloads, kind) => {
      const next = known.get(kind)
      if (next instanceof Map) return next
      const made: Overloads = new Map()
      known.set(kind, made)
      return made
    }, functions)
    overloads.set(path.at(-1) ?? '', run)
  }
}

function divide(a: bigint, b: bigint): bigint {
  if (b === 0n) throw new Fault('division by zero')
  return int64(a / b)
}

define({
  '!(bool)': (a: boolean) => !a,
  '-(int)': (a: bigint) => int64(-a),
  '-(double)': (a: number) => -a,
  '+(int, int)': (a: bigint, b: bigint) => int64(a + b),
  '-(int, int)': (a: bigint, b: bigint) => int64(a - b),
  '*(int, int)': (a: bigint, b: bigint) => int64(a * b),
  '/(int, int)': divide,
  '%(int, int)': (a: bigint, b: bigint) => int64(a - divide(a, b) * b),
  '+(double, double)': (a: number, b: number) => a + b,
  '-(double, double)': (a: number, b: number) => a - b,
  '*(double, double)': (a: number, b: number) => a * b,
  '/(double, double)': (a: number, b: number) => a / b,
  '+(string, string)': (a: string, b: string) => a + b,
  '+(list, list)': (a: unknown[], b: unknown[]) => [...a, ...b],
  '+(duration, duration)': (a: Duration, b: Duration) => new Duration(a.nanos + b.nanos),
  '-(duration, duration)': (a: Duration, b: Duration) => new Duration(a.nanos - b.nanos),
  '+(timestamp, duration)': (a: Date, b: Duration) => shiftTime(a, b.nanos),
  '+(duration, timestamp)': (a: Duration, b: Date) => shiftTime(b, a.nanos),
  '-(timestamp, duration)': (a: Date, b: Duration) => shiftTime(a, -b.nanos),
  '-(timestamp, timestamp)': (a: Date, b: Date) => new Duration(BigInt(a.getTime() - b.getTime()) * 1_000_000n),
})

const same = (value: unknown) => value
const types = new Map<string, Type>()

/** The type of a name or a value. */
export function typeOf(kind: string): Type {
  const type = types.get(kind) ?? new Type(kind)
  types.set(kind, type)
  return type
}

define({
  'dyn(any)': same,
  'type(any)': (value: unknown) => typeOf(kindOf(value)),
  'bool(bool)': same,
  'bool(string)': (text: string) => {
    if (/^(1|t|true|TRUE|True)$/.test(text)) return true
    return /^(0|f|false|FALSE|False)$/.test(text) ? false : cannotConvert(text, 'bool')
  },
  'int(int)': same,
  'int(double)': toInteger,
  'int(string)': (text: string) => (/^[+-]?0*\d{1,19}$/.test(text) ? int64(BigInt(text)) : cannotConvert(text, 'int')),
  'int(timestamp)': (time: Date) => BigInt(Math.floor(time.getTime() / 1000)),
  'double(double)': same,
  'double(int)': Number,
  'double(string)': (text: string) => {
    if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text)
    const [, sign, name] = /^([+-]?)(inf|infinity|nan)$/i.exec(text) ?? cannotConvert(text, 'double')
    return name?.startsWith('n') || name?.startsWith('N') ? NaN : sign === '-' ? -Infinity : Infinity
  },
  'string(string)': same,
  'string(bool)': String,
  'string(int)': String,
  'string(double)': (value: number) => String(value).replace(/^(-?)Infinity$/, (_, sign) => `${sign || '+'}Inf`),
  'string(timestamp)': formatTime,
  'string(duration)': formatDuration,
  'timestamp(timestamp)': same,
  'timestamp(int)': (seconds: bigint) => toTime(Number(seconds) * 1000),
  'timestamp(string)': (text: string) => parseTime(text) ?? cannotConvert(text, 'timestamp'),
  'duration(duration)': same,
  'duration(string)': parseDuration,
})

function toInteger(value: number): bigint {
  return Math.abs(value) < 2 ** 63 ? BigInt(Math.trunc(value)) : cannotConvert(value, 'int')
}

function cannotConvert(value: unknown, kind: string): never {
  throw new Fault(`${typeof value === 'string' ? JSON.stringify(value) : String(value)} cannot be converted to ${kind}`)
}

function isSecondOfPair(text: string, unit: number): boolean {
  return (text.charCodeAt(unit) & 0xfc00) === 0xdc00
}

const sizeOfText = (text: string) => BigInt(lengthOf(text))
const sizeOfList = (list: readonly unknown[]) => BigInt(list.length)
const sizeOfMap = (map: Map<unknown, unknown>) => BigInt(map.size)

/** Where the code point with this number begins. */
function unitAt(text: string, point: bigint): number {
  let [unit, left] = [0, Number(point)]
  for (; left > 0 && unit < text.length; left -= 1) unit += isSecondOfPair(text, unit + 1) ? 2 : 1
  if (left !== 0) throw new Fault(`index out of range: ${point}`)
  return unit
}

function pointAt(text: string, unit: number): bigint {
  return BigInt(unit < 0 ? -1 : lengthOf(text.slice(0, unit)))
}

function substring(text: string, from: bigint, to: bigint): string {
  const [start, end] = [unitAt(text, from), unitAt(text, to)]
  if (start > end) throw new Fault(`invalid substring range: ${from} to ${to}`)
  return text.slice(start, end)
}

function split(text: string, separator: string, most = -1n): string[] {
  const parts = separator === '' && lengthOf(text) < text.length ? Array.from(text) : text.split(separator)
  if (most < 0n || most >= parts.length) return parts
  return most === 0n ? [] : [...parts.slice(0, Number(most) - 1), parts.slice(Number(most) - 1).join(separator)]
}

function join(list: readonly unknown[], separator = ''): string {
  const other = list.find((one) => typeof one !== 'string')
  if (other !== undefined) throw noOverload(`join(list<${kindOf(other)}>)`)
  return list.join(separator)
}

/** White space of Unicode, which is not quite that of JavaScript. */
function trim(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && /\p{White_Space}/u.test(text.charAt(start))) start += 1
  while (end > start && /\p{White_Space}/u.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

define({
  'string.contains(string)': (text: string, part: string) => text.includes(part),
  'string.startsWith(string)': (text: string, part: string) => text.startsWith(part),
  'string.endsWith(string)': (text: string, part: string) => text.endsWith(part),
  'string.lowerAscii()': (text: string) => text.replaceAll(/[A-Z]+/g, (found) => found.toLowerCase()),
  'string.upperAscii()': (text: string) => text.replaceAll(/[a-z]+/g, (found) => found.toUpperCase()),
  'string.trim()': trim,
  'string.indexOf(string)': (text: string, part: string) => pointAt(text, text.indexOf(part)),
  'string.indexOf(string, int)': (text: string, part: string, from: bigint) => {
    return pointAt(text, text.indexOf(part, unitAt(text, from)))
  },
  'string.lastIndexOf(string)': (text: string, part: string) => pointAt(text, text.lastIndexOf(part)),
  'string.lastIndexOf(string, int)': (text: string, part: string, from: bigint) => {
    return pointAt(text, text.lastIndexOf(part, unitAt(text, from)))
  },
  'string.substring(int)': (text: string, from: bigint) => text.slice(unitAt(text, from)),
  'string.substring(int, int)': substring,
  'string.split(string)': split,
  'string.split(string, int)': split,
  'list.join()': join,
  'list.join(string)': join,
  'list.size()': sizeOfList,
  'size(list)': sizeOfList,
  'map.size()': sizeOfMap,
  'size(map)': sizeOfMap,
  'string.size()': sizeOfText,
  'size(string)': sizeOfText,
  'sum(list)': sum,
  'avg(list)': (list: readonly unknown[]) => {
    if (list.length === 0) throw new Fault('no operations to average')
    return Number(sum(list)) / list.length
  },
  'min(list)': (list: readonly unknown[]) => pick(list, 'least', (order) => order < 0),
  'max(list)': (list: readonly unknown[]) => pick(list, 'greatest', (order) => order > 0),
})

/** Integers stay integers. */
function sum(list: readonly unknown[]): number | bigint {
  if (list.length > 0 && list.every((one) => typeof one === 'bigint')) return int64(list.reduce((a, b) => a + b, 0n))
  return addUp(list.map((one) => (typeof one === 'bigint' || typeof one === 'number' ? Number(one) : noNumber(one))))
}

function noNumber(value: unknown): never {
  throw noOverload(`sum(list<${kindOf(value)}>)`)
}

function pick(list: readonly unknown[], what: string, isNext: (order: number) => boolean): unknown {
  if (list.length === 0) throw new Fault(`no operations to take the ${what} of`)
  return list.reduce((found, one) => (isNext(compare(one, found)) ? one : found))
}

for (const [name, read] of Object.entries(partsOfTimes)) {
  define({
    [`timestamp.${name}()`]: (time: Date) => BigInt(read(time)),
    [`timestamp.${name}(string)`]: (time: Date, zone: string) => BigInt(read(inZone(time, zone))),
  })
}
for (const [name, read] of Object.entries(partsOfDurations)) {
  define({ [`duration.${name}()`]: ({ nanos }: Duration) => read(nanos) })
}
