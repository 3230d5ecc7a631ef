import type { Response } from 'express'
import type { Fault, Problem, ProblemCode } from '../../contract/types.ts'

/** The one error shape: RFC 9457 with our members. `detail` says what to do next and never what is inside. */
export interface ProblemAnswer {
  status: number
  code: ProblemCode
  detail: string
  errors?: Fault[]
  headers?: Record<string, string>
}

export const unsupportedMediaType: ProblemAnswer = {
  status: 415,
  code: 'unsupported_media_type',
  detail: 'Send the body as "Content-Type: application/json", in UTF-8 and without content encoding.',
}

export function notAcceptable(mediaTypes: readonly string[]): ProblemAnswer {
  const bodies = mediaTypes.filter((mediaType) => mediaType !== 'application/problem+json')
  return {
    status: 406,
    code: 'not_acceptable',
    detail: `Accept ${bodies.join(' or ')} and application/problem+json, or send no Accept header.`,
  }
}

export const pathNotFound: ProblemAnswer = {
  status: 404,
  code: 'path_not_found',
  detail: 'No operation has this path. The contract lists them: /openapi.json, or /docs to read.',
}

const mostErrors = 1000

export function sendProblem(
  response: Response,
  titles: ReadonlyMap<string, string>,
  { status, code, detail, errors = [], headers = {} }: ProblemAnswer,
): void {
  const problem: Problem = {
    type: `urn:instance-admin:problem:${code}`,
    title: titles.get(code) ?? code,
    status,
    detail: clip(detail, 2048),
    instance: clip(response.req.originalUrl.split('?')[0] ?? '', 2048),
    code,
    requestId: response.locals.requestId,
    errors: errors.slice(0, mostErrors).map((fault) => ({
      ...fault,
      pointer: clip(fault.pointer, 2048).toWellFormed(),
      message: clip(fault.message, 1024),
    })),
  }
  response.status(status).set(headers).type('application/problem+json').json(problem)
}

/** One sentence for people out of the faults for programs. */
export function describeFaults(faults: readonly Fault[]): string {
  const [first] = faults
  if (!first) return 'The request breaks the contract.'
  const more = faults.length === 1 ? '' : ` (and ${faults.length - 1} more, see errors)`
  return `${first.in}${first.pointer} ${first.message}${more}.`
}

function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`
}
