import { raw, type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import type { Contract, ContractOperation } from './contract-document.ts'
import { parseJsonBody } from './http/json-body.ts'
import { acceptsJson, isJson } from './http/media-types.ts'
import { readQuery } from './http/query-string.ts'
import { sendProblem } from './problem.ts'

export function refuseOtherMediaTypes({ titles }: Contract): RequestHandler {
  return (request, response, next) => {
    if (acceptsJson(request.headers.accept)) return next()
    sendProblem(response, titles, {
      status: 406,
      code: 'not_acceptable',
      detail: 'Accept application/json and application/problem+json, or send no Accept header.',
    })
  }
}

export function readParameters(operation: ContractOperation): RequestHandler {
  return (request, response, next) => {
    const { values, faults } = readQuery(operation, request.url.split('?')[1] ?? '')
    const query = { value: values, writable: true, enumerable: true, configurable: true }
    Object.defineProperty(request, 'query', query)
    response.locals.faults.push(...faults)
    next()
  }
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
  return (request, response, next) => {
    if (hasBody(request) && !isJson(request.headers['content-type'])) {
      return sendProblem(response, titles, {
        status: 415,
        code: 'unsupported_media_type',
        detail: 'Send the body as "Content-Type: application/json", in UTF-8 and without content encoding.',
      })
    }
    request.headers['content-type'] = 'application/json'
    readBytes(request, response, (error?: unknown) => {
      if (error) return next(error)
      parseBody(request, response, next, titles)
    })
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
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return next()
  const parsed = parseJsonBody(bytes)
  if (!parsed.ok) {
    const { message } = parsed.fault
    const answer = { status: 400, code: 'malformed_json', detail: `The body ${message}.` } as const
    return sendProblem(response, titles, { ...answer, errors: [...response.locals.faults, parsed.fault] })
  }
  response.locals.faults.push(...parsed.faults)
  request.body = parsed.value
  next()
}
