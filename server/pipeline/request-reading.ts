import type { Request } from 'express'
import type { ContractOperation } from '../../contract/document.ts'
import { isNoBody, parseJsonBody, parseJsonLines } from '../../contract/rules/json-text.ts'
import { accepts, isJson } from '../../contract/rules/media-types.ts'
import { findPathFaults, readQuery } from '../../contract/rules/parameters.ts'
import {
  bodyCut,
  bodyMissing,
  bodyNotTaken,
  malformedBody,
  notAcceptable,
  payloadTooLarge,
  unsupportedMediaType,
  unsupportedOtlp,
  type ProblemAnswer,
} from '../../contract/rules/problems.ts'
import type { OtlpBody } from '../contract/operation.ts'
import { inflate, isProtobuf } from './otlp.ts'
import type { Call, RequestStep, Step } from './call.ts'

export function refuseOtherMediaTypes({ mediaTypes }: ContractOperation): Step {
  return ({ sent: { accept } }) =>
    mediaTypes.some((mediaType) => accepts(accept, mediaType)) ? null : notAcceptable(mediaTypes)
}

export const readParameters: RequestStep = (call, { url }) => {
  const { query, numbersInPath } = call.operation
  const { values, faults } = readQuery(query, queryOf(url))
  call.query = values
  call.faults.push(...faults, ...findPathFaults(numbersInPath, call.params))
  return null
}

/** Everything behind the first question mark. Further question marks belong to values. */
function queryOf(url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark + 1)
}

/**
 * Reads the body, and parses it unless the operation takes chunks. Runs after authentication, so that only known callers can
 * send large bodies.
 */
export function readBody(
  { method, maxBodyBytes, takesLines, isOtlp }: ContractOperation,
  takesChunks: boolean,
): RequestStep {
  if (maxBodyBytes === null) return method === 'post' ? refuseBody : () => null
  return async (call, request) => {
    const { 'content-type': contentType, 'content-encoding': contentEncoding = 'identity' } = request.headers
    const encoding = contentEncoding.toLowerCase()
    const isLines = takesLines && isJson(contentType, 'application/x-ndjson')
    const isMessage = isOtlp && isProtobuf(call)
    const isGzip = isOtlp && encoding === 'gzip'
    const isRead = (isLines || isMessage || isJson(contentType)) && (isGzip || encoding === 'identity')
    if (hasBody(request) && !isRead) return isOtlp ? unsupportedOtlp : unsupportedMediaType
    const chunks = await readChunks(call, request, maxBodyBytes)
    if (!Array.isArray(chunks)) return chunks
    // An empty message is a request without spans; an empty JSON is none.
    if (isOtlp && takesChunks && (chunks.length > 0 || isMessage)) return readOtlp(call, chunks, isGzip, maxBodyBytes)
    call.body = chunks
    if (takesChunks && chunks.length > 0) return null
    return parseBody(Buffer.concat(chunks), isLines ? parseJsonLines : parseJsonBody, call)
  }
}

async function readOtlp(
  call: Call,
  chunks: readonly Buffer[],
  isGzip: boolean,
  mostBytes: number,
): Promise<ProblemAnswer | null> {
  const sent = Buffer.concat(chunks)
  const bytes = isGzip ? await inflate(sent, mostBytes) : sent
  if (!Buffer.isBuffer(bytes)) return bytes
  call.body = { bytes, encoding: isProtobuf(call) ? 'protobuf' : 'json' } satisfies OtlpBody
  return null
}

/** A body for an operation that takes none was meant for another one. */
const refuseBody: RequestStep = async (call, request) => {
  const chunks = await readChunks(call, request, 1024)
  if (Array.isArray(chunks) && isNoBody(Buffer.concat(chunks))) return null
  call.faults.push(bodyNotTaken)
  return null
}

/**
 * Resolves with the body as it came, or with a refusal. The rest of a body that is too large is read and dropped: otherwise its
 * client might not receive the answer.
 */
async function readChunks(call: Call, request: Request, mostBytes: number): Promise<Buffer[] | ProblemAnswer> {
  if (!hasBody(request)) return []
  if (Number(request.headers['content-length']) > mostBytes) return payloadTooLarge(mostBytes)
  const { promise, resolve } = Promise.withResolvers<ProblemAnswer | undefined>()
  const chunks: Buffer[] = []
  let bytes = 0
  request
    .on('data', (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes <= mostBytes) return
      chunks.length = 0
      resolve(payloadTooLarge(mostBytes))
    })
    .on('end', resolve)
    .on('error', () => resolve(bodyCut))
  // A body that was received together with the headers is read before the next turn of the event loop.
  const waiting = setImmediate(() => (call.waitedForBody = true))
  const refusal = await promise
  clearImmediate(waiting)
  return refusal ?? chunks
}

/** RFC 9112 section 6.3: a request without either header has no body. */
function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function parseBody(bytes: Buffer, parse: typeof parseJsonBody, call: Call): ProblemAnswer | null {
  call.body = undefined
  if (bytes.length === 0) {
    call.faults.push(bodyMissing)
    return null
  }
  const parsed = parse(bytes)
  if (!parsed.ok) return malformedBody(parsed.fault, call.faults)
  call.faults.push(...parsed.faults)
  call.body = parsed.value
  return null
}
