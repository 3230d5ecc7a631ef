import type { ErrorObject } from 'ajv/dist/2020.js'
import { brokenRule, withoutRepeats } from './rules/faults.ts'
import { escapePointer } from './rules/json-text.ts'
import type { Fault } from './types.ts'

/**
 * Turns the errors of an Ajv with `verbose` into faults in words for people. Some schemas have a branch for each case
 * (`oneOf`, told apart by a `const`). Of these, only the errors of the value's own case are reported. A value of no case
 * breaks a rule of the schema around the branches, which is reported.
 */
export function readErrors(place: Fault['in'], errors: readonly ErrorObject[]): Fault[] {
  const otherCases = new Set(
    errors.filter(({ keyword }) => keyword === 'const').map(({ schemaPath }) => branchOf(schemaPath)),
  )
  const isOfCase = ({ schemaPath }: ErrorObject) =>
    !schemaPath.includes('/oneOf/') || (otherCases.size > 0 && !otherCases.has(branchOf(schemaPath)))
  const precise = errors.filter((error) => !summaries.has(error.keyword) && isOfCase(error))
  return withoutRepeats(
    precise.map((error) => brokenRule(place, pointerOf(error), error.keyword, error.parentSchema ?? {})),
  )
}

/** Keywords whose errors the branches report more precisely. */
const summaries = new Set(['if', 'oneOf', 'anyOf', 'allOf'])

/** `#/oneOf/1` for `#/oneOf/1/properties/type/const`. */
function branchOf(schemaPath: string): string {
  const at = schemaPath.indexOf('/oneOf/')
  return at < 0 ? schemaPath : schemaPath.slice(0, schemaPath.indexOf('/', at + '/oneOf/'.length))
}

/** A missing or unknown member is reported at its own pointer, not at the object's. */
function pointerOf({ instancePath, params }: ErrorObject): string {
  const name: unknown = params['missingProperty'] ?? params['additionalProperty']
  return typeof name === 'string' ? `${instancePath}/${escapePointer(name)}` : instancePath
}
