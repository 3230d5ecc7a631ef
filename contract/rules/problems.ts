import type { AnyAnswer, Fault } from '../types.ts'
import { faultIn } from './faults.ts'
import { invalidInput, refuse, refuseFor, retryShortly } from './refusals.ts'
import { cut } from './text.ts'

/**
 * The answer to a failed request. `detail` tells the caller what to do next, and nothing about the inside of the service.
 */
export interface ProblemAnswer extends AnyAnswer {
  problem: NonNullable<AnyAnswer['problem']>
}

/** The only form of an error: RFC 9457 with our members. */
export function writeProblem(
  { status, problem: { code, detail, errors = [] } }: ProblemAnswer,
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
  return cut(text, most) === text ? text : `${cut(text, most - 1)}…`
}

/** `earlier` faults were found before the body was read, and are reported with the body's. */
export function malformedBody(fault: Fault, earlier: readonly Fault[]) {
  return refuseFor(400, 'malformed_json', fault.message, ...earlier, fault)
}

export const bodyMissing = faultIn('body', '', 'required', 'is needed')

/** Its client sees no answer; the log does. */
export const bodyCut = refuse(400, 'invalid_request', 'The body of the request was cut off.')

export const bodyCompressed = refuse(400, 'invalid_request', 'The body of the request is no gzip.')

export const bodyNotTaken = faultIn('body', '', 'not_allowed', 'must be left out')

export const malformedPath = invalidInput([faultIn('path', '', 'encoding', 'must be percent-encoded UTF-8')])

export const pathNotFound = refuse(
  404,
  'path_not_found',
  'No operation has this path. The contract lists them: /openapi.json, or /docs to read.',
)

/** `methods` are the methods of the path's operations. Where GET is, HEAD is taken, too. */
export function methodNotAllowed(methods: readonly string[]) {
  const Allow = methods.map((method) => method.toUpperCase().replace('GET', 'GET, HEAD')).join(', ')
  return { ...refuse(405, 'method_not_allowed', `This path takes ${Allow}.`), headers: { Allow } }
}

export function notAcceptable(mediaTypes: readonly string[]) {
  const bodies = mediaTypes.filter((mediaType) => mediaType !== 'application/problem+json')
  const detail = `Accept ${bodies.join(' or ')} and application/problem+json, or send no Accept header.`
  return refuse(406, 'not_acceptable', detail)
}

/** For an answer of one format among several, which is known late. */
export function streamNotAcceptable(mediaType: string) {
  const detail = `This answer is ${mediaType}. Accept that, or choose another format where the operation has one.`
  return refuse(406, 'not_acceptable', detail)
}

/** `limit` in bytes. */
export function payloadTooLarge(limit: number) {
  const detail = `What was sent is too large: this operation takes at most ${limit} bytes. Send less.`
  return refuse(413, 'payload_too_large', detail)
}

export const unsupportedMediaType = refuse(
  415,
  'unsupported_media_type',
  'Send the body as "Content-Type: application/json", in UTF-8 and without content encoding.',
)

export const unsupportedOtlp = refuse(
  415,
  'unsupported_media_type',
  'Send the body as application/json in UTF-8 or as application/x-protobuf, compressed by gzip or not at all.',
)

/** `who` may send `limit` requests a minute. */
export function rateLimited(who: string, limit: number, seconds: number, isSingle = true) {
  const wait = seconds === 1 ? 'a second' : `${seconds} seconds`
  const detail = isSingle
    ? `${who} may send ${limit} requests a minute. Send this one again in ${wait}.`
    : `${who} may send ${limit} requests a minute, and each item of this one counts. Send it again in ${wait}, or in parts.`
  return { ...refuse(429, 'rate_limited', detail), headers: { 'Retry-After': String(seconds) } }
}

export const internalError = refuse(
  500,
  'internal_error',
  'The fault is logged under this request id. Nothing was changed.',
)

export const internalErrorWhenDone = refuse(
  500,
  'internal_error',
  'What was asked for is done, but it cannot be shown: look at it before you ask again. The fault is logged under this request id.',
)

export const databaseUnavailable = retryShortly(
  1,
  'The service is busy or its database cannot be reached. Send the request again shortly.',
)
