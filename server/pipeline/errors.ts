import type { ErrorRequestHandler } from 'express'
import type { Fault } from '../../contract/types.ts'
import { isDatabaseUnavailable } from '../db/client.ts'
import { PasswordQueueFullError } from '../identity/password.ts'
import { asArray, asObject, isObject } from '../../contract/json.ts'
import {
  invalidRequest,
  malformedPath,
  pathNotFound,
  payloadTooLarge,
  unsupportedMediaType,
  type ProblemAnswer,
} from '../../contract/rules/problems.ts'
import { sendProblem } from './problem.ts'

/** The end of the pipeline: whatever was thrown becomes a problem, and nothing of its inside leaves. */
export function handleErrors(titles: ReadonlyMap<string, string>): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error)
    const answer = explain(error, response.locals.faults)
    if (answer.status === 500) response.locals.log.error({ err: error }, 'request failed')
    if (answer.status === 503) response.locals.log.warn({ err: error }, 'request could not be served')
    sendProblem(response, titles, answer)
    // What is left of a body that was refused is read away, so that the answer arrives.
    request.resume()
  }
}

function explain(error: unknown, earlierFaults: Fault[]): ProblemAnswer {
  if (isObject(error) && Array.isArray(error['errors']) && error['status'] === 400) {
    return invalidRequest([...earlierFaults, ...readFaults(error['errors'])])
  }
  if (isDatabaseUnavailable(error) || error instanceof PasswordQueueFullError) {
    return {
      status: 503,
      code: 'temporarily_unavailable',
      detail: 'The service is busy or its database cannot be reached. Send the request again shortly.',
      headers: { 'Retry-After': '1' },
    }
  }
  if (error instanceof URIError) return malformedPath
  if (isObject(error) && error['status'] === 413) return payloadTooLarge(Number(error['limit']))
  const byStatus = isObject(error) ? clientErrors.get(error['status']) : undefined
  return (
    byStatus ?? {
      status: 500,
      code: 'internal_error',
      detail: 'The fault is logged under this request id. Nothing was changed.',
    }
  )
}

/** What body reading, path decoding and the validator refuse, by the status that they give their errors. */
const clientErrors = new Map<unknown, ProblemAnswer>([
  [
    400,
    { status: 400, code: 'invalid_request', detail: 'The path or the body of the request is malformed.' },
  ],
  // The validator reads a path more strictly than Express: one with a fragment, for example.
  [404, pathNotFound],
  [415, unsupportedMediaType],
])

const parts = { body: 'body', query: 'query', params: 'path', headers: 'header' } as const
// Said by a branch too, more precisely.
const summaries = new Set(['if', 'oneOf', 'anyOf', 'allOf'])
const mostFaults = 1000

function readFaults(errors: unknown): Fault[] {
  const faults = asArray(errors).map(readFault)
  const precise = faults.filter((fault) => !summaries.has(fault.code))
  const unique = new Map(
    (precise.length > 0 ? precise : faults).map((fault) => [JSON.stringify(fault), fault]),
  )
  return [...unique.values()].slice(0, mostFaults)
}

function readFault(error: unknown): Fault {
  const { path, message, errorCode } = asObject(error)
  const [, part = 'body', ...rest] = String(path).split('/')
  return {
    in: isPart(part) ? parts[part] : 'body',
    pointer: rest.map((name) => `/${name}`).join(''),
    code: String(errorCode).split('.')[0] ?? 'invalid',
    message: String(message),
  }
}

function isPart(name: string): name is keyof typeof parts {
  return Object.hasOwn(parts, name)
}
