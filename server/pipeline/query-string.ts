import type { ContractOperation } from '../../contract/document.ts'
import type { Fault } from '../../contract/types.ts'
import { escapePointer, findTextFault } from '../../contract/rules/json-text.ts'

const decimal = /^-?\d{1,16}(\.\d{1,16})?$/

/**
 * Reads a query strictly: the validator behind it would let `?size=Infinity`, `?size=%20` (as 0) and
 * `?__proto__[x]=1` pass, and would stop at the first unknown name. Faulty parameters are left out of `values`,
 * so that the validator names only what this does not.
 */
export function readQuery(
  operation: ContractOperation,
  queryString: string,
): { values: Record<string, string>; faults: Fault[] } {
  const values: Record<string, string> = {}
  const faults: Fault[] = []
  for (const [name, occurrences] of groupByName(new URLSearchParams(queryString))) {
    const fault = findFault(operation, name, occurrences)
    if (fault) faults.push({ in: 'query', pointer: `/${escapePointer(name).toWellFormed()}`, ...fault })
    else values[name] = occurrences[0] ?? ''
  }
  return { values, faults }
}

function groupByName(parameters: URLSearchParams): Map<string, string[]> {
  const grouped = new Map<string, string[]>()
  for (const [name, value] of parameters) {
    const values = grouped.get(name)
    if (values) values.push(value)
    else grouped.set(name, [value])
  }
  return grouped
}

function findFault(
  operation: ContractOperation,
  name: string,
  values: string[],
): { code: string; message: string } | null {
  const parameter = operation.query.get(name)
  if (!parameter) return { code: 'unknown', message: 'is not a parameter of this operation' }
  if (values.length > 1) return { code: 'repeated', message: 'is given more than once' }
  const [value = ''] = values
  if (value === '') return { code: 'empty', message: 'is empty; leave it out instead' }
  if (parameter.numeric && !decimal.test(value))
    return { code: 'type', message: 'must be a plain decimal number' }
  return findTextFault(value)
}
