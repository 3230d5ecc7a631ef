import { setTimeout as delay } from 'node:timers/promises'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import { inject } from 'light-my-request'
import type { ContractOperation } from '../../contract/document.ts'

/**
 * Compiles the validators of every operation, which express-openapi-validator would do with the first request of each
 * (some 70 ms, all others waiting). It has no call for that, so it is shown a request and an answer of each; no
 * operation runs.
 */
export async function warmUp(
  validate: readonly RequestHandler[],
  operations: readonly ContractOperation[],
): Promise<void> {
  for (const operation of operations) {
    await inject(pretend(validate, operation), {
      method: operation.method,
      url: operation.path.replaceAll(/\{\w+\}/g, '1'),
      headers: operation.maxBodyBytes === null ? {} : { 'content-type': 'application/json' },
    })
    await delay(pauseMs)
  }
}

/** An application with nothing but the validator. What it says about an empty request or answer is of no interest. */
function pretend(validate: readonly RequestHandler[], { statuses }: ContractOperation) {
  const app = express()
  for (const step of validate) app.use((request, response, next) => step(request, response, () => next()))
  app.use((_request, response) => {
    response.status(statuses.find((status) => status < 300) ?? 204).json({})
  })
  const ignore: ErrorRequestHandler = (_error, _request, response, _next) => response.end()
  return app.use(ignore)
}

/** Requests that came meanwhile go first. */
const pauseMs = 50
