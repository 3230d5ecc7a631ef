import type { Fault } from '../types.ts'
import { faultIn } from './faults.ts'

export type ParsedBody = { ok: true; value: unknown; faults: Fault[] } | RefusedBody

/** What is not even parsed. */
export type RefusedBody = { ok: false; code: 'malformed_json' | 'invalid_request'; fault: Fault }

const deepest = 64
const mostFaults = 1000
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/**
 * Parses a JSON body and points at everything in it that PostgreSQL or JavaScript could not give back as it
 * came: NUL characters and lone surrogates, numbers that a double does not hold, `__proto__` keys, nesting deeper than
 * 64, names that need an escape.
 */
export function parseJsonBody(bytes: Uint8Array): ParsedBody {
  const text = decode(bytes)
  if (text === null) return refuse('malformed_json', 'is not UTF-8')
  try {
    const unescaped = text.includes('\\') ? unescapeNames(text) : text
    if (unescaped === null)
      return refuse(
        'invalid_request',
        'has a name with a quote, a backslash, a control character or half a surrogate pair',
      )
    const parsed = inspectAll(JSON.parse(unescaped))
    // A reviver calls itself level by level, so that only a body which is not too deep may meet it.
    const isTooDeep = parsed.faults.some(({ code }) => code === 'depth')
    return isTooDeep || !/\d{16}/.test(text) ? parsed : inspectAll(JSON.parse(unescaped, markLossyIntegers))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // The parser's message repeats the input: say where, not what.
    const position = /position (\d+)/.exec(error.message)?.[1]
    return refuse('malformed_json', `is not JSON${position ? ` at character ${position}` : ''}`)
  }
}

function inspectAll(value: unknown): ParsedBody & { ok: true } {
  const faults: Fault[] = []
  inspect(value, '', 0, faults)
  return { ok: true, value, faults }
}

function decode(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

/**
 * Writes the names of members without escapes; null when one cannot be. V8's parser may take a name that is written
 * with an escape for one that it has seen before (nodejs/node#63785), in every text that the process parses later too.
 */
function unescapeNames(text: string): string | null {
  const parts: string[] = []
  let at = 0
  for (let start = text.indexOf('"'); start >= 0; start = text.indexOf('"', at)) {
    // Sticky, from one string's end to the next one's beginning: each character is looked at once.
    stringWithColon.lastIndex = start
    const [match, literal = '', colon] = stringWithColon.exec(text) ?? []
    if (match === undefined) break
    const isEscapedName = colon !== undefined && literal.includes('\\')
    const written = isEscapedName ? JSON.stringify(JSON.parse(literal)) + colon : match
    if (isEscapedName && written.includes('\\')) return null
    parts.push(text.slice(at, start), written)
    at = start + match.length
  }
  return parts.join('') + text.slice(at)
}

const stringWithColon = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?/sy

/** JSON has no NaN, so that it can stand for an integer that would come back as another one. */
function markLossyIntegers(_key: string, value: unknown, { source }: { source?: string } = {}): unknown {
  if (source === undefined || !Number.isInteger(value) || !/^-?\d+$/.test(source)) return value
  const isKept = String(value) === source || BigInt(source) === BigInt(Number(value))
  return isKept ? value : Number.NaN
}

function refuse(code: RefusedBody['code'], text: string): RefusedBody {
  return {
    ok: false,
    code,
    fault: faultIn('body', '', code === 'malformed_json' ? 'json' : 'key', text),
  }
}

function inspect(value: unknown, pointer: string, depth: number, faults: Fault[]): void {
  if (faults.length >= mostFaults) return
  if (typeof value === 'string') {
    const fault = findTextFault(value)
    if (fault) faults.push(faultIn('body', pointer, fault.code, fault.text))
  } else if (typeof value === 'number' && !Number.isFinite(value)) {
    const text = Number.isNaN(value)
      ? 'is an integer that a double does not keep exactly: send it as a string'
      : 'is a number beyond what a double can hold'
    faults.push(faultIn('body', pointer, 'number', text))
  } else if (typeof value === 'object' && value !== null) {
    inspectChildren(value, pointer, depth + 1, faults)
  }
}

function inspectChildren(container: object, pointer: string, depth: number, faults: Fault[]): void {
  if (depth > deepest) {
    faults.push(faultIn('body', '', 'depth', `must not be nested deeper than ${deepest} levels`))
    return
  }
  for (const [key, child] of Object.entries(container)) {
    if (isPlain(key) && isPlain(child)) continue
    const fault =
      key === '__proto__' ? { code: 'key', text: 'is not a name that can be used' } : findTextFault(key)
    const at = `${pointer}/${escapePointer(key)}`
    if (fault) faults.push(faultIn('body', at.toWellFormed(), fault.code, fault.text))
    else inspect(child, at, depth, faults)
    if (faults.length >= mostFaults) return
  }
}

/** Nearly all are: nobody needs to know where they stand. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return value !== '__proto__' && findTextFault(value) === null
  return typeof value === 'number' ? Number.isFinite(value) : typeof value !== 'object' || value === null
}

/** What PostgreSQL cannot store as text. */
export function findTextFault(text: string): { code: string; text: string } | null {
  if (text.includes('\0')) return { code: 'nul', text: 'must not hold a NUL character' }
  if (!text.isWellFormed()) return { code: 'surrogate', text: 'must not hold half a surrogate pair' }
  return null
}

export function escapePointer(key: string): string {
  const short = key.slice(0, 256)
  // Nearly none has one, and every name of every body comes by.
  // oxlint-disable-next-line no-control-regex -- NUL, which PostgreSQL refuses
  if (!/[~/\0]/.test(short)) return short
  return short.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('\0', '\\u0000')
}
