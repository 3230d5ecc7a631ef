import type { Fault } from '../contract.ts'

export type ParsedBody =
  | { ok: true; value: unknown; faults: Fault[] }
  /** No JSON at all. */
  | { ok: false; fault: Fault }

const deepest = 64
const mostFaults = 100
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/**
 * Parses a JSON body and points at everything in it that PostgreSQL or JavaScript could not give back as it
 * came: NUL characters and lone surrogates, numbers that a double does not hold, `__proto__` keys, nesting deeper than 64.
 */
export function parseJsonBody(bytes: Buffer): ParsedBody {
  let value: unknown
  try {
    const text = utf8.decode(bytes)
    value = /\d{16}/.test(text) ? JSON.parse(text, markLossyIntegers) : JSON.parse(text)
  } catch (error) {
    // The parser's message repeats the input: say where, not what.
    const position = error instanceof SyntaxError ? /position (\d+)/.exec(error.message)?.[1] : undefined
    const where = position ? ` at character ${position}` : ''
    const message = error instanceof SyntaxError ? `is not JSON${where}` : 'is not UTF-8'
    return { ok: false, fault: { in: 'body', pointer: '', code: 'json', message } }
  }
  const faults: Fault[] = []
  inspect(value, '', 0, faults)
  return { ok: true, value, faults }
}

/** JSON has no NaN, so that it can stand for an integer that would come back as another one. */
function markLossyIntegers(_key: string, value: unknown, { source }: { source?: string } = {}): unknown {
  if (source === undefined || !Number.isInteger(value) || !/^-?\d+$/.test(source)) return value
  return BigInt(source) === BigInt(Number(value)) ? value : Number.NaN
}

function inspect(value: unknown, pointer: string, depth: number, faults: Fault[]): void {
  if (faults.length >= mostFaults) return
  if (typeof value === 'string') {
    const fault = findTextFault(value)
    if (fault) faults.push({ in: 'body', pointer, ...fault })
  } else if (typeof value === 'number' && !Number.isFinite(value)) {
    const message = Number.isNaN(value)
      ? 'is an integer that a double does not keep exactly: send it as a string'
      : 'is a number beyond what a double can hold'
    faults.push({ in: 'body', pointer, code: 'number', message })
  } else if (typeof value === 'object' && value !== null) {
    inspectChildren(value, pointer, depth + 1, faults)
  }
}

function inspectChildren(container: object, pointer: string, depth: number, faults: Fault[]): void {
  if (depth > deepest) {
    faults.push({
      in: 'body',
      pointer: '',
      code: 'depth',
      message: `is nested deeper than ${deepest} levels`,
    })
    return
  }
  for (const [key, child] of Object.entries(container)) {
    const fault =
      key === '__proto__' ? { code: 'key', message: 'is not a name that can be used' } : findTextFault(key)
    const at = `${pointer}/${escapePointer(key)}`
    if (fault) faults.push({ in: 'body', pointer: at.toWellFormed(), ...fault })
    else inspect(child, at, depth, faults)
    if (faults.length >= mostFaults) return
  }
}

/** What PostgreSQL cannot store as text. */
export function findTextFault(text: string): { code: string; message: string } | null {
  if (text.includes('\0')) return { code: 'nul', message: 'holds a NUL character' }
  if (!text.isWellFormed()) return { code: 'surrogate', message: 'holds half a surrogate pair' }
  return null
}

export function escapePointer(key: string): string {
  return key.slice(0, 256).replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('\0', '\\u0000')
}
