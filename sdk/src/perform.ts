import createOpenApiClient from 'openapi-fetch'
import type { CallOptions, ChangeOptions, PostOptions, VersionedAnswer } from './calls.ts'
import { ApiError, ConnectionError, type Fault } from './errors.ts'
import type { Query } from './methods.ts'
import type { ErrorCodes } from './operations.gen.ts'
import type { Entry } from './table.gen.ts'
import { send, type SendSettings } from './send.ts'
import { trust } from './trust.ts'

export type AnyOptions = CallOptions & ChangeOptions & PostOptions

export interface Input {
  operation: keyof ErrorCodes
  ids: Readonly<Record<string, string | number>>
  query: Query
  body: unknown
}

/** Sends what an entry of the table describes. Throws ApiError for every answer that is no success. */
export type Perform = (entry: Entry, input: Input, options: AnyOptions) => Promise<VersionedAnswer<unknown>>

export function createPerform(baseUrl: string, settings: ClientSettings): Perform {
  const client = createOpenApiClient<AnyPaths>({ baseUrl })
  return async (entry, { operation, ids, query, body }, options) => {
    const [method, path, failure, ...traits] = entry
    const isStream = traits.includes('file')
    const answer = await client
      .request(trust<'get'>(method), `/instances/{instanceId}${path}`, {
        params: { path: ids, ...(query && { query }) },
        ...(body !== undefined && { body }),
        headers: headersOf(entry, options),
        ...(options.signal && { signal: options.signal }),
        parseAs: isStream ? 'stream' : 'text',
        fetch: (request) =>
          send(request, {
            exchange: settings.exchange,
            isStream,
            timeoutMs: options.timeoutMs ?? settings.timeoutMs,
            attemptTimeoutMs: options.attemptTimeoutMs ?? settings.attemptTimeoutMs,
            maxRetries: options.maxRetries ?? settings.maxRetries,
          }),
      })
      .catch((error: unknown) => {
        if (error instanceof ConnectionError) error.message = `${failure}: ${error.message}`
        throw error
      })
    const { response } = answer
    const toError = (body: unknown) => toApiError(operation, failure, response, body)
    if (!response.ok) throw toError(answer.error)
    return {
      data: isStream ? answer.data : parseJson(response, answer.data, toError),
      requestId: response.headers.get('x-request-id'),
      version: response.headers.get('etag'),
      response,
    }
  }
}

function headersOf([, , , ...traits]: Entry, { ifMatch, idempotencyKey }: AnyOptions) {
  return {
    ...(typeof ifMatch === 'string' && { 'If-Match': ifMatch }),
    ...(traits.includes('key') && { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() }),
  }
}

function parseJson(response: Response, text: unknown, toError: (body: undefined) => ApiError): unknown {
  if (response.status === 204) return undefined
  let data: unknown
  try {
    data = JSON.parse(String(text))
  } catch {
    throw toError(undefined)
  }
  // The contract has no answer that is a bare value.
  if (data instanceof Object) return data
  throw toError(undefined)
}

function toApiError(
  operation: keyof ErrorCodes,
  failure: string,
  response: Response,
  body: unknown,
): ApiError {
  const problem = trust<Partial<Problem> | null | undefined>(body)
  const { status } = response
  const isProblem = typeof problem?.code === 'string'
  const detail = isProblem ? problem.detail : `the answer (${status}) is not one of this service.`
  return new ApiError(`${failure}: ${detail}`, {
    operation,
    status,
    code: (isProblem && problem.code) || 'unexpected_answer',
    requestId: problem?.requestId ?? response.headers.get('x-request-id'),
    errors: problem?.errors ?? [],
  })
}

type ClientSettings = Pick<SendSettings, 'exchange' | 'timeoutMs' | 'attemptTimeoutMs' | 'maxRetries'>

interface Problem {
  code: ErrorCodes[keyof ErrorCodes]
  detail: string
  requestId: string
  errors: Fault[]
}

/** The table says what to send, so that openapi-fetch need not know the operations one by one. */
type AnyPaths = Record<string, Record<'get', AnyOperation>>

interface AnyOperation {
  parameters: { path: Record<string, string | number>; query?: Record<string, unknown> }
  requestBody?: { content: { 'application/json': unknown } }
  responses: {
    200: { content: { 'application/json': unknown } }
    default: { content: { 'application/json': unknown } }
  }
}
