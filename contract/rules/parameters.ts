import type { Fault } from '../types.ts'
import { faultIn, unknownName } from './faults.ts'
import { escapePointer, findTextFault } from './json-text.ts'

/** A number as JSON and JavaScript write it: `0.5`, `1e-7`. */
const number = /^-?\d{1,24}(\.\d{1,24})?(e[+-]?\d{1,3})?$/i

export interface QueryParameter {
  numeric: boolean
  /** Whether it is a list, whose values are separated by commas. */
  isList: boolean
  /** Whether an empty value counts as absent: forms send empty filters. */
  mayBeEmpty: boolean
  /** Whether spaces at both ends do not count: people paste what they search. */
  trimmed: boolean
}

/**
 * Reads a query strictly. Validators would accept `?size=Infinity`, `?size=%20` (as 0) and `?__proto__[x]=1`, or stop at the
 * first unknown name. `values` leaves out faulty parameters, so that a validator does not report them again.
 */
export function readQuery(
  parameters: ReadonlyMap<string, QueryParameter>,
  queryString: string,
): { values: Record<string, string | string[]>; faults: Fault[] } {
  const values: Record<string, string | string[]> = {}
  const faults: Fault[] = []
  if (queryString === '') return { values, faults }
  // Behind an ampersand, since a question mark at the beginning would be dropped: it is a part of the first name.
  const given = new URLSearchParams(`&${queryString}`)
  for (const name of new Set(given.keys())) {
    const [value = '', ...more] = given.getAll(name)
    const { numeric = false, isList = false, mayBeEmpty = false } = parameters.get(name) ?? {}
    if (value === '' && mayBeEmpty && more.length === 0) continue
    const fault = findFault(numeric, value, more.length > 0)
    const pointer = `/${escapePointer(name).toWellFormed()}`
    if (!parameters.has(name)) faults.push(unknownName('query', pointer, 'unknown', [...parameters.keys()]))
    else if (fault) faults.push(faultIn('query', pointer, fault.code, fault.text))
    else values[name] = isList ? value.split(',') : value
  }
  return { values, faults }
}

/** The values without spaces around searched texts; spaces alone are no filter. Null when no value has such spaces. */
export function trimTexts(
  parameters: ReadonlyMap<string, QueryParameter>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> | null {
  const isPadded = (name: string, value: unknown): value is string =>
    typeof value === 'string' && parameters.get(name)?.trimmed === true && value !== value.trim()
  const entries = Object.entries(values)
  if (!entries.some(([name, value]) => isPadded(name, value))) return null
  const trimmed = entries.map(([name, value]) => [name, isPadded(name, value) ? value.trim() : value] as const)
  return Object.fromEntries(trimmed.filter(([, value]) => value !== ''))
}

function findFault(numeric: boolean, value: string, isRepeated: boolean): { code: string; text: string } | null {
  if (isRepeated) return { code: 'repeated', text: 'must be given once only' }
  if (value === '') return { code: 'empty', text: 'is empty: leave it out instead' }
  if (numeric && !(number.test(value) && Number.isFinite(Number(value))))
    return { code: 'type', text: 'must be a number' }
  return findTextFault(value)
}

/**
 * Faults of a path that validators would accept: numbers as `1e0` and `0x1`, or of more digits than a double has, which they
 * read as Infinity; and texts that PostgreSQL cannot store.
 */
export function findPathFaults(numbers: readonly string[], values: Readonly<Record<string, unknown>>): Fault[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const text = String(value)
    const isOddNumber = numbers.includes(name) && !/^\d{1,300}$/.test(text) && !Number.isNaN(Number(text))
    const fault = isOddNumber ? { code: 'type', text: 'must be a plain whole number' } : findTextFault(text)
    return fault ? [faultIn('path', `/${name}`, fault.code, fault.text)] : []
  })
}
