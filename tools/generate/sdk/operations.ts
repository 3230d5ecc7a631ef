import { findOperations, readNode, readSecurity, resolve } from '../../../contract/document.ts'
import { asArray, asObject, asString, type JsonObject } from '../../../contract/json.ts'
import { nameMethod } from '../../../contract/method-names.ts'

const instancePath = '/instances/{instanceId}'

/** The facts about an operation of the contract from which the SDK is generated. */
export interface SdkOperation {
  id: string
  method: string
  /** The path after the instance: `/agents/{agentId}`; the whole path of an operation that is of no instance. */
  path: string
  isOfInstance: boolean
  /** The path of the method in the client: `['twuModels', 'versions', 'list']`. */
  names: string[]
  summary: string
  description: string
  failure: string
  pathParameters: Parameter[]
  queryParameters: Parameter[]
  /** The TypeScript type of the JSON body, and its shortest example; null where the operation takes no body. */
  body: { type: string; example: unknown } | null
  answer: Answer
  takesIfMatch: boolean
  takesIdempotencyKey: boolean
  /** It changes nothing, although it is no GET. */
  isRead: boolean
  isRepeatable: boolean
  isDeprecated: boolean
  /** The roles to which it is open. */
  roles: readonly string[]
  /** False for an operation that is open without a role, too. */
  needsRole: boolean
  /** Every `code` that the contract lets a problem of this operation have. */
  errorCodes: string[]
}

export interface Parameter {
  name: string
  /** Of a list, that of its values. */
  type: string
  isList: boolean
  description: string
  example: unknown
}

export type Answer =
  | { kind: 'list'; item: string; isNumbered: boolean; variants: Variants | null }
  | { kind: 'data'; type: string; hasVersion: boolean; variants: Variants | null }
  | { kind: 'nothing' }
  | { kind: 'file' }
  | { kind: 'events' }

/** Items whose types differ: the query parameter, or the member of the body, `property` selects one type. */
export interface Variants {
  property: string
  /** `['SLACK', 'SlackIntegration']` */
  types: [value: string, type: string][]
}

/** The operations that the SDK has: all but those with `x-without-sdk`, which other programs call. */
export function contractOperations(contract: unknown): SdkOperation[] {
  const document = asObject(contract)
  const operations = findOperations(document)
    .filter(({ path, method }) => readNode(document, path, method).node['x-without-sdk'] !== true)
    .map(({ path, method }) => readOperation(document, path, method))
  refuseEqualNames(operations)
  return operations
}

function readOperation(document: JsonObject, fullPath: string, method: string): SdkOperation {
  const { node: operation, parameters } = readNode(document, fullPath, method)
  const id = asString(operation['operationId'])
  const sdkName = operation['x-sdk-name']
  const isOfInstance = fullPath.startsWith(`${instancePath}/`)
  const path = isOfInstance ? fullPath.slice(instancePath.length) : fullPath
  const within = (place: string) => parameters.filter((parameter) => parameter['in'] === place)
  const takesHeader = (name: string) => within('header').some((parameter) => parameter['name'] === name)
  return {
    id,
    method: method.toUpperCase(),
    path,
    isOfInstance,
    names: nameMethod(id, path, sdkName === undefined ? undefined : asString(sdkName)),
    summary: asString(operation['summary']),
    description: asString(operation['description']),
    failure: asString(operation['x-failure-message']),
    pathParameters: within('path')
      .filter((parameter) => parameter['name'] !== 'instanceId')
      .map(readParameter)
      .sort((a, b) => path.indexOf(`{${a.name}}`) - path.indexOf(`{${b.name}}`)),
    queryParameters: within('query').map(readParameter),
    body: operation['requestBody'] === undefined ? null : readBody(document, operation['requestBody']),
    answer: readAnswer(document, id, asObject(operation['responses']), [
      ...within('query').map(({ name }) => asString(name)),
      ...readBodyVariants(document, operation['requestBody']),
    ]),
    takesIfMatch: takesHeader('If-Match'),
    takesIdempotencyKey: takesHeader('Idempotency-Key'),
    isRead: operation['x-reads'] === true,
    isRepeatable: operation['x-repeatable'] === true,
    isDeprecated: operation['deprecated'] === true,
    ...readSecurity(operation),
    errorCodes: readErrorCodes(document, asObject(operation['responses'])),
  }
}

function readParameter(parameter: JsonObject): Parameter {
  const schema = asObject(parameter['schema'])
  const isList = schema['type'] === 'array'
  return {
    name: asString(parameter['name']),
    type: toType(isList ? asObject(schema['items']) : schema),
    isList,
    description: asString(parameter['description']),
    example: parameter['example'],
  }
}

function readBody(document: JsonObject, requestBody: unknown): SdkOperation['body'] {
  const content = asObject(asObject(resolve(document, requestBody)['content'])['application/json'])
  const examples = Object.values(asObject(content['examples'] ?? {})).map(
    (example) => resolve(document, example)['value'],
  )
  const size = (example: unknown) => JSON.stringify(example).length
  const [shortest = {}] = examples.sort((a, b) => size(a) - size(b))
  return { type: toType(asObject(content['schema'])), example: shortest }
}

/** The member by which a body has one of several types. */
function readBodyVariants(document: JsonObject, requestBody: unknown): string[] {
  if (requestBody === undefined) return []
  const content = asObject(asObject(resolve(document, requestBody)['content'])['application/json'])
  const { propertyName } = asObject(resolve(document, content['schema'])['discriminator'] ?? {})
  return propertyName === undefined ? [] : [asString(propertyName)]
}

function readAnswer(document: JsonObject, id: string, responses: JsonObject, selectors: readonly string[]): Answer {
  const [success] = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const response = resolve(document, success?.[1])
  if (response['content'] === undefined) return { kind: 'nothing' }
  const headers = asObject(response['headers'] ?? {})
  const content = asObject(response['content'])
  const json = content['application/json']
  if (json === undefined) return { kind: 'text/event-stream' in content ? 'events' : 'file' }
  const reference = asObject(asObject(json)['schema'])
  const schema = resolve(document, reference)
  const list = asObject(schema['properties'] ?? {})['content']
  if (id.startsWith('list')) {
    const items = asObject(list === undefined ? schema['items'] : asObject(list)['items'])
    const variants = readVariants(resolve(document, items), selectors)
    return { kind: 'list', item: toType(items), isNumbered: list !== undefined, variants }
  }
  const variants = readVariants(schema, selectors)
  return { kind: 'data', type: toType(reference), hasVersion: 'ETag' in headers, variants }
}

function readVariants(schema: JsonObject, selectors: readonly string[]): Variants | null {
  const { propertyName, mapping } = asObject(schema['discriminator'] ?? {})
  if (!selectors.some((name) => name === propertyName)) return null
  const types = Object.entries(asObject(mapping)).map(([value, $ref]): [string, string] => [value, toType({ $ref })])
  return { property: asString(propertyName), types }
}

function readErrorCodes(document: JsonObject, responses: JsonObject): string[] {
  const codes = Object.entries(responses)
    .filter(([status]) => /^[45]/.test(status))
    .flatMap(([, response]) => {
      const content = asObject(asObject(resolve(document, response)['content'])['application/problem+json'])
      return readCodes(resolve(document, content['schema']))
    })
  return [...new Set(codes)].sort()
}

/** The codes of a problem: `allOf` joins the base, which closes the object, and a part that lists the codes. */
export function readCodes(problem: JsonObject): string[] {
  return asArray(problem['allOf'])
    .map((half) => asObject(asObject(half)['properties'] ?? {})['code'])
    .flatMap((code) => (code === undefined ? [] : asArray(asObject(code)['enum']).map(asString)))
}

/** The TypeScript type of a schema: its name, or the simple type of a parameter. Throws for other schemas without a name. */
function toType(schema: JsonObject): string {
  const reference = schema['$ref']
  if (reference !== undefined) return asString(reference).replace('#/components/schemas/', '')
  if (schema['enum'] !== undefined)
    return asArray(schema['enum'])
      .map((value) => JSON.stringify(value))
      .join(' | ')
  const type = schema['type'] === 'integer' ? 'number' : String(schema['type'])
  if (!['number', 'string', 'boolean'].includes(type))
    throw new Error(`The SDK has no type for ${JSON.stringify(schema)}: name the schema.`)
  return type
}

function refuseEqualNames(operations: readonly SdkOperation[]): void {
  const seen = new Map<string, string>()
  for (const { id, names } of operations) {
    const name = names.join('.')
    const other = seen.get(name)
    if (other !== undefined) throw new Error(`${other} and ${id} are both ${name}: give one an x-sdk-name.`)
    seen.set(name, id)
  }
}
