import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Express, Request, RequestHandler, Response } from 'express'
import type { ContractOperation } from '../../contract/document.ts'

/**
 * Compiles the validators of every operation, which express-openapi-validator would do with the first request of each
 * (some 70 ms, all others waiting). It has no call for that, so it is shown a request and an answer of each.
 */
export async function warmUp(
  app: Express,
  validate: readonly RequestHandler[],
  operations: readonly ContractOperation[],
): Promise<void> {
  for (const operation of operations) {
    const request = createRequest(app, operation)
    const response = createResponse(app, request)
    for (const step of validate) {
      // What it says about an empty request is of no interest.
      await new Promise<void>((resolve) => void step(request, response, () => resolve()))
    }
    const success = operation.statuses.find((status) => status < 300)
    if (success !== undefined && success !== 204) response.status(success).json({})
    await delay(pauseMs)
  }
}

/** Requests that came meanwhile go first. */
const pauseMs = 50

function createRequest(app: Express, operation: ContractOperation): Request {
  const message = new IncomingMessage(new Socket())
  const url = operation.path.replaceAll(/\{\w+\}/g, '1')
  Object.setPrototypeOf(message, app.request)
  Object.assign(message, {
    app,
    method: operation.method.toUpperCase(),
    url,
    originalUrl: url,
    baseUrl: '',
    params: {},
  })
  if (operation.maxBodyBytes !== null) message.headers['content-type'] = 'application/json'
  if (!isRequest(message)) throw new Error('The prototype makes it one.')
  return message
}

function createResponse(app: Express, req: Request): Response {
  const message = new ServerResponse(req)
  Object.setPrototypeOf(message, app.response)
  Object.assign(message, { app, req })
  if (!isResponse(message)) throw new Error('The prototype makes it one.')
  return message
}

function isRequest(message: IncomingMessage): message is Request {
  return 'app' in message
}

function isResponse(message: ServerResponse): message is Response {
  return 'json' in message
}
