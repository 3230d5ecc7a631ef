import type { Express, IRoute, Request, RequestHandler, Response } from 'express'
import {
  accessOfCall,
  actorOf,
  authenticate,
  authorityOf,
  authorize,
  authorizeAfterBody,
  callerOf,
  reauthorize,
  type Admission,
} from './admission.ts'
import { asArray, asObject } from '../../contract/json.ts'
import type { Contract, ContractOperation } from '../../contract/document.ts'
import type { AnyAnswer } from '../../contract/types.ts'
import type { AnyOperation, CallContext, Commit, Context } from '../contract/operation.ts'
import { recording } from '../db/query/recorded.ts'
import type { FairQueue } from './fair-queue.ts'
import { commitChecked, type AnswerOnce, type Run } from './idempotency.ts'
import { withoutRepeats } from '../../contract/rules/faults.ts'
import { methodNotAllowed } from '../../contract/rules/problems.ts'
import { busy, invalidInput } from '../../contract/rules/refusals.ts'
import { findTypeFaults } from '../../contract/rules/type-faults.ts'
import { trimTexts } from '../../contract/rules/parameters.ts'
import { sendProblem, toSent } from './problem.ts'
import { sendStream } from './streaming.ts'
import { checkAnswer, send } from './send.ts'
import { limitOperation, limitRate, type RateLimits } from './rate-limit.ts'
import type { Validator, Validators } from '../contract/validator.ts'
import { readBody, readParameters, refuseOtherMediaTypes } from './request-reading.ts'
import { passSteps, type Step } from './step.ts'
import { partStopped } from './circuit-breaker.ts'

export interface Routing extends Admission {
  contract: Contract
  operations: Readonly<Record<string, AnyOperation>>
  rateLimits: RateLimits
  /** The operations that get their body in chunks, as it was sent, and check it themselves. */
  rawBodyOperations: readonly string[]
  breakCircuit: Step
  /** Reads wait here for their turn: pages are the largest answers. */
  readQueue: FairQueue
  /** The validators of that contract. Several applications may share them. */
  validators: Validators
  answerOnce: AnswerOnce
  context: Omit<Context, CallContext>
}

/**
 * Mounts every operation of the contract at its path, and a 405 for all other methods of the path. `/users/summary` must
 * come before `/users/{userId}`, as OpenAPI demands: sorting achieves this, because `{` sorts behind every character of
 * literal segments.
 */
export function mountOperations(app: Express, routing: Routing): void {
  const { operations, titles } = routing.contract
  const paths = new Set(operations.map(({ path }) => path))
  for (const path of [...paths].toSorted()) {
    // One route a path: Express compares every request with the routes one after the other. It sends HEAD to the handler of GET.
    const route: IRoute = app.route(path.replaceAll(/\{(\w+)\}/g, ':$1'))
    const own = operations.filter((operation) => operation.path === path)
    for (const operation of own) route[operation.method](serve(operation, routing))
    const otherMethod = methodNotAllowed(own.map(({ method }) => method))
    route.all((request, response) => {
      sendProblem(response, titles, otherMethod)
      request.resume()
    })
  }
}

/** Answers an operation: the request passes the steps from top to bottom, unless one of them refuses it. */
function serve(operation: ContractOperation, routing: Routing): RequestHandler {
  const { titles } = routing.contract
  const handler = routing.operations[operation.id]
  const findValidator = routing.validators.get(operation.id)
  if (!handler || !findValidator) throw new Error(`There is no operation for ${operation.id}.`)
  const run = runOperation(operation, handler, routing)
  const steps: readonly Step[] = [
    authenticate(routing),
    limitRate(routing.rateLimits, () => 1),
    routing.breakCircuit,
    authorize(operation, routing),
    ...(operation.hasOwnLimit ? [limitOperation(operation, routing.rateLimits)] : []),
    refuseOtherMediaTypes(operation),
    readParameters(operation),
    readBody(operation, routing.rawBodyOperations.includes(operation.id)),
    authorizeAfterBody(operation, routing),
    validateRequest(operation, findValidator, routing),
    ...(operation.countsEach === null ? [] : [limitEach(operation.countsEach, routing.rateLimits)]),
  ]
  return async (request, response) => {
    response.locals.operation = operation
    response.locals.validator = findValidator()
    const refusal = await passSteps(steps, request, response)
    if (refusal) return sendProblem(response, titles, refusal)
    if (operation.method === 'get' && !operation.callsOut)
      return readInTurn(response, routing, () => run(request, response))
    const answer = await run(request, response)
    response.locals.isDone = operation.method !== 'get' && !operation.isRead && answer.status < 400
    await sendAnswer(response, titles, answer)
  }
}

/** The request counted as one before its body was read. */
function limitEach(list: string, rateLimits: RateLimits): Step {
  return limitRate(rateLimits, ({ body }) => asArray(asObject(body)[list]).length - 1)
}

function validateRequest(
  operation: ContractOperation,
  findValidator: () => Validator,
  { rawBodyOperations, context: { integrationTypes } }: Routing,
): Step {
  const isBodyChecked = !rawBodyOperations.includes(operation.id)
  return (request, response) => {
    const validator = findValidator()
    if (isBodyChecked) request.body = validator.writable(request.body)
    const body: unknown = isBodyChecked ? request.body : undefined
    const { headers, params: path } = request
    const { query, faults } = response.locals
    const input = { query, headers, path, body }
    faults.push(...validator.findFaults(input))
    if (faults.length > 0) {
      const isUpdate = operation.method === 'put'
      if (operation.dependsOnType) faults.push(...findTypeFaults(faults, body, isUpdate, integrationTypes))
      return invalidInput(withoutRepeats(faults))
    }
    validator.writeTimes(input)
    const trimmed = trimTexts(operation.query, query)
    // Where too little of a text would be left, it is searched as it is.
    if (trimmed && validator.findFaults({ ...input, query: trimmed }).length === 0) response.locals.query = trimmed
    return null
  }
}

function runOperation(operation: ContractOperation, handler: AnyOperation, routing: Routing) {
  return async (request: Request, response: Response): Promise<AnyAnswer> => {
    const caller = callerOf(response)
    const access = accessOfCall(response)
    const { db } = routing.context
    const instanceId = String(request.params['instanceId'])
    const body: unknown = request.body
    const headers = readHeaders(operation, request)
    const input = { path: request.params, query: response.locals.query, headers, body }
    const call = {
      caller,
      access,
      origin: {
        instanceId,
        operation: operation.id,
        actor: actorOf(caller, access),
        requestId: response.locals.requestId,
      },
      authority: authorityOf(operation, routing, caller, access),
      reauthorize: (db: Context['db']) => reauthorize(operation, routing, request, db),
    }
    const run: Run = (db, commitAnswer) => {
      const commit: Commit = (write) => commitAnswer((transaction) => recording(transaction, call.origin, write))
      return handler(input, { ...routing.context, ...call, db, commit })
    }
    const check = (answer: AnyAnswer) => checkAnswer(response, toSent(response, routing.contract.titles, answer))

    const key = headers['Idempotency-Key']
    if (key === undefined) return run(db, (write) => commitChecked(db, check, write))
    return routing.answerOnce(
      {
        key: { instanceId, caller: caller.subject, key },
        method: request.method,
        path: request.path,
        body,
        callsOut: operation.callsOut,
        hasSecretAnswer: operation.hasSecretAnswer,
        check,
      },
      run,
    )
  }
}

/** The header parameters of the request, under the contract's names. */
function readHeaders({ headers: names }: ContractOperation, request: Request): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of names) {
    const value = request.get(name)
    if (value !== undefined) headers[name] = value
  }
  return headers
}

/** A read holds its place until its answer is handed over. A stream takes minutes, and has places of its own. */
async function readInTurn(
  response: Response,
  { readQueue, contract: { titles } }: Routing,
  read: () => Promise<AnyAnswer>,
): Promise<void> {
  const turn = readQueue(callerOf(response).subject)
  const place = turn instanceof Promise ? await turn : turn
  if (!place) return sendAnswer(response, titles, busy)
  // Reads of a part that has stopped meanwhile would keep others from their places, too.
  if (response.locals.isCircuitOpen?.()) {
    place.release(0)
    return sendProblem(response, titles, partStopped)
  }
  const answer = await read().catch((error: unknown) => {
    // Not before it is known whether the part has stopped: waiting requests ask for that when they get the place.
    setImmediate(() => place.release(0))
    throw error
  })
  const sent = sendAnswer(response, titles, answer)
  place.release(response.locals.bodyBytes ?? 0)
  return sent
}

async function sendAnswer(response: Response, titles: Contract['titles'], answer: AnyAnswer): Promise<void> {
  const { status, headers = {}, stream } = answer
  if (stream) return sendStream(response, titles, { status, headers, stream })
  send(response, toSent(response, titles, answer))
}
