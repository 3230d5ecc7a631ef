import type { Express, IRoute, RequestHandler, Response } from 'express'
import {
  actorOf,
  authenticate,
  authorityOf,
  authorize,
  authorizeAfterBody,
  reauthorize,
  type Admission,
} from './admission.ts'
import { accessOfCall, callerOf, passSteps, type Call, type RequestStep, type Step } from './call.ts'
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
import type { Validators } from '../contract/validator.ts'
import { readBody, readParameters, refuseOtherMediaTypes } from './request-reading.ts'
import { partStopped } from './circuit-breaker.ts'

export interface Routing extends Admission {
  contract: Contract
  operations: Readonly<Record<string, AnyOperation>>
  rateLimits: RateLimits
  /** The operations that get their body in chunks, as it was sent, and check it themselves. */
  rawBodyOperations: readonly string[]
  breakCircuit: RequestStep
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
  const findValidator = routing.validators.get(operation.id)
  if (!findValidator) throw new Error(`There is no validator for ${operation.id}.`)
  const run = runOperation(operation, routing)
  const steps: readonly RequestStep[] = [
    authenticate(routing),
    limitRate(routing.rateLimits, () => 1),
    routing.breakCircuit,
    authorize(routing),
    ...(operation.hasOwnLimit ? [limitOperation(routing.rateLimits)] : []),
    refuseOtherMediaTypes(operation),
    readParameters,
    readBody(operation, routing.rawBodyOperations.includes(operation.id)),
    authorizeAfterBody(routing),
    validateCall(operation, routing),
    ...(operation.countsEach === null ? [] : [limitEach(operation.countsEach, routing.rateLimits)]),
  ]
  return async (request, response) => {
    const call: Call = Object.assign(response.locals, {
      operation,
      validator: findValidator(),
      params: request.params,
    })
    const refusal = await passSteps(steps, call, request, response)
    if (refusal) return sendProblem(response, titles, refusal)
    const send = (answer: AnyAnswer) => sendAnswer(response, titles, answer)
    if (operation.method === 'get' && !operation.callsOut) return readInTurn(call, routing, () => run(call), send)
    const answer = await run(call)
    call.isDone = operation.method !== 'get' && !operation.isRead && answer.status < 400
    await send(answer)
  }
}

/** The call counted as one before its body was read. */
function limitEach(list: string, rateLimits: RateLimits): Step {
  return limitRate(rateLimits, ({ body }) => asArray(asObject(body)[list]).length - 1)
}

function validateCall(
  operation: ContractOperation,
  { rawBodyOperations, context: { integrationTypes } }: Routing,
): Step {
  const isBodyChecked = !rawBodyOperations.includes(operation.id)
  return (call) => {
    const { validator, sent: headers, params: path, query, faults } = call
    if (isBodyChecked) call.body = validator.writable(call.body)
    const body = isBodyChecked ? call.body : undefined
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
    if (trimmed && validator.findFaults({ ...input, query: trimmed }).length === 0) call.query = trimmed
    return null
  }
}

function runOperation(operation: ContractOperation, routing: Routing) {
  const handler = routing.operations[operation.id]
  if (!handler) throw new Error(`There is no operation for ${operation.id}.`)
  return async (call: Call): Promise<AnyAnswer> => {
    const caller = callerOf(call)
    const { db } = routing.context
    const instanceId = String(call.params['instanceId'])
    const { params: path, query, body } = call
    const headers = readHeaders(call)
    const input = { path, query, headers, body }
    const origin = { instanceId, operation: operation.id, actor: actorOf(call), requestId: call.requestId }
    const own = {
      caller,
      access: accessOfCall(call),
      origin,
      authority: authorityOf(routing, call),
      reauthorize: (db: Context['db']) => reauthorize(routing, call, db),
    }
    const run: Run = (db, commitAnswer) => {
      const commit: Commit = (write) => commitAnswer((transaction) => recording(transaction, origin, write))
      return handler(input, { ...routing.context, ...own, db, commit })
    }
    const check = (answer: AnyAnswer) => checkAnswer(call, toSent(call, routing.contract.titles, answer))

    const key = headers['Idempotency-Key']
    if (key === undefined) return run(db, (write) => commitChecked(db, check, write))
    return routing.answerOnce(
      {
        key: { instanceId, caller: caller.subject, key },
        method: operation.method.toUpperCase(),
        path: call.target,
        body,
        callsOut: operation.callsOut,
        hasSecretAnswer: operation.hasSecretAnswer,
        check,
      },
      run,
    )
  }
}

/** The header parameters of the call, under the contract's names. */
function readHeaders({ operation: { headers: names }, sent }: Call): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of names) {
    const value = sent[name.toLowerCase()]
    if (typeof value === 'string') headers[name] = value
  }
  return headers
}

/** A read holds its place until its answer is handed over. A stream takes minutes, and has places of its own. */
async function readInTurn(
  call: Call,
  { readQueue }: Routing,
  read: () => Promise<AnyAnswer>,
  send: (answer: AnyAnswer) => Promise<void>,
): Promise<void> {
  const turn = readQueue(callerOf(call).subject)
  const place = turn instanceof Promise ? await turn : turn
  if (!place) return send(busy)
  // Reads of a part that has stopped meanwhile would keep others from their places, too.
  if (call.isCircuitOpen?.()) {
    place.release(0)
    return send(partStopped)
  }
  const answer = await read().catch((error: unknown) => {
    // Not before it is known whether the part has stopped: waiting requests ask for that when they get the place.
    setImmediate(() => place.release(0))
    throw error
  })
  const sent = send(answer)
  place.release(call.bodyBytes ?? 0)
  return sent
}

async function sendAnswer(response: Response, titles: Contract['titles'], answer: AnyAnswer): Promise<void> {
  const { status, headers = {}, stream } = answer
  if (stream) return sendStream(response, titles, { status, headers, stream })
  send(response, toSent(response.locals, titles, answer))
}
