import { asArray, asObject } from '../../server/json.ts'

/** The faults of a problem document as sorted lines: `body /name required`. */
export function faultsOf({ json }: { json: unknown }): string[] {
  return asArray(asObject(json)['errors'])
    .map(asObject)
    .map((fault) => `${String(fault['in'])} ${String(fault['pointer'])} ${String(fault['code'])}`)
    .sort()
}
