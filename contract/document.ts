import { readFile } from 'node:fs/promises'
import type { QueryParameter } from './rules/parameters.ts'
import { asArray, asObject, asString, unescapePointer, type JsonObject } from './json.ts'

/** One operation of the contract, in the form that the pipeline uses. */
export interface ContractOperation {
  id: string
  method: 'get' | 'post' | 'put' | 'delete'
  /** The path with `{name}` placeholders, as in the contract. */
  path: string
  roles: readonly string[]
  /** False for an operation that is open without a role, too. */
  needsRole: boolean
  /** The most bytes that the body may have (`x-max-body-bytes`, or 1 MiB); null where the operation takes no body. */
  maxBodyBytes: number | null
  /** The body may also be NDJSON: a line for each item of the list that JSON would have. */
  takesLines: boolean
  /** It speaks OTLP: the body may also be protobuf and compressed, and refusals are no problem documents (D-44). */
  isOtlp: boolean
  /** Its messages are those of the Model Context Protocol (D-45). */
  isMcp: boolean
  /** The validator checks a plainer schema in place of that of the body (`x-validated-as`). */
  dependsOnType: boolean
  /**
   * The query parameters by name. Numbers are checked as text, before a validator coerces them. Of a parameter with `x-trimmed`,
   * white space around the text does not count.
   */
  query: ReadonlyMap<string, QueryParameter>
  /** The names of the path parameters that are numbers. */
  numbersInPath: readonly string[]
  /** The names of the header parameters, as the contract writes them. */
  headers: readonly string[]
  /**
   * The type of resource whose changes are shown to whoever may call this operation (`x-reads-changes-of`); null for most
   * operations.
   */
  readsChangesOf: string | null
  /** The operation changes nothing, although it is no GET (`x-reads`): it takes no Idempotency-Key, and leaves no record. */
  isRead: boolean
  /** It changes nothing, here or at an external system that the caller names (`x-mcp: change`): assistants may call it unasked. */
  isSafe: boolean
  /** The same request again does no harm (`x-repeatable`): it takes no Idempotency-Key, and what it writes is its own record. */
  isRepeatable: boolean
  /**
   * The operation waits for more than the database: for an external system, or for threads (`x-calls-out`). It must not hold a
   * transaction open, nor a place in the queue of reads.
   */
  callsOut: boolean
  /** The list of the body whose items count as a request each (`x-counts-each`); null where a request counts as one. */
  countsEach: string | null
  /** The requests of a caller to this operation have a limit of their own, too (`x-own-rate-limit`). */
  hasOwnLimit: boolean
  /** The answer has a secret (`x-secret-answer`): kept for an Idempotency-Key, it is sealed. */
  hasSecretAnswer: boolean
  statuses: readonly number[]
  /** The media types of its successful answers. */
  mediaTypes: readonly string[]
}

export interface Contract {
  /** The contract as one document; all references lead inside it. */
  document: JsonObject
  operations: readonly ContractOperation[]
  titles: ReadonlyMap<string, string>
}

const contractFile = new URL('../spec/gen/openapi.gen.json', import.meta.url)
const methods = ['get', 'post', 'put', 'delete'] as const
const usualBody = 1024 * 1024

/** Who they are is no secret from callers, whatever their roles. */
const openWithoutRole = new Set(['getMe', 'listInstances'])

/** Reads the bundled contract. Throws for another operation that needs no role, so that none is open by mistake. */
export async function readContract(): Promise<Contract> {
  const document = asObject(JSON.parse(await readFile(contractFile, 'utf8')))
  return { document, operations: readOperations(document), titles: readTitles(document) }
}

export function readOperations(document: JsonObject): ContractOperation[] {
  return findOperations(document).map(({ path, method }) => readOperation(document, path, method))
}

/** Where the operations are in the document. */
export function findOperations(document: JsonObject) {
  return Object.entries(asObject(document['paths'])).flatMap(([path, item]) =>
    methods.filter((method) => method in asObject(item)).map((method) => ({ path, method })),
  )
}

/** The operation as the contract has it, and all its parameters: its own and those of its path, with references followed. */
export function readNode(document: JsonObject, path: string, method: string) {
  const item = asObject(asObject(document['paths'])[path])
  const node = asObject(item[method])
  const parameters = [item, node]
    .flatMap((place) => asArray(place['parameters'] ?? []))
    .map((parameter) => resolve(document, parameter))
  return { node, parameters }
}

function readOperation(document: JsonObject, path: string, method: (typeof methods)[number]): ContractOperation {
  const { node: operation, parameters } = readNode(document, path, method)
  const id = asString(operation['operationId'])
  const { roles, needsRole } = readSecurity(operation)
  const request = operation['requestBody'] === undefined ? null : asObject(operation['requestBody'])
  const bodies = asObject(request?.['content'] ?? {})
  const isIn = (place: string) => (parameter: JsonObject) => parameter['in'] === place
  const nameOf = (parameter: JsonObject) => asString(parameter['name'])
  const textOf = (name: string) => (operation[name] === undefined ? null : asString(operation[name]))
  if (!needsRole && !openWithoutRole.has(id)) throw new Error(`${id} needs a role in every part of its security.`)
  return {
    id,
    method,
    path,
    roles,
    needsRole,
    maxBodyBytes: request && Number(request['x-max-body-bytes'] ?? usualBody),
    takesLines: 'application/x-ndjson' in bodies,
    isOtlp: 'application/x-protobuf' in bodies,
    isMcp: operation['x-mcp'] === 'messages',
    dependsOnType: Object.values(bodies).some(
      (body) => 'x-validated-as' in resolve(document, asObject(body)['schema']),
    ),
    query: new Map(
      parameters.filter(isIn('query')).map((parameter) => {
        const [mayBeEmpty, trimmed] = [parameter['allowEmptyValue'] === true, parameter['x-trimmed'] === true]
        const [numeric, isList] = [isNumeric(document, parameter), isListed(document, parameter)]
        return [nameOf(parameter), { numeric, isList, mayBeEmpty, trimmed }]
      }),
    ),
    numbersInPath: parameters
      .filter(isIn('path'))
      .filter((parameter) => isNumeric(document, parameter))
      .map(nameOf),
    headers: parameters.filter(isIn('header')).map(nameOf),
    readsChangesOf: textOf('x-reads-changes-of'),
    isRead: operation['x-reads'] === true,
    isSafe: (method === 'get' || operation['x-reads'] === true) && operation['x-mcp'] !== 'change',
    isRepeatable: operation['x-repeatable'] === true,
    callsOut: operation['x-calls-out'] === true,
    countsEach: textOf('x-counts-each'),
    hasOwnLimit: operation['x-own-rate-limit'] === true,
    hasSecretAnswer: operation['x-secret-answer'] === true,
    statuses: Object.keys(asObject(operation['responses'])).map(Number),
    mediaTypes: readMediaTypes(document, asObject(operation['responses'])),
  }
}

/** Any one of the requirements opens the operation; one that names no role is met by every token. */
export function readSecurity(operation: JsonObject): Pick<ContractOperation, 'roles' | 'needsRole'> {
  const requirements = asArray(operation['security'] ?? []).map((requirement) =>
    Object.values(asObject(requirement)).flatMap((names) => asArray(names).map(asString)),
  )
  const needsRole = requirements.length > 0 && requirements.every((roles) => roles.length > 0)
  return { roles: requirements.flat(), needsRole }
}

/** The media types of the successful answers. Where these have no body, `Accept` may ask for JSON or for problems. */
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

/** A list is one text: its values could not be told from those of a repeated parameter. */
function isListed(document: JsonObject, parameter: JsonObject): boolean {
  const isList = resolve(document, parameter['schema'])['type'] === 'array'
  if (isList && parameter['explode'] !== false)
    throw new Error(`The parameter ${String(parameter['name'])} is a list: it needs style form and explode false.`)
  return isList
}

/** The title of each problem code (`x-enumDescriptions`). */
export function readTitles(document: JsonObject): Map<string, string> {
  const code = resolve(document, { $ref: '#/components/schemas/ProblemCode' })
  return new Map(Object.entries(asObject(code['x-enumDescriptions'])).map(([name, title]) => [name, asString(title)]))
}

/** Follows a reference inside the bundled document; returns a node without a reference unchanged. */
export function resolve(document: JsonObject, node: unknown): JsonObject {
  const object = asObject(node)
  const reference = object['$ref']
  if (typeof reference !== 'string') return object
  const target = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, part) => asObject(at)[unescapePointer(part)], document)
  return resolve(document, target)
}
