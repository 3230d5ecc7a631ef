import { isApiError, type ApiError } from '../../sdk/src/index.ts'
import { asArray, asObject } from '../../contract/json.ts'

/** The faults of a problem, from the SDK or from a raw answer, as sorted lines: `body /name required`. */
export function faultsOf(problem: ApiError | { json: unknown }): string[] {
  return asArray(isApiError(problem) ? problem.errors : asObject(problem.json)['errors'])
    .map(asObject)
    .map((fault) => `${String(fault['in'])} ${String(fault['pointer'])} ${String(fault['code'])}`)
    .sort()
}
