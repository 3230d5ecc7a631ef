import type { Fault } from '../types.ts'
import { escapePointer, findTextFault } from './json-text.ts'

const decimal = /^-?\d{1,16}(\.\d{1,16})?$/

/**
 * Reads a query strictly: validators would let `?size=Infinity`, `?size=%20` (as 0) and `?__proto__[x]=1` pass, or stop
 * at the first unknown name. Faulty parameters are left out of `values`, so that a validator names only what this
 * does not.
 */
export function readQuery(
  parameters: ReadonlyMap<string, { numeric: boolean }>,
  queryString: string,
): { values: Record<string, string>; faults: Fault[] } {
  const values: Record<string, string> = {}
  const faults: Fault[] = []
  const given = new URLSearchParams(queryString)
  for (const name of new Set(given.keys())) {
    const [value = '', ...more] = given.getAll(name)
    const fault = findFault(parameters.get(name), value, more.length > 0)
    if (fault) faults.push({ in: 'query', pointer: `/${escapePointer(name).toWellFormed()}`, ...fault })
    else values[name] = value
  }
  return { values, faults }
}

function findFault(
  parameter: { numeric: boolean } | undefined,
  value: string,
  isRepeated: boolean,
): { code: string; message: string } | null {
  if (!parameter) return { code: 'unknown', message: 'is not a parameter of this operation' }
  if (isRepeated) return { code: 'repeated', message: 'is given more than once' }
  if (value === '') return { code: 'empty', message: 'is empty; leave it out instead' }
  if (parameter.numeric && !decimal.test(value))
    return { code: 'type', message: 'must be a plain decimal number' }
  return findTextFault(value)
}

/** Validators would take `1e0` and `0x1` for numbers, and Infinity from more digits than a double has. */
export function findPathFaults(
  numbers: readonly string[],
  values: Readonly<Record<string, unknown>>,
): Fault[] {
  return numbers
    .filter((name) => !/^\d{1,300}$/.test(String(values[name])) && !Number.isNaN(Number(values[name])))
    .map((name) => ({
      in: 'path',
      pointer: `/${name}`,
      code: 'type',
      message: 'must be a plain whole number',
    }))
}
