import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import express, { type ErrorRequestHandler } from 'express'
import type { ContractOperation } from '../../contract/document.ts'
import type { Validate } from './validator.ts'

/**
 * Compiles the validators of every operation, in half a second, rather than with the first request of each.
 * express-openapi-validator has no call for that, so each is handed a bare request and an answer of nothing, both of
 * which it refuses. No operation runs.
 */
export function warmUp(validate: Validate, operations: readonly ContractOperation[]): void {
  for (const operation of operations) {
    const request = new IncomingMessage(new Socket())
    request.method = operation.method.toUpperCase()
    request.url = '/'
    if (operation.maxBodyBytes !== null) request.headers['content-type'] = 'application/json'
    const judge = express().use(validate(operation), answerNothing, swallow)
    judge(request, new ServerResponse(request))
  }
}

const answerNothing: ErrorRequestHandler = (_error, _request, response, _next) => void response.json({})

const swallow: ErrorRequestHandler = (_error, _request, _response, _next) => {}
