import type { Contract, ContractOperation } from '../../contract/document.ts'
import { asArray, asObject } from '../../contract/json.ts'
import { withoutRepeats } from '../../contract/rules/faults.ts'
import { fillPath } from '../../contract/rules/paths.ts'
import { trimTexts } from '../../contract/rules/parameters.ts'
import { bodyMissing, bodyNotTaken, payloadTooLarge } from '../../contract/rules/problems.ts'
import { busy, invalidInput } from '../../contract/rules/refusals.ts'
import { findTypeFaults } from '../../contract/rules/type-faults.ts'
import type { AnyAnswer } from '../../contract/types.ts'
import type { AnyOperation, CallContext, CallInput, Commit, Context } from '../contract/operation.ts'
import type { Validator, Validators } from '../contract/validator.ts'
import { recording } from '../db/query/recorded.ts'
import { errorType } from '../telemetry/error-type.ts'
import type { Outage } from '../lib/outage.ts'
import { actorOf, authorityOf, authorize, reauthorize, type Admission } from './admission.ts'
import { accessOfCall, callerOf, passSteps, type Call, type RequestStep, type Step } from './call.ts'
import { partStopped } from './circuit-breaker.ts'
import { explainFailure } from './errors.ts'
import type { FairQueue } from './fair-queue.ts'
import { commitChecked, type AnswerOnce, type Run } from './idempotency.ts'
import { toSent } from './problem.ts'
import { limitOperation, limitRate, type RateLimits } from './rate-limit.ts'
import type { ProtectedResource } from './resource-metadata.ts'
import { checkAnswer } from './send.ts'

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
  /** Null where assistants are not served. */
  resource: ProtectedResource | null
  /** Is told what calls see of the database. */
  database: Outage
  context: Omit<Context, CallContext>
}

/** An operation with what every call of it passes, however it came. */
export interface Runner {
  operation: ContractOperation
  findValidator: () => Validator
  /** The steps before the input is read. */
  admit: readonly Step[]
  /** The steps after it is read. */
  check: readonly Step[]
  run: (call: Call) => Promise<AnyAnswer>
}

export function createRunner(operation: ContractOperation, routing: Routing, findRunner: FindRunner): Runner {
  const findValidator = routing.validators.get(operation.id)
  if (!findValidator) throw new Error(`There is no validator for ${operation.id}.`)
  return {
    operation,
    findValidator,
    admit: [authorize(routing), ...(operation.hasOwnLimit ? [limitOperation(routing.rateLimits)] : [])],
    check: [
      validateCall(operation, routing),
      ...(operation.countsEach === null ? [] : [limitEach(operation.countsEach, routing.rateLimits)]),
    ],
    run: runOperation(operation, routing, findRunner),
  }
}

export type FindRunner = (id: string) => Runner | undefined

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

function runOperation(operation: ContractOperation, routing: Routing, findRunner: FindRunner) {
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
      callOperation(id: string, input: CallInput) {
        const runner = findRunner(id)
        if (!runner) throw new Error(`There is no operation ${id}.`)
        return callWithin(call, runner, input, routing)
      },
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
        // As it is in whatever form it was sent.
        path: fillPath(operation.path, path),
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

/**
 * Runs what a call asks for, and hands its answer over. A read waits for its turn, and holds its place until then. A stream takes
 * minutes, and has places of its own.
 */
export async function runInTurn<Result>(
  call: Call,
  run: Runner['run'],
  { readQueue }: Routing,
  hand: (answer: AnyAnswer) => Promise<Result>,
): Promise<Result> {
  const { method, isRead, callsOut } = call.operation
  if (method !== 'get' || callsOut) {
    const answer = await run(call)
    call.isDone = method !== 'get' && !isRead && answer.status < 400
    return hand(answer)
  }
  const turn = readQueue(callerOf(call).subject)
  const place = turn instanceof Promise ? await turn : turn
  if (!place) return hand(busy)
  // Reads of a part that has stopped meanwhile would keep others from their places, too.
  if (call.isCircuitOpen?.()) {
    place.release(0)
    return hand(partStopped)
  }
  const answer = await run(call).catch((error: unknown) => {
    // Not before it is known whether the part has stopped: waiting requests ask for that when they get the place.
    setImmediate(() => place.release(0))
    throw error
  })
  const handed = hand(answer)
  place.release(call.bodyBytes ?? 0)
  return handed
}

/**
 * Runs an operation within the call of another one, for its caller and counted with it: by the same steps, but for those that
 * read a request.
 */
async function callWithin(outer: Call, runner: Runner, input: CallInput, routing: Routing): Promise<AnyAnswer> {
  const { operation, findValidator, admit, check, run } = runner
  const { requestId, log, caller, isCircuitOpen, instanceId, sent } = outer
  const startedAt = performance.now()
  const params = { ...input.path, instanceId: outer.params['instanceId'] }
  const call: Call = {
    operation,
    validator: findValidator(),
    requestId,
    log,
    target: fillPath(operation.path, params),
    params,
    query: input.query,
    faults: [...input.faults],
    sent: { ...input.headers, authorization: sent.authorization },
    headers: {},
    ...(caller && { caller }),
    ...(isCircuitOpen && { isCircuitOpen }),
  }
  const steps = [readInput(input.body, routing), ...admit, ...check]
  const answer = await runWithin(call, steps, run, routing).catch((error: unknown) => {
    const answer = explainFailure(error, call, routing.database)
    outer.isTimedOut = call.isTimedOut === true
    outer.errorType = errorType(error)
    return answer
  })
  const durationMs = Math.round(performance.now() - startedAt)
  const facts = { requestId, instanceId, operationId: operation.id, caller: caller?.subject, status: answer.status }
  log.info({ ...facts, errorType: call.errorType, durationMs }, 'call of a tool')
  return answer
}

/** Takes a body that is parsed already. What parses its body itself gets it as text. */
function readInput(body: unknown, { rawBodyOperations }: Routing): Step {
  return (call) => {
    const { id, maxBodyBytes } = call.operation
    if (maxBodyBytes === null) {
      // Models send null for what they leave out.
      if (body !== undefined && body !== null) call.faults.push(bodyNotTaken)
      return null
    }
    if (body === undefined) {
      call.faults.push(bodyMissing)
      return null
    }
    const text = Buffer.from(JSON.stringify(body))
    if (text.length > maxBodyBytes) return payloadTooLarge(maxBodyBytes)
    call.body = rawBodyOperations.includes(id) ? [text] : body
    return null
  }
}

async function runWithin(call: Call, steps: readonly Step[], run: Runner['run'], routing: Routing): Promise<AnyAnswer> {
  const refusal = await passSteps(steps, call)
  if (refusal) return refusal
  return runInTurn(call, run, routing, async (answer) => {
    const sent = toSent(call, routing.contract.titles, answer)
    checkAnswer(call, sent)
    call.bodyBytes = Buffer.byteLength(JSON.stringify(sent.body ?? null))
    return answer
  })
}
