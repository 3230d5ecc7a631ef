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

/** Everything behind the first question mark. Further question marks belong to values. */
function queryOf(url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark + 1)
}

/** Reads the body. Runs after authentication, so that only known callers can send large bodies. */
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
    // A throw in the callback of a stream would end the process; this turns it into an answer.
    const error = await new Promise<unknown>((resolve) => {
      readBytes(request, response, resolve)
    })
    if (error) return next(error)
    parseBody(request, response, next, titles)
  }
}

/** RFC 9112 section 6.3: a request without either header has no body. */
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
    // An empty object in place of the missing body: then the missing fields are reported, too.
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
