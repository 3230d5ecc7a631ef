import { isObject } from '../json.ts'
import type { Fault } from '../types.ts'
import { faultIn } from './faults.ts'
import { nameSent } from './field-names.ts'
import { describeJsonFault } from './json-place.ts'
import { cut } from './text.ts'

/** Not `ok` when the body cannot be parsed. */
export type ParsedBody = { ok: true; value: unknown; faults: Fault[] } | { ok: false; fault: Fault }

/** A fault whose place has no name yet. */
interface Found {
  pointer: string
  code: string
  text: string
}

/** The levels that a body may have. What is deeper is a fault, and is not looked at. */
export const deepest = 64
/** Where a body has so many faults, the rest of it was not looked at. */
export const mostFaults = 1000
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/**
 * Parses a JSON body, and finds everything in it that PostgreSQL or JavaScript could not give back unchanged: NUL characters
 * and lone surrogates, numbers that a double does not hold, `__proto__` keys, nesting deeper than 64, names that need an
 * escape. Without `isExact`, long integers may lose digits.
 */
export function parseJsonBody(bytes: Uint8Array, { firstLine = 1, isExact = true } = {}): ParsedBody {
  const text = decode(bytes)
  if (text === null) return malformed('is not UTF-8')
  try {
    const replaced = new Map<string, string>()
    const unescaped = text.includes('\\') ? unescapeNames(text, replaced) : text
    const parsed = inspectAll(JSON.parse(unescaped), replaced)
    // A reviver runs recursively, so only a body that is not too deep is parsed with it.
    const isTooDeep = parsed.faults.some(({ code }) => code === 'depth')
    return isTooDeep || !isExact || !/\d{16}/.test(text)
      ? parsed
      : inspectAll(JSON.parse(unescaped, markLossyIntegers), replaced)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // The parser's message repeats the input, which may be secret: the fault names only the place.
    return malformed(`is not JSON${describeJsonFault(text, firstLine)}`)
  }
}

/** Parses NDJSON into a list with a value for each line that is not empty. */
export function parseJsonLines(bytes: Uint8Array): ParsedBody {
  const lines = { ok: true as const, value: [] as unknown[], faults: [] as Fault[] }
  let lineNumber = 1
  for (let start = 0; start < bytes.length; start += 1) {
    if (bytes[start] === lineFeed) lineNumber += 1
    // Also past empty lines, of which a body may have millions.
    if (isWhitespace(bytes[start])) continue
    const end = bytes.indexOf(lineFeed, start)
    const line = bytes.subarray(start, end < 0 ? bytes.length : end)
    start += line.length
    const parsed = parseJsonBody(line, { firstLine: lineNumber })
    lineNumber += 1
    const within = (fault: Fault) => ({ ...fault, pointer: `/${lines.value.length}${fault.pointer}` })
    if (!parsed.ok) return { ...parsed, fault: within(parsed.fault) }
    lines.faults.push(...parsed.faults.map(within))
    if (lines.faults.length >= mostFaults) break
    lines.value.push(parsed.value)
    if (lines.value.length > mostLines) break
  }
  return lines
}

/** More items are too many for every list of the contract, so the rest is not read. */
const mostLines = 1000
const lineFeed = 0x0a

function isWhitespace(byte: number | undefined): boolean {
  return byte === lineFeed || byte === 0x0d || byte === 0x20 || byte === 0x09
}

function inspectAll(value: unknown, replaced: Replaced): ParsedBody & { ok: true } {
  const found: Found[] = []
  inspect(value, '', 0, found, replaced)
  const faults = found.map(({ pointer, code, text }): Fault => {
    return { in: 'body', pointer, code, message: `${nameSent(value, pointer)} ${text}.` }
  })
  return { ok: true, value, faults }
}

/** Nothing, or an empty object, which many clients send in its place. */
export function isNoBody(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return true
  const parsed = parseJsonBody(bytes)
  return parsed.ok && isObject(parsed.value) && Object.keys(parsed.value).length === 0 && parsed.faults.length === 0
}

function decode(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

/** Names that JSON cannot write without an escape, by what stands in their place. */
type Replaced = Map<string, string>

/**
 * Writes the names of members without escapes, and replaces what cannot be written so. V8's parser may confuse an escaped
 * name with a name that it has seen before (nodejs/node#63785), also in every text that the process parses later.
 */
function unescapeNames(text: string, replaced: Replaced): string {
  const parts: string[] = []
  let at = 0
  for (let start = text.indexOf('"'); start >= 0; start = text.indexOf('"', at)) {
    // The sticky expression goes from string to string, so that each character is read once.
    stringWithColon.lastIndex = start
    const [match, literal = '', colon] = stringWithColon.exec(text) ?? []
    if (match === undefined) break
    const isEscapedName = colon !== undefined && literal.includes('\\')
    parts.push(text.slice(at, start), isEscapedName ? unescapeName(literal, replaced) + colon : match)
    at = start + match.length
  }
  return parts.join('') + text.slice(at)
}

function unescapeName(literal: string, replaced: Replaced): string {
  const name = String(JSON.parse(literal))
  const plain = name.replaceAll(/["\\\p{Cc}\p{Cs}]/gu, '\uFFFD')
  if (plain !== name) replaced.set(plain, name)
  return `"${plain}"`
}

const stringWithColon = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?/sy

/** Marks integers that a double would change with NaN, which JSON itself cannot contain. */
function markLossyIntegers(_key: string, value: unknown, { source }: { source?: string } = {}): unknown {
  if (source === undefined || !Number.isInteger(value) || !/^-?\d+$/.test(source)) return value
  const isKept = String(value) === source || BigInt(source) === BigInt(Number(value))
  return isKept ? value : Number.NaN
}

function malformed(text: string): ParsedBody {
  return { ok: false, fault: faultIn('body', '', 'json', text) }
}

function inspect(value: unknown, pointer: string, depth: number, faults: Found[], replaced: Replaced): void {
  if (faults.length >= mostFaults) return
  if (typeof value === 'string') {
    const fault = findTextFault(value)
    if (fault) faults.push({ pointer, ...fault })
  } else if (typeof value === 'number' && !Number.isFinite(value)) {
    const text = Number.isNaN(value)
      ? 'has more digits than a number can keep here: send it as text, in quotes'
      : 'is a larger number than can be kept here'
    faults.push({ pointer, code: 'number', text })
  } else if (typeof value === 'object' && value !== null) {
    inspectChildren(value, pointer, depth + 1, faults, replaced)
  }
}

function inspectChildren(parent: object, pointer: string, depth: number, faults: Found[], replaced: Replaced): void {
  if (depth > deepest) {
    faults.push({ pointer: '', code: 'depth', text: `must not be nested deeper than ${deepest} levels` })
    return
  }
  for (const [key, child] of Object.entries(parent)) {
    const sent = replaced.get(key)
    if (sent === undefined && isPlain(key) && isPlain(child)) continue
    const fault = findNameFault(key, sent)
    const at = `${pointer}/${escapePointer(sent ?? key)}`
    if (fault) {
      faults.push({ pointer: at.toWellFormed(), ...fault })
      // A validator would refuse the name again, and write it otherwise.
      Reflect.deleteProperty(parent, key)
    } else inspect(child, at, depth, faults, replaced)
    if (faults.length >= mostFaults) return
  }
}

function findNameFault(key: string, sent: string | undefined): { code: string; text: string } | null {
  if (key === '__proto__') return { code: 'key', text: 'is not a name that can be used' }
  if (sent === undefined) return findTextFault(key)
  return { code: 'key', text: 'must be written without quotation marks, backslashes and control characters' }
}

/** True for most values. They need no pointer, so none is computed for them. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return value !== '__proto__' && findTextFault(value) === null
  return typeof value === 'number' ? Number.isFinite(value) : typeof value !== 'object' || value === null
}

/** The fault of a text that PostgreSQL cannot store; null when it can. */
export function findTextFault(text: string): { code: string; text: string } | null {
  if (text.includes('\0')) return { code: 'nul', text: 'has the character NUL, which cannot be stored: leave it out' }
  if (!text.isWellFormed())
    return { code: 'surrogate', text: 'has a part of a character, such as half an emoji: send all of it or none' }
  return null
}

export function escapePointer(key: string): string {
  const short = cut(key, 256)
  // Every name of every body passes here, and nearly none has such a character.
  // oxlint-disable-next-line no-control-regex -- NUL, which PostgreSQL refuses
  if (!/[~/\0]/.test(short)) return short
  return short.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('\0', '\\u0000')
}
