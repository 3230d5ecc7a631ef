import createOpenApiClient from 'openapi-fetch'
import type { CallOptions, ChangeOptions, PostOptions, VersionedAnswer } from './calls.ts'
import { ApiError, ConnectionError, type Fault } from './errors.ts'
import type { ErrorCodes } from './operations.gen.ts'
import { send, type SendSettings } from './send.ts'
import { trust } from './trust.ts'

export type AnyOptions = CallOptions & ChangeOptions & PostOptions

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

export type Query = Record<string, unknown> | undefined

/** What the table says of a method. */
export interface Operation {
  name: string
  method: Method
  traits: string
  failure: string
}

/** Sends a request of an operation. Throws ApiError for every answer that is no success. */
export type Perform = (
  operation: Operation,
  path: string,
  query: Query,
  body: unknown,
  options: AnyOptions | undefined,
) => Promise<VersionedAnswer<unknown>>

export function createPerform(baseUrl: string, settings: SendSettings): Perform {
  const client = createOpenApiClient<AnyPaths>({ baseUrl })
  return async (operation, path, query, body, options = {}) => {
    const { method, traits, failure } = operation
    const isStream = traits.includes('f')
    const { data, error, response } = await client
      .request(method, path, {
        params: { query },
        body,
        headers: {
          'If-Match': options.ifMatch,
          'Idempotency-Key': method === 'post' ? (options.idempotencyKey ?? newKey()) : null,
        },
        signal: options.signal ?? null,
        parseAs: isStream ? 'stream' : 'text',
        fetch: (request) => send(request, settings, options, isStream),
      })
      .catch((error: unknown) => {
        if (error instanceof ConnectionError) error.message = `${failure}: ${error.message}`
        throw error
      })
    const content = isStream ? data : parseObject(data)
    if (!response.ok || (content === undefined && response.status !== 204))
      throw toApiError(operation, response, error)
    const { headers } = response
    return { data: content, requestId: headers.get('x-request-id'), version: headers.get('etag'), response }
  }
}

/** 128 random bits; unlike `randomUUID`, pages that came by http have this too. */
function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

/** Undefined for what the contract has nowhere: text that is no JSON, and JSON that is a bare value. */
function parseObject(text: unknown): unknown {
  try {
    const value: unknown = JSON.parse(String(text))
    return value instanceof Object ? value : undefined
  } catch {
    return undefined
  }
}

function toApiError({ name, failure }: Operation, response: Response, body: unknown): ApiError {
  const { status, headers } = response
  const { code, detail, requestId, errors } = trust<Partial<Problem>>(body ?? {})
  const isProblem = typeof code === 'string'
  const reason = isProblem ? detail : `unexpected answer (${status}).`
  return new ApiError(`${failure}: ${reason}`, {
    operation: trust(name),
    status,
    code: isProblem ? code : 'unexpected_answer',
    requestId: requestId ?? headers.get('x-request-id'),
    errors: errors ?? [],
  })
}

interface Problem {
  code: ErrorCodes[keyof ErrorCodes]
  detail: string
  requestId: string
  errors: Fault[]
}

/** The table says what to send, so that openapi-fetch need not know the operations one by one. */
type AnyPaths = Record<string, Record<Method, AnyOperation>>

interface AnyOperation {
  parameters: { query?: Query }
  requestBody?: { content: { 'application/json': unknown } }
  responses: {
    200: { content: { 'application/json': unknown } }
    default: { content: { 'application/json': unknown } }
  }
}
