import { setImmediate } from 'node:timers/promises'
import type { ErrorObject, ValidateFunction } from 'ajv'
import { readNode, resolve, type Contract, type ContractOperation } from '../../contract/document.ts'
import { asObject, isObject, type JsonObject } from '../../contract/json.ts'
import type { CheckedInput, Fault } from '../../contract/types.ts'
import { copyForValidator } from '../../contract/validator-document.ts'
import { createRequestAjv, createResponseAjv, OpenApiValidator } from './validator-library.ts'
import { cutBody, isLarge } from './large-bodies.ts'
import { lazy } from '../lib/lazy.ts'
import { faultIn } from '../../contract/rules/faults.ts'
import { formats } from '../../contract/rules/formats.ts'
import { readWritable, timeWriter, type Follow } from '../../contract/rules/writable.ts'
import { readErrors } from '../../contract/validator-errors.ts'

/** Checks the requests and the answers of one operation against the contract. */
export interface Validator {
  /** Every fault of a request. Converts parameters to their types, and fills in their defaults. */
  findFaults(request: CheckedInput): Fault[]
  findBodyFaults(body: unknown): Fault[]
  /** What a caller sets with a body, which is what is checked: without read-only fields, and empty texts as what they stand for. */
  writable(body: unknown): unknown
  /** Writes the times of what has no fault as the service shows them. */
  writeTimes(request: Partial<Pick<CheckedInput, 'query' | 'body'>>): void
  /** The reason why the contract does not allow this answer; null when it does. */
  findAnswerFault(answer: { status: number; mediaType: string; body: unknown }): string | null
}

/** By the ids of operations. A validator is compiled when it is first asked for: all of them take half a second. */
export type Validators = ReadonlyMap<string, () => Validator>

/**
 * A validator for each operation. Uses the Ajv of express-openapi-validator, without its middleware, which would
 * look up the operation and parse the request again. Faults get their sentences here.
 */
export function createValidators(contract: Contract): Validators {
  const apiSpec = nameSchemas(copyForValidator(contract))
  if (!isOpenApiDocument(apiSpec)) throw new Error('The contract is no OpenAPI 3.1 document.')
  const { ajvOpts } = new OpenApiValidator({
    apiSpec,
    validateRequests: { allErrors: true, coerceTypes: false },
    validateResponses: true,
    formats: Object.fromEntries(
      Object.entries(formats).map(([name, validate]) => [name, { type: 'string', validate }] as const),
    ),
  })
  const requests = { ...ajvOpts.request, verbose: true }
  const compileBodies = (allErrors: boolean) => {
    const bodies = createRequestAjv(apiSpec, { ...requests, allErrors })
    // Callers may send read-only fields, which are ignored. express-openapi-validator would refuse them.
    bodies.removeKeyword('readOnly')
    return bodies
  }
  const compilers = {
    bodies: compileBodies(true),
    largeBodies: lazy(() => compileBodies(false)),
    // Parameters arrive as text.
    parameters: createRequestAjv(apiSpec, { ...requests, coerceTypes: true }),
    answers: createResponseAjv(apiSpec, ajvOpts.response),
    schemaOf: schemasOf(apiSpec),
  }
  return new Map(
    contract.operations.map((operation) => [operation.id, lazy(() => createValidator(operation, apiSpec, compilers))]),
  )
}

/**
 * Compiles one validator after the other, while requests pass in between: then the first request of an operation is as fast as
 * the next. Stops when `signal` aborts.
 */
export async function compileValidators(validators: Validators, signal: AbortSignal): Promise<void> {
  for (const compile of validators.values()) {
    await setImmediate()
    if (signal.aborted) return
    compile()
  }
}

function createValidator({ path, method }: ContractOperation, document: JsonObject, compilers: Compilers): Validator {
  const { node: operation, parameters } = readNode(document, path, method)
  const compile = (place: Fault['in']) => compilers.parameters.compile(schemaOf(place, parameters))
  const validateQuery = compile('query')
  const validateHeader = compile('header')
  const validatePath = compile('path')
  const schema = bodySchema(document, operation)
  const validateBody = compilers.bodies.compile(schema)
  const named = compilers.schemaOf(schema)
  const [writeQuery, writeBody] = [schemaOf('query', parameters), schema].map((one) =>
    timeWriter(one, compilers.schemaOf),
  )
  const answers = compileAnswers(document, operation, compilers.answers)
  const validateLarge = lazy(() => compilers.largeBodies().compile(schema))
  const findBodyFaults = (body: unknown) => {
    if (!isLarge(body)) return findFaultsIn('body', validateBody, body)
    const first = validateLarge()
    if (first(body)) return []
    const { errors } = first
    const faults = findFaultsIn('body', validateBody, cutBody(body))
    return faults.length > 0 ? faults : [firstFault(errors ?? [])]
  }
  return {
    findFaults: ({ query, headers, path, body }) => [
      ...findFaultsIn('query', validateQuery, query),
      ...findFaultsIn('header', validateHeader, headers),
      ...findFaultsIn('path', validatePath, path),
      ...(body === undefined ? [] : findBodyFaults(body)),
    ],
    findBodyFaults,
    writeTimes({ query, body }) {
      writeQuery?.(query)
      writeBody?.(body)
    },
    writable: (sent) => readWritable(sent, named, compilers.schemaOf),
    findAnswerFault({ status, mediaType, body }) {
      const validateAnswer = answers.get(`${status} ${body === undefined ? '' : mediaType}`)
      if (!validateAnswer) return `the contract has no answer ${status} ${mediaType} here`
      return validateAnswer(body) ? null : compilers.answers.errorsText(validateAnswer.errors, { dataVar: '' })
    },
  }
}

function findFaultsIn(place: Fault['in'], validate: ValidateFunction, value: unknown): Fault[] {
  return validate(value) ? [] : readErrors(place, validate.errors ?? [])
}

/** A fault that lies behind those that are told one by one. A case of several has no more precise one. */
function firstFault(errors: readonly ErrorObject[]): Fault {
  const [fault = faultIn('body', errors[0]?.instancePath ?? '', 'rule', 'breaks a rule of the contract')] = readErrors(
    'body',
    errors,
  )
  return fault
}

/** The schema of all parameters of one place, as an object. Node writes the names of headers in lower case. */
function schemaOf(place: Fault['in'], parameters: readonly JsonObject[]): JsonObject {
  const own = parameters.filter((parameter) => parameter['in'] === place)
  return {
    type: 'object',
    required: own.filter((parameter) => parameter['required'] === true).map(nameOf),
    properties: Object.fromEntries(own.map((parameter) => [nameOf(parameter), parameter['schema']])),
  }
}

function nameOf(parameter: JsonObject): string {
  const name = String(parameter['name'])
  return parameter['in'] === 'header' ? name.toLowerCase() : name
}

function bodySchema(document: JsonObject, { requestBody = {} }: JsonObject): JsonObject {
  const { content = {} } = resolve(document, requestBody)
  return asObject(asObject(asObject(content)['application/json'] ?? {})['schema'] ?? {})
}

/** Finds the schema that a reference names (`nameSchemas`). */
function schemasOf(document: JsonObject): Follow {
  const { schemas } = asObject(document['components'])
  const named = new Map(Object.entries(asObject(schemas)).map(([name, schema]) => [`schema:${name}`, asObject(schema)]))
  return ({ $ref }) => (typeof $ref === 'string' ? (named.get($ref) ?? {}) : {})
}

/**
 * The validators by status and media type; the media type is empty for an answer without a body. Only JSON is validated,
 * because other bodies are streamed.
 */
function compileAnswers(document: JsonObject, operation: JsonObject, ajv: Compilers['answers']) {
  const answers = Object.entries(asObject(operation['responses'])).flatMap(([status, response]) => {
    const { content } = resolve(document, response)
    if (content === undefined) return [[`${status} `, ajv.compile({})] as const]
    return Object.entries(asObject(content))
      .filter(([mediaType]) => mediaType.endsWith('json'))
      .map(([mediaType, of]) => [`${status} ${mediaType}`, ajv.compile(asObject(asObject(of)['schema']))] as const)
  })
  return new Map(answers)
}

/**
 * Gives every schema a global name. Ajv then compiles a schema once instead of again for every request and answer that uses
 * it: 0.5 s for all operations instead of 6 s.
 */
function nameSchemas(document: JsonObject): JsonObject {
  const place = '#/components/schemas/'
  const copy: unknown = JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace(place, 'schema:') : value,
  )
  const { schemas } = asObject(asObject(copy)['components'])
  for (const [name, schema] of Object.entries(asObject(schemas))) asObject(schema)['$id'] = `schema:${name}`
  return asObject(copy)
}

function isOpenApiDocument(document: JsonObject): document is OpenApiDocument {
  return String(document['openapi']).startsWith('3.1.') && isObject(document['paths'])
}

type OpenApiDocument = Parameters<typeof createRequestAjv>[0] & JsonObject

type Compilers = Record<'parameters' | 'bodies' | 'answers', ReturnType<typeof createRequestAjv>> & {
  /** Finds one fault. */
  largeBodies: () => ReturnType<typeof createRequestAjv>
  schemaOf: Follow
}
