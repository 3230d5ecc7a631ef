import { faultIn } from '../../contract/rules/faults.ts'
import { parseJsonBody } from '../../contract/rules/json-text.ts'
import { findPathFaults, readQuery } from '../../contract/rules/parameters.ts'
import { asString, isObject, type JsonObject } from '../../contract/json.ts'
import type { CallInput } from '../contract/operation.ts'
import type { OperationTool } from './tools.ts'

/** The items of a page. */
const pageSize = '20'

/**
 * The arguments of a tool as the input of its operation. The query goes the way of a request, as a text, so that it has the same
 * faults.
 */
export function readArguments({ operation, parameters }: OperationTool, given: JsonObject): CallInput {
  const { body, ...others } = given
  const path: Record<string, string> = {}
  const headers: Record<string, string> = {}
  const query: [string, string][] = []
  for (const [argument, value] of Object.entries(others)) {
    // Models send null for what they leave out.
    if (value === null) continue
    const { in: place, name } = parameters.get(argument) ?? {}
    if (place === 'header') headers[asString(name).toLowerCase()] = write(value)
    else if (place === 'path') path[argument] = write(value)
    else query.push([argument, write(value)])
  }
  const known = new Map([...operation.query].filter(([name]) => parameters.has(name)))
  const read = readQuery(known, new URLSearchParams(query).toString())
  if (isPaged(operation)) read.values['size'] = pageSize
  const faults = [...read.faults, ...findPathFaults(operation.numbersInPath, path)]
  if (needsMatch(operation) && headers['if-match'] === undefined) faults.push(matchMissing)
  return { path, query: read.values, headers, body: readBody(body), faults }
}

/** Models send objects as texts of JSON, too. */
function readBody(sent: unknown): unknown {
  if (typeof sent !== 'string' || !sent.startsWith('{')) return sent
  const parsed = parseJsonBody(Buffer.from(sent))
  return parsed.ok && parsed.faults.length === 0 ? parsed.value : sent
}

/** What replaces a resource has to be based on all of it: lists show a part. */
export function needsMatch({ method, path, headers }: OperationTool['operation']): boolean {
  return method === 'put' && path.endsWith('}') && headers.includes('If-Match')
}

const matchMissing = faultIn(
  'header',
  '/if-match',
  'required',
  'must be the `etag` of what is changed (argument `ifMatch`): read it first, and send all its fields',
)

/** Pages of a list have the same size, and follow each other by `cursor`. */
export function isPaged({ method, query }: OperationTool['operation']): boolean {
  return method === 'get' && query.has('size')
}

function write(value: unknown): string {
  if (Array.isArray(value)) return value.map(write).join(',')
  return isObject(value) ? JSON.stringify(value) : String(value)
}
