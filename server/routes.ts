import {
  raw,
  type Express,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express'
import type { AnyAnswer, AnyOperation, Context } from './contract.ts'
import type { Contract, ContractOperation } from './contract-document.ts'
import type { KnowsInstance } from './auth/instances.ts'
import type { VerifiedToken, VerifyToken } from './auth/token.ts'
import { isUserDisabled } from './db/users.ts'
import { parseJsonBody } from './http/json-body.ts'
import { acceptsJson, isJson } from './http/media-types.ts'
import { readQuery } from './http/query-string.ts'
import { answerOnce } from './idempotency.ts'
import { describeFaults, sendProblem, type ProblemAnswer } from './problem.ts'

export interface Routing {
  contract: Contract
  operations: Readonly<Record<string, AnyOperation>>
  verifyToken: VerifyToken
  knowsInstance: KnowsInstance
  limitRate: RequestHandler
  validate: RequestHandler[]
  context: Omit<Context, 'caller' | 'log'>
}

/** Every operation of the contract at its path; any other method of a path is 405. */
export function mountOperations(app: Express, routing: Routing): void {
  for (const operation of routing.contract.operations) {
    const handler = routing.operations[operation.id]
    if (!handler) throw new Error(`There is no operation for ${operation.id}.`)
    app[operation.method](
      toExpressPath(operation.path),
      authenticate(operation, routing),
      routing.limitRate,
      authorize(operation, routing),
      checkQuery(operation, routing),
      readBody(operation, routing),
      ...routing.validate,
      runOperation(operation, handler, routing),
    )
  }
  for (const path of new Set(routing.contract.operations.map((operation) => operation.path))) {
    app.all(toExpressPath(path), refuseMethod(path, routing.contract))
  }
}

function authenticate({ id }: ContractOperation, { contract, verifyToken }: Routing): RequestHandler {
  return async (request, response, next) => {
    response.locals.operationId = id
    const verified = await verifyToken(request.headers.authorization)
    if (!verified.ok) return sendProblem(response, contract.titles, explainToken(verified.code))
    response.locals.caller = verified.caller
    next()
  }
}

/** A foreign instance looks the same as a missing one, whatever the caller's roles. */
function authorize(operation: ContractOperation, { contract, knowsInstance }: Routing): RequestHandler {
  const missing: ProblemAnswer = {
    status: 404,
    code: 'instance_not_found',
    detail: 'Check the instance identifier in the path, and that your token was issued for that instance.',
  }
  return async (request, response, next) => {
    const { instances, roles } = callerOf(response)
    const instanceId = String(request.params['instanceId'])
    const reachable = instances.includes(instanceId) && (await knowsInstance(instanceId))
    if (!reachable) return sendProblem(response, contract.titles, missing)
    if (roles.some((role) => operation.roles.includes(role))) return next()
    sendProblem(response, contract.titles, {
      status: 403,
      code: 'role_missing',
      detail: `This operation is open to ${operation.roles.join(', ')}. Ask an administrator of your identity provider for one of these roles.`,
    })
  }
}

function checkQuery(operation: ContractOperation, { contract }: Routing): RequestHandler {
  return (request, response, next) => {
    if (!acceptsJson(request.headers.accept)) {
      return sendProblem(response, contract.titles, {
        status: 406,
        code: 'not_acceptable',
        detail: 'Accept application/json and application/problem+json, or send no Accept header.',
      })
    }
    const { values, faults } = readQuery(operation, request.url.split('?')[1] ?? '')
    Object.defineProperty(request, 'query', {
      value: values,
      writable: true,
      enumerable: true,
      configurable: true,
    })
    response.locals.queryFaults = faults
    next()
  }
}

/**
 * Reads the body after the caller is known. The validator compiles and keeps a schema for every content type that it
 * meets, so it meets only one.
 */
function readBody({ maxBodyBytes }: ContractOperation, { contract }: Routing): RequestHandler {
  if (maxBodyBytes === null) {
    return (request, _response, next) => {
      delete request.headers['content-type']
      request.body = undefined
      next()
    }
  }
  const readBytes = raw({ type: () => true, limit: maxBodyBytes, inflate: false })
  return (request, response, next) => {
    const hasBody =
      request.headers['transfer-encoding'] !== undefined || request.headers['content-length'] !== '0'
    if (hasBody && !isJson(request.headers['content-type'])) {
      return sendProblem(response, contract.titles, {
        status: 415,
        code: 'unsupported_media_type',
        detail: 'Send the body as "Content-Type: application/json", in UTF-8 and without content encoding.',
      })
    }
    request.headers['content-type'] = 'application/json'
    readBytes(request, response, (error?: unknown) => {
      if (error) return next(error)
      parseBody(request, response, next, contract.titles)
    })
  }
}

function parseBody(
  request: Request,
  response: Response,
  next: NextFunction,
  titles: Contract['titles'],
): void {
  const bytes: unknown = request.body
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) {
    request.body = undefined
    return next()
  }
  const parsed = parseJsonBody(bytes)
  if (parsed.ok) {
    request.body = parsed.value
    return next()
  }
  const faults = [...(response.locals.queryFaults ?? []), ...parsed.faults]
  sendProblem(response, titles, {
    status: 400,
    code: parsed.code,
    detail: describeFaults(faults),
    errors: faults,
  })
}

function runOperation(operation: ContractOperation, handler: AnyOperation, routing: Routing): RequestHandler {
  const { titles } = routing.contract
  return async (request, response) => {
    const { queryFaults = [], log } = response.locals
    if (queryFaults.length > 0) {
      const detail = describeFaults(queryFaults)
      return sendProblem(response, titles, {
        status: 400,
        code: 'invalid_request',
        detail,
        errors: queryFaults,
      })
    }
    const caller = callerOf(response)
    const { db } = routing.context
    const instanceId = String(request.params['instanceId'])
    if (caller.userId !== null && (await isUserDisabled(db, instanceId, caller.userId))) {
      return sendProblem(response, titles, userDisabled)
    }
    const body: unknown = request.body
    const headers = readHeaders(operation, request)
    const input = { path: request.params, query: request.query, headers, body }
    const run = (db: Context['db']) => handler(input, { ...routing.context, db, caller, log })

    const key = headers['Idempotency-Key']
    if (key === undefined) return sendAnswer(response, titles, await run(db))
    const once = await answerOnce(
      db,
      routing.context.secretBox,
      {
        key: { instanceId, caller: caller.subject, key },
        method: request.method,
        path: request.path,
        body,
        callsOut: operation.callsOut,
      },
      run,
    )
    if (once.state === 'in_use') return sendProblem(response, titles, keyInUse)
    if (once.state === 'other_payload') return sendProblem(response, titles, keyReused)
    if (once.state === 'replayed') response.set('Idempotency-Replayed', 'true')
    sendAnswer(response, titles, once.answer)
  }
}

/** The header parameters that were sent, under the contract's names: Node writes them in lower case. */
function readHeaders(operation: ContractOperation, request: Request): Record<string, string> {
  const sent = operation.headers.map((name) => [name, request.get(name)] as const)
  return Object.fromEntries(sent.filter((header): header is [string, string] => header[1] !== undefined))
}

function sendAnswer(response: Response, titles: Contract['titles'], answer: AnyAnswer): void {
  const { status, headers = {}, body, problem } = answer
  if (problem) return sendProblem(response, titles, { status, headers, ...problem })
  response.status(status).set(headers)
  if (body === undefined) response.end()
  else response.json(body)
}

function refuseMethod(path: string, { operations, titles }: Contract): RequestHandler {
  const allowed = operations
    .filter((operation) => operation.path === path)
    .map(({ method }) => method.toUpperCase())
  return (request, response) => {
    sendProblem(response, titles, {
      status: 405,
      code: 'method_not_allowed',
      detail: `This path takes ${allowed.join(', ')}.`,
      headers: { Allow: allowed.join(', ') },
    })
    request.resume()
  }
}

function callerOf(response: Response) {
  const { caller } = response.locals
  if (!caller) throw new Error('Authentication comes before this step.')
  return caller
}

function explainToken(code: Extract<VerifiedToken, { ok: false }>['code']): ProblemAnswer {
  const challenge = 'Bearer realm="instance-admin"'
  if (code === 'temporarily_unavailable') {
    const detail =
      'The identity provider cannot be reached to check the token. Send the request again shortly.'
    return { status: 503, code, detail, headers: { 'Retry-After': '1' } }
  }
  if (code === 'token_missing') {
    const detail = 'Send an access token: "Authorization: Bearer <token>".'
    return { status: 401, code, detail, headers: { 'WWW-Authenticate': challenge } }
  }
  const detail =
    code === 'token_expired'
      ? 'Get a new access token from your identity provider.'
      : 'The token is malformed, or was issued by another provider, for another audience or without the claims needed.'
  return { status: 401, code, detail, headers: { 'WWW-Authenticate': `${challenge}, error="invalid_token"` } }
}

/** `/users/{userId}` as Express writes it: `/users/:userId`. */
function toExpressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

const userDisabled: ProblemAnswer = {
  status: 403,
  code: 'user_disabled',
  detail: 'Your account is disabled in this instance. Ask an administrator to enable it.',
}

const keyInUse: ProblemAnswer = {
  status: 409,
  code: 'idempotency_key_in_use',
  detail: 'The first request with this key has not been answered yet. Send this one again in a second.',
  headers: { 'Retry-After': '1' },
}

const keyReused: ProblemAnswer = {
  status: 422,
  code: 'idempotency_key_reused',
  detail: 'This key belongs to a request with another payload. Use a new key for a new change.',
  errors: [
    { in: 'header', pointer: '/Idempotency-Key', code: 'reused', message: 'was used with another payload' },
  ],
}
