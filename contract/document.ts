import { readFile } from 'node:fs/promises'
import type { QueryParameter } from './rules/parameters.ts'
import { asArray, asObject, asString, type JsonObject } from './json.ts'

/** One operation of the contract, as the pipeline needs it. */
export interface ContractOperation {
  id: string
  method: 'get' | 'post' | 'put' | 'delete'
  /** With `{name}` placeholders, as in the contract. */
  path: string
  roles: readonly string[]
  /** Bytes that the body may have; null where the operation takes none. */
  maxBodyBytes: number | null
  /** By name. What is a number is checked before it is coerced. */
  query: ReadonlyMap<string, QueryParameter>
  /** Names of path parameters that are numbers. */
  numbersInPath: readonly string[]
  /** Names of header parameters, as the contract writes them. */
  headers: readonly string[]
  /** Calls an external system, so that it may not hold a transaction open. */
  callsOut: boolean
  statuses: readonly number[]
  /** What it answers with when all goes well. */
  mediaTypes: readonly string[]
}

export interface Contract {
  /** The contract as one document, references inside it only. */
  document: JsonObject
  operations: readonly ContractOperation[]
  /** Title of each problem code. */
  titles: ReadonlyMap<string, string>
}

const contractFile = new URL('../spec/openapi.gen.json', import.meta.url)
const methods = ['get', 'post', 'put', 'delete'] as const
const largestBody = 1024 * 1024

/** Reads the contract, bundled. An operation that nobody may call stops the boot: deny by default. */
export async function readContract(): Promise<Contract> {
  const document = asObject(JSON.parse(await readFile(contractFile, 'utf8')))
  return { document, operations: readOperations(document), titles: readTitles(document) }
}

export function readOperations(document: JsonObject): ContractOperation[] {
  return Object.entries(asObject(document['paths'])).flatMap(([path, item]) => {
    const pathItem = asObject(item)
    return methods
      .filter((method) => method in pathItem)
      .map((method) => readOperation(document, path, method, pathItem))
  })
}

function readOperation(
  document: JsonObject,
  path: string,
  method: (typeof methods)[number],
  pathItem: JsonObject,
): ContractOperation {
  const operation = asObject(pathItem[method])
  const id = asString(operation['operationId'])
  const parameters = [
    ...asArray(pathItem['parameters'] ?? []),
    ...asArray(operation['parameters'] ?? []),
  ].map((parameter) => resolve(document, parameter))
  const roles = asArray(operation['security'] ?? []).flatMap((requirement) =>
    Object.values(asObject(requirement)).flatMap((names) => asArray(names).map(asString)),
  )
  if (roles.length === 0) throw new Error(`${id} has no roles in its security: nobody could call it.`)
  return {
    id,
    method,
    path,
    roles,
    maxBodyBytes: operation['requestBody'] ? readBodyLimit(asObject(operation['requestBody'])) : null,
    query: new Map(
      parameters
        .filter((parameter) => parameter['in'] === 'query')
        .map((parameter) => [
          asString(parameter['name']),
          {
            numeric: isNumeric(document, parameter),
            mayBeEmpty: parameter['allowEmptyValue'] === true,
          },
        ]),
    ),
    numbersInPath: parameters
      .filter((parameter) => parameter['in'] === 'path' && isNumeric(document, parameter))
      .map((parameter) => asString(parameter['name'])),
    headers: parameters
      .filter((parameter) => parameter['in'] === 'header')
      .map((parameter) => asString(parameter['name'])),
    callsOut: operation['x-calls-out'] === true,
    statuses: Object.keys(asObject(operation['responses'])).map(Number),
    mediaTypes: readMediaTypes(document, asObject(operation['responses'])),
  }
}

function readBodyLimit(requestBody: JsonObject): number {
  const limit = requestBody['x-max-body-bytes']
  return typeof limit === 'number' ? Math.min(limit, largestBody) : largestBody
}

/** An answer without a body goes with JSON, and with the only type that the contract then declares. */
function readMediaTypes(document: JsonObject, responses: JsonObject): string[] {
  const mediaTypes = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => Object.keys(asObject(resolve(document, response)['content'] ?? {})))
  return mediaTypes.length > 0 ? [...new Set(mediaTypes)] : ['application/json', 'application/problem+json']
}

function isNumeric(document: JsonObject, parameter: JsonObject): boolean {
  const { type } = resolve(document, parameter['schema'])
  return type === 'integer' || type === 'number'
}

function readTitles(document: JsonObject): Map<string, string> {
  const code = resolve(document, { $ref: '#/components/schemas/ProblemCode' })
  return new Map(
    Object.entries(asObject(code['x-enumDescriptions'])).map(([name, title]) => [name, asString(title)]),
  )
}

/** Follows a reference inside the bundled document. */
export function resolve(document: JsonObject, node: unknown): JsonObject {
  const object = asObject(node)
  const reference = object['$ref']
  if (typeof reference !== 'string') return object
  const target = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, part) => asObject(at)[part.replaceAll('~1', '/').replaceAll('~0', '~')], document)
  return resolve(document, target)
}
