import { raw, type Request, type Response } from 'express'
import type { ContractOperation } from '../../contract/document.ts'
import { isNoBody, parseJsonBody, parseJsonLines } from '../../contract/rules/json-text.ts'
import { accepts, isJson } from '../../contract/rules/media-types.ts'
import { findPathFaults, readQuery } from '../../contract/rules/parameters.ts'
import {
  bodyMissing,
  bodyNotTaken,
  malformedBody,
  notAcceptable,
  unsupportedMediaType,
  type ProblemAnswer,
} from '../../contract/rules/problems.ts'
import type { Step } from './step.ts'

export function refuseOtherMediaTypes({ mediaTypes }: ContractOperation): Step {
  return ({ headers: { accept } }) =>
    mediaTypes.some((mediaType) => accepts(accept, mediaType)) ? null : notAcceptable(mediaTypes)
}

export function readParameters(operation: ContractOperation): Step {
  return (request, response) => {
    const { values, faults } = readQuery(operation.query, queryOf(request.url))
    response.locals.query = values
    response.locals.faults.push(...faults, ...findPathFaults(operation.numbersInPath, request.params))
    return null
  }
}

/** Everything behind the first question mark. Further question marks belong to values. */
function queryOf(url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark + 1)
}

/** Reads the body. Runs after authentication, so that only known callers can send large bodies. */
export function readBody({ method, maxBodyBytes, takesLines }: ContractOperation): Step {
  if (maxBodyBytes === null) return method === 'post' ? refuseBody : ignoreBody
  const read = createReader(maxBodyBytes)
  return async (request, response) => {
    const contentType = request.headers['content-type']
    const isLines = takesLines && isJson(contentType, 'application/x-ndjson')
    if (hasBody(request) && !isLines && !isJson(contentType)) return unsupportedMediaType
    return parseBody(await read(request, response), isLines ? parseJsonLines : parseJsonBody, request, response)
  }
}

const ignoreBody: Step = (request) => {
  request.body = undefined
  return null
}

/** A body for an operation that takes none was meant for another one. */
const refuseBody: Step = async (request, response) => {
  const bytes = hasBody(request) ? await readShort(request, response).catch(() => null) : noBytes
  request.body = undefined
  if (bytes && isNoBody(bytes)) return null
  response.locals.faults.push(bodyNotTaken)
  // The rest of a body that was too long to be none. Otherwise the client might not receive the answer.
  request.resume()
  return null
}

const noBytes = Buffer.alloc(0)
const readShort = createReader(1024)

function createReader(limit: number) {
  const readBytes = raw({ type: () => true, limit, inflate: false })
  return async (request: Request, response: Response): Promise<Buffer> => {
    await new Promise<void>((resolve, reject) => {
      // A body that was received together with the headers is read before the next turn of the event loop.
      const waiting = setImmediate(() => (response.locals.waitedForBody = true))
      readBytes(request, response, (error?: Error) => {
        clearImmediate(waiting)
        if (error) reject(error)
        else resolve()
      })
    })
    const bytes: unknown = request.body
    return Buffer.isBuffer(bytes) ? bytes : noBytes
  }
}

/** RFC 9112 section 6.3: a request without either header has no body. */
function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function parseBody(
  bytes: Buffer,
  parse: typeof parseJsonBody,
  request: Request,
  response: Response,
): ProblemAnswer | null {
  request.body = undefined
  if (bytes.length === 0) {
    response.locals.faults.push(bodyMissing)
    return null
  }
  const parsed = parse(bytes)
  if (!parsed.ok) return malformedBody(parsed.fault, response.locals.faults)
  response.locals.faults.push(...parsed.faults)
  request.body = parsed.value
  return null
}
