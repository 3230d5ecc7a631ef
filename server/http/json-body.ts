import type { Fault, ProblemCode } from '../contract.ts'

export type ParsedBody =
  | { ok: true; value: unknown }
  | { ok: false; code: Extract<ProblemCode, 'malformed_json' | 'invalid_request'>; faults: Fault[] }

const deepest = 64
const mostFaults = 100
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/**
 * Parses a JSON body and refuses, with a pointer to each, what PostgreSQL or JavaScript could not give back as it
 * came: NUL characters and lone surrogates, numbers beyond a double, `__proto__` keys, nesting deeper than 64.
 */
export function parseJsonBody(bytes: Buffer): ParsedBody {
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch (error) {
    // The parser's message repeats the input: say where, not what.
    const position = error instanceof SyntaxError ? /position (\d+)/.exec(error.message)?.[1] : undefined
    const where = position ? ` at character ${position}` : ''
    const message = error instanceof SyntaxError ? `is not JSON${where}` : 'is not UTF-8'
    return { ok: false, code: 'malformed_json', faults: [{ in: 'body', pointer: '', code: 'json', message }] }
  }
  const faults: Fault[] = []
  inspect(value, '', 0, faults)
  return faults.length === 0 ? { ok: true, value } : { ok: false, code: 'invalid_request', faults }
}

function inspect(value: unknown, pointer: string, depth: number, faults: Fault[]): void {
  if (faults.length >= mostFaults) return
  if (typeof value === 'string') {
    const fault = findTextFault(value)
    if (fault) faults.push({ in: 'body', pointer, ...fault })
  } else if (typeof value === 'number' && !Number.isFinite(value)) {
    faults.push({ in: 'body', pointer, code: 'number', message: 'is a number beyond what a double can hold' })
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
