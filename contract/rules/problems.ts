import type { Fault, ProblemCode } from '../types.ts'
import { describeFaults, faultIn } from './faults.ts'
import type { RefusedBody } from './json-text.ts'

/**
 * The answer to a failed request. `detail` tells the caller what to do next, and nothing about the inside of the service.
 */
export interface ProblemAnswer {
  status: number
  code: ProblemCode
  detail: string
  errors?: readonly Fault[]
  headers?: Readonly<Record<string, string>>
}

/** The only form of an error: RFC 9457 with our members. */
export function writeProblem<Code extends string>(
  { status, code, detail, errors = [] }: Described<Code>,
  { title = code, path, requestId }: { title?: string | undefined; path: string; requestId: string },
) {
  return {
    type: `urn:instance-admin:problem:${code}`,
    title,
    status,
    detail: clip(detail, 2048),
    instance: clip(path, 2048),
    code,
    requestId,
    errors: errors.slice(0, mostErrors).map((fault) => ({
      ...fault,
      pointer: clip(fault.pointer, 2048).toWellFormed(),
      message: clip(fault.message, 1024),
    })),
  }
}

const mostErrors = 1000

function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
}

export function invalidRequest(errors: Fault[]): ProblemAnswer {
  return { status: 400, code: 'invalid_request', detail: describeFaults(errors), errors }
}

/** `faults` were found before the body was read, and are reported with the body's. */
export function malformedBody({ code, fault }: RefusedBody, faults: readonly Fault[]): ProblemAnswer {
  return { status: 400, code, detail: fault.message, errors: [...faults, fault] }
}

export const bodyMissing = faultIn('body', '', 'required', 'is needed')

export const bodyNotTaken = faultIn('body', '', 'not_allowed', 'must be left out')

export const malformedPath = invalidRequest([faultIn('path', '', 'encoding', 'must be percent-encoded UTF-8')])

export const pathNotFound: ProblemAnswer = {
  status: 404,
  code: 'path_not_found',
  detail: 'No operation has this path. The contract lists them: /openapi.json, or /docs to read.',
}

/** `methods` are the methods of the path's operations. Where GET is, HEAD is taken, too. */
export function methodNotAllowed(methods: readonly string[]): ProblemAnswer {
  const Allow = methods.map((method) => method.toUpperCase().replace('GET', 'GET, HEAD')).join(', ')
  return { status: 405, code: 'method_not_allowed', detail: `This path takes ${Allow}.`, headers: { Allow } }
}

export function notAcceptable(mediaTypes: readonly string[]): ProblemAnswer {
  const bodies = mediaTypes.filter((mediaType) => mediaType !== 'application/problem+json')
  return {
    status: 406,
    code: 'not_acceptable',
    detail: `Accept ${bodies.join(' or ')} and application/problem+json, or send no Accept header.`,
  }
}

/** `limit` in bytes. */
export function payloadTooLarge(limit: number): ProblemAnswer {
  const detail = `What was sent is too large: this operation takes at most ${limit} bytes. Send less.`
  return { status: 413, code: 'payload_too_large', detail }
}

export const unsupportedMediaType: ProblemAnswer = {
  status: 415,
  code: 'unsupported_media_type',
  detail: 'Send the body as "Content-Type: application/json", in UTF-8 and without content encoding.',
}

/** `who` may send `limit` requests a minute. */
export function rateLimited(who: string, limit: number, seconds: number, isSingle = true): ProblemAnswer {
  const wait = seconds === 1 ? 'a second' : `${seconds} seconds`
  const detail = isSingle
    ? `${who} may send ${limit} requests a minute. Send this one again in ${wait}.`
    : `${who} may send ${limit} requests a minute, and each item of this one counts. Send it again in ${wait}, or in parts.`
  return { status: 429, code: 'rate_limited', detail, headers: { 'Retry-After': String(seconds) } }
}

export const internalError: ProblemAnswer = {
  status: 500,
  code: 'internal_error',
  detail: 'The fault is logged under this request id. Nothing was changed.',
}

export const databaseUnavailable: ProblemAnswer = {
  status: 503,
  code: 'temporarily_unavailable',
  detail: 'The service is busy or its database cannot be reached. Send the request again shortly.',
  headers: { 'Retry-After': '1' },
}

interface Described<Code> {
  status: number
  code: Code
  detail: string
  errors?: readonly Fault[]
}
