import { findPathFaults, readQuery } from '../../contract/rules/parameters.ts'
import { bodyMissing, bodyNotTaken } from '../../contract/rules/problems.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'
import type { Fault } from '../../contract/types.ts'
import type { CallInput } from '../contract/operation.ts'
import type { OperationTool } from './tools.ts'

/** The items of a page. */
const pageSize = '20'

/**
 * The arguments of a tool as the input of its operation. The query goes the way of a request: as a text, so that it has the same
 * faults. `textFaults` were found while the message was parsed, at places inside the arguments.
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
  const takesBody = operation.maxBodyBytes !== null
  const hasBody = body !== undefined && body !== null
  return {
    path,
    query: read.values,
    headers,
    body: takesBody ? (body ?? undefined) : undefined,
    faults: [
      ...textFaults,
      ...read.faults,
      ...findPathFaults(operation.numbersInPath, path),
      ...(takesBody && !hasBody ? [bodyMissing] : []),
      ...(!takesBody && hasBody ? [bodyNotTaken] : []),
    ],
  }
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
