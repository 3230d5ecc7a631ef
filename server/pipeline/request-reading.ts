import { raw, type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import type { Contract, ContractOperation } from '../../contract/document.ts'
import { parseJsonBody } from '../../contract/rules/json-text.ts'
import { accepts, isJson } from '../../contract/rules/media-types.ts'
import { findPathFaults, readQuery } from '../../contract/rules/parameters.ts'
import {
  bodyMissing,
  malformedBody,
  notAcceptable,
  unsupportedMediaType,
} from '../../contract/rules/problems.ts'
import { sendProblem } from './problem.ts'

export function refuseOtherMediaTypes(
  { mediaTypes }: ContractOperation,
  { titles }: Contract,
): RequestHandler {
  return (request, response, next) => {
    if (mediaTypes.some((mediaType) => accepts(request.headers.accept, mediaType))) return next()
    sendProblem(response, titles, notAcceptable(mediaTypes))
  }
}

export function readParameters(operation: ContractOperation): RequestHandler {
  return (request, response, next) => {
    const { values, faults } = readQuery(operation.query, queryOf(request.url))
    const query = { value: values, writable: true, enumerable: true, configurable: true }
    Object.defineProperty(request, 'query', query)
    response.locals.faults.push(...faults, ...findPathFaults(operation.numbersInPath, request.params))
    next()
  }
}

/** All after the first question mark: those that follow are part of a value. */
function queryOf(url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark + 1)
}

/** Reads the body, now that the caller is known. */
export function readBody({ maxBodyBytes }: ContractOperation, { titles }: Contract): RequestHandler {
  if (maxBodyBytes === null) {
    return (request, _response, next) => {
      request.body = undefined
      next()
    }
  }
  const readBytes = raw({ type: () => true, limit: maxBodyBytes, inflate: false })
  return async (request, response, next) => {
    if (hasBody(request) && !isJson(request.headers['content-type'])) {
      return sendProblem(response, titles, unsupportedMediaType)
    }
    // What is thrown in a callback of a stream ends the process; here it is an answer.
    const error = await new Promise<unknown>((resolve) => {
      readBytes(request, response, resolve)
    })
    if (error) return next(error)
    parseBody(request, response, next, titles)
  }
}

/** RFC 9112 section 6.3: without either header there is none. */
function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function parseBody(
  request: Request,
  response: Response,
  next: NextFunction,
  titles: Contract['titles'],
): void {
  const bytes: unknown = request.body
  request.body = undefined
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) {
    // Then the fields that it should have had are named too.
    request.body = {}
    response.locals.faults.push(bodyMissing)
    return next()
  }
  const parsed = parseJsonBody(bytes)
  if (!parsed.ok) return sendProblem(response, titles, malformedBody(parsed, response.locals.faults))
  response.locals.faults.push(...parsed.faults)
  request.body = parsed.value
  next()
}
