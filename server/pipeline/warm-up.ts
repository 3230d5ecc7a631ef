import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import type { ContractOperation } from '../../contract/document.ts'
import { drain, listen } from './listening.ts'

/**
 * Compiles the validators of every operation, which express-openapi-validator would do with the first request of each
 * (some 70 ms, all others waiting). It has no call for that, so it is sent a request of each, on a port of its own for as
 * long as that takes, behind which there is nothing but the validator: no operation runs.
 */
export async function warmUp(
  validate: readonly RequestHandler[],
  operations: readonly ContractOperation[],
): Promise<void> {
  const server = createServer(validatorAlone(validate, operations))
  const port = await listen(server, 0, '127.0.0.1')
  try {
    for (const operation of operations) {
      const headers = new Headers(
        operation.maxBodyBytes === null ? {} : { 'Content-Type': 'application/json' },
      )
      const url = `http://127.0.0.1:${port}${examplePath(operation)}`
      await fetch(url, { method: operation.method.toUpperCase(), headers })
      await delay(pauseMs)
    }
  } finally {
    await drain(server, 0)
  }
}

/** What it says about a request and an answer without a body is of no interest: they need not be right. */
function validatorAlone(validate: readonly RequestHandler[], operations: readonly ContractOperation[]) {
  const app = express()
  for (const step of validate) app.use((request, response, next) => step(request, response, () => next()))
  for (const operation of operations) {
    const success = operation.statuses.find((status) => status < 300) ?? 204
    app[operation.method](examplePath(operation), (_request, response) => {
      response.status(success).json({})
    })
  }
  const ignore: ErrorRequestHandler = (_error, _request, response, _next) => response.end()
  return app.use(ignore)
}

function examplePath({ path }: ContractOperation): string {
  return path.replaceAll(/\{\w+\}/g, '1')
}

/** Requests that came meanwhile go first. */
const pauseMs = 50
