import { raw, type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import type { Contract, ContractOperation } from '../../contract/document.ts'
import type { Fault } from '../../contract/types.ts'
import { parseJsonBody } from '../../contract/rules/json-text.ts'
import { accepts, isJson } from './media-types.ts'
import { readQuery } from './query-string.ts'
import { notAcceptable, sendProblem, unsupportedMediaType } from './problem.ts'

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
    const { values, faults } = readQuery(operation, queryOf(request.url))
    const query = { value: values, writable: true, enumerable: true, configurable: true }
    Object.defineProperty(request, 'query', query)
    response.locals.faults.push(...faults, ...findPathFaults(operation, request))
    next()
  }
}

/** All after the first question mark: those that follow are part of a value. */
function queryOf(url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark + 1)
}

/** The validator would take `1e0` and `0x1` for numbers, and Infinity from more digits than a double has. */
function findPathFaults({ numbersInPath }: ContractOperation, { params }: Request): Fault[] {
  return numbersInPath
    .filter((name) => !/^\d{1,300}$/.test(String(params[name])) && !Number.isNaN(Number(params[name])))
    .map((name) => ({
      in: 'path',
      pointer: `/${name}`,
      code: 'type',
      message: 'must be a plain whole number',
    }))
}

/**
 * Reads the body, now that the caller is known. The validator compiles and keeps a schema for every content type
 * that it meets, so it meets only one.
 */
export function readBody({ maxBodyBytes }: ContractOperation, { titles }: Contract): RequestHandler {
  if (maxBodyBytes === null) {
    return (request, _response, next) => {
      delete request.headers['content-type']
      request.body = undefined
      next()
    }
  }
  const readBytes = raw({ type: () => true, limit: maxBodyBytes, inflate: false })
  return async (request, response, next) => {
    if (hasBody(request) && !isJson(request.headers['content-type'])) {
      return sendProblem(response, titles, unsupportedMediaType)
    }
    request.headers['content-type'] = 'application/json'
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
    // The validator takes a missing body for an empty object, or breaks on it where variants are told apart.
    request.body = {}
    response.locals.faults.push({ in: 'body', pointer: '', code: 'required', message: 'is missing' })
    return next()
  }
  const parsed = parseJsonBody(bytes)
  if (!parsed.ok) {
    const { message } = parsed.fault
    const answer = { status: 400, code: parsed.code, detail: `The body ${message}.` }
    return sendProblem(response, titles, { ...answer, errors: [...response.locals.faults, parsed.fault] })
  }
  response.locals.faults.push(...parsed.faults)
  request.body = parsed.value
  next()
}
