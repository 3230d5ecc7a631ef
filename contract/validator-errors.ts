import type { ErrorObject } from 'ajv/dist/2020.js'
import { brokenRule, withoutRepeats } from './rules/faults.ts'
import { escapePointer } from './rules/json-text.ts'
import type { Fault } from './types.ts'

/**
 * The errors of an Ajv with `verbose` as faults in words for people. Where a schema has a branch for each case (`oneOf`,
 * told apart by a `const`), only the errors of the case that the value stands for are told: where it stands for none, the
 * schema around the branches says why.
 */
export function readErrors(place: Fault['in'], errors: readonly ErrorObject[]): Fault[] {
  const otherCases = new Set(
    errors.filter(({ keyword }) => keyword === 'const').map(({ schemaPath }) => branchOf(schemaPath)),
  )
  const precise = errors.filter(
    ({ keyword, schemaPath }) =>
      !summaries.has(keyword) &&
      (!isInBranch(schemaPath) || (otherCases.size > 0 && !otherCases.has(branchOf(schemaPath)))),
  )
  return withoutRepeats(
    precise.map((error) => brokenRule(place, pointerOf(error), error.keyword, error.parentSchema ?? {})),
  )
}

/** Said by a branch too, more precisely. */
const summaries = new Set(['if', 'oneOf', 'anyOf', 'allOf'])

function branchOf(schemaPath: string): string {
  return schemaPath.replace(/(\/oneOf\/\d+)\/.*/, '$1')
}

function isInBranch(schemaPath: string): boolean {
  return schemaPath.includes('/oneOf/')
}

/** What is missing or too many is at fault itself, not the object around it. */
function pointerOf({ instancePath, params }: ErrorObject): string {
  const name: unknown = params['missingProperty'] ?? params['additionalProperty']
  return typeof name === 'string' ? `${instancePath}/${escapePointer(name)}` : instancePath
}
