import { faultIn } from '../../contract/rules/faults.ts'
import { escapePointer, findTextFault } from '../../contract/rules/json-text.ts'
import { findPathFaults, readQuery } from '../../contract/rules/parameters.ts'
import { bodyMissing, bodyNotTaken } from '../../contract/rules/problems.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'
import type { Fault } from '../../contract/types.ts'
import type { CallInput } from '../contract/operation.ts'
import type { OperationTool } from './tools.ts'

/** The items of a page. */
const pageSize = '20'

/**
 * The arguments of a tool as the input of its operation. The query goes the way of a request, as a text, so that it has the same
 * faults. `textFaults` were found while the message was parsed.
 */
export function readArguments(tool: OperationTool, given: JsonObject, textFaults: readonly Fault[]): CallInput {
  const { operation, pathNames, headerNames } = tool
  const { body, ...others } = given
  const path: Record<string, string> = {}
  const headers: Record<string, string> = {}
  const query: [string, string][] = []
  for (const [name, value] of Object.entries(others)) {
    // Models send null for what they leave out.
    if (value === null) continue
    const header = Object.hasOwn(headerNames, name) ? headerNames[name] : undefined
    if (header !== undefined) headers[header.toLowerCase()] = write(value)
    else if (pathNames.includes(name)) path[name] = write(value)
    else query.push([name, write(value)])
  }
  const read = readQuery(queryArguments(operation), new URLSearchParams(query).toString())
  if (isPaged(operation)) read.values['size'] = pageSize
  return {
    path,
    query: read.values,
    headers,
    body: operation.maxBodyBytes === null ? undefined : body,
    faults: [
      ...textFaults,
      ...query.flatMap(findBrokenText),
      ...read.faults,
      ...findPathFaults(operation.numbersInPath, path),
      ...findPresence(operation, body),
    ],
  }
}

/** A part of a character, which an address cannot have. */
function findBrokenText([name, value]: [string, string]): Fault[] {
  const fault = value.isWellFormed() ? null : findTextFault(value)
  return fault ? [faultIn('query', `/${escapePointer(name)}`, fault.code, fault.text)] : []
}

function findPresence({ maxBodyBytes }: OperationTool['operation'], body: unknown): Fault[] {
  if (maxBodyBytes !== null) return body === undefined ? [bodyMissing] : []
  return body === undefined || body === null ? [] : [bodyNotTaken]
}

/** Pages of a list follow each other by `cursor`. */
export function isPaged({ method, query }: OperationTool['operation']): boolean {
  return method === 'get' && query.has('size')
}

function queryArguments(operation: OperationTool['operation']): OperationTool['operation']['query'] {
  const { query } = operation
  return isPaged(operation) ? new Map([...query].filter(([name]) => name !== 'page' && name !== 'size')) : query
}

function write(value: unknown): string {
  if (Array.isArray(value)) return value.map(write).join(',')
  return isObject(value) ? JSON.stringify(value) : String(value)
}
