import type { Express, IRoute, RequestHandler, Response } from 'express'
import type { Contract } from '../../contract/document.ts'
import { methodNotAllowed } from '../../contract/rules/problems.ts'
import type { AnyAnswer } from '../../contract/types.ts'
import { authenticate, authorizeAfterBody } from './admission.ts'
import { passSteps, type Call, type RequestStep } from './call.ts'
import { sendProblem, toSent } from './problem.ts'
import { limitRate } from './rate-limit.ts'
import { readBody, readParameters, refuseOtherMediaTypes } from './request-reading.ts'
import { tellMetadata } from './resource-metadata.ts'
import { createRunner, runInTurn, type FindRunner, type Routing, type Runner } from './run-call.ts'
import { send } from './send.ts'
import { sendStream } from './streaming.ts'

/**
 * Mounts every operation of the contract at its path, and a 405 for all other methods of the path. `/users/summary` must
 * come before `/users/{userId}`, as OpenAPI demands: sorting achieves this, because `{` sorts behind every character of
 * literal segments.
 */
export function mountOperations(app: Express, routing: Routing): void {
  const { operations, titles } = routing.contract
  const findRunner: FindRunner = (id) => runners.get(id)
  const runners = new Map(operations.map((one) => [one.id, createRunner(one, routing, findRunner)]))
  const paths = new Set(operations.map(({ path }) => path))
  for (const path of [...paths].toSorted()) {
    // One route a path: Express compares every request with the routes one after the other. It sends HEAD to the handler of GET.
    const route: IRoute = app.route(path.replaceAll(/\{(\w+)\}/g, ':$1'))
    const own = [...runners.values()].filter(({ operation }) => operation.path === path)
    for (const runner of own) route[runner.operation.method](serve(runner, routing))
    const otherMethod = methodNotAllowed(own.map(({ operation: { method } }) => method))
    route.all((request, response) => {
      sendProblem(response, titles, otherMethod)
      request.resume()
    })
  }
}

/** Answers requests: each passes the steps from top to bottom, unless one of them refuses it. */
function serve({ operation, findValidator, admit, check, run }: Runner, routing: Routing): RequestHandler {
  const { titles } = routing.contract
  const forAssistants = operation.isMcp ? routing.resource : null
  const steps: readonly RequestStep[] = [
    forAssistants ? tellMetadata(authenticate(routing), forAssistants) : authenticate(routing),
    limitRate(routing.rateLimits, () => 1),
    routing.breakCircuit,
    ...admit,
    refuseOtherMediaTypes(operation),
    readParameters,
    readBody(operation, routing.rawBodyOperations.includes(operation.id)),
    authorizeAfterBody(routing),
    ...check,
  ]
  return async (request, response) => {
    const call: Call = Object.assign(response.locals, {
      operation,
      validator: findValidator(),
      params: request.params,
    })
    const refusal = await passSteps(steps, call, request, response)
    if (refusal) return sendProblem(response, titles, refusal)
    await runInTurn(call, run, routing, (answer) => sendAnswer(response, titles, answer))
  }
}

async function sendAnswer(response: Response, titles: Contract['titles'], answer: AnyAnswer): Promise<void> {
  const { status, headers = {}, stream } = answer
  if (stream) return sendStream(response, titles, { status, headers, stream })
  send(response, toSent(response.locals, titles, answer))
}
