import { createQuerySerializer, mergeHeaders } from 'openapi-fetch'
import type { CallOptions, ChangeOptions, PostOptions, VersionedAnswer } from './calls.ts'
import { ApiError, ConnectionError, type Fault } from './errors.ts'
import { send, type SendSettings } from './send.ts'
import { trust } from './trust.ts'

export type AnyOptions = CallOptions & ChangeOptions & PostOptions

export type Query = Record<string, unknown> | undefined

/** What the table says of a method. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** After the instance: `/agents/{agentId}`. */
  path: string
  takesBody?: true
  takesQuery?: true
  /** A `page` is `{ content, page }`, an `array` a list without; a file is streamed. */
  answer: 'page' | 'array' | 'data' | 'file' | 'nothing'
  /** What the message of an error begins with: `Failed to fetch agents`. */
  failure: string
}

/** Sends a request of an operation. Throws ApiError for every answer that is no success. */
export type Perform = (
  name: string,
  operation: Operation,
  path: string,
  query: Query,
  body: unknown,
  options: AnyOptions | undefined,
) => Promise<VersionedAnswer<unknown>>

export function createPerform(settings: SendSettings): Perform {
  return async (name, operation, path, query, body, options = {}) => {
    const { method, answer, failure } = operation
    const isStream = answer === 'file'
    const search = serializeQuery(query ?? {})
    const request = new Request(`${settings.baseUrl}${path}${search && '?'}${search}`, {
      method,
      headers: mergeHeaders({
        'Content-Type': body === undefined ? null : 'application/json',
        'If-Match': options.ifMatch,
        'Idempotency-Key': method === 'POST' ? (options.idempotencyKey ?? newKey()) : null,
      }),
      body: body === undefined ? null : JSON.stringify(body),
      signal: options.signal ?? null,
    })
    const response = await send(request, settings, options, isStream).catch((error: unknown) => {
      if (!(error instanceof ConnectionError) || error === options.signal?.reason) throw error
      // Calls may share the error, when they have waited for the same token.
      throw new ConnectionError(`${failure}: ${error.message}`, { cause: error.cause })
    })
    const { headers, ok, status } = response
    const data = isStream && ok ? response.body : parseObject(await response.text())
    if (!ok || !isExpected(answer, status, data))
      throw toApiError(name, failure, response, ok ? undefined : data)
    return { data, requestId: headers.get('x-request-id'), version: headers.get('etag'), response }
  }
}

/**
 * Of openapi-fetch only what builds requests: its client brings middleware, path styles and ways to read bodies that the
 * methods have no use for, and is half of what an app would download. `@instance-admin/sdk/raw` has it.
 */
const serializeQuery = createQuerySerializer<Record<string, unknown>>()

/** 128 random bits; unlike `randomUUID`, pages that came by http have this too. */
function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

/** Undefined for what the contract has nowhere: text that is no JSON, and JSON that is a bare value. */
function parseObject(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value instanceof Object ? value : undefined
  } catch {
    return undefined
  }
}

function toApiError(name: string, failure: string, response: Response, body: unknown): ApiError {
  const { status, headers } = response
  const { code, detail, requestId, errors } = trust<Problem>(body ?? {})
  const isProblem = typeof code === 'string'
  const reason = isProblem && typeof detail === 'string' ? detail : `unexpected answer (${status}).`
  const isOfInstance = status === 401 || code === 'instance_not_found'
  return new ApiError(`${isOfInstance ? instanceUnavailable : failure}: ${reason}`, {
    operation: trust(name),
    status,
    code: isProblem ? trust(code) : 'unexpected_answer',
    detail: reason,
    requestId: typeof requestId === 'string' ? requestId : headers.get('x-request-id'),
    errors: Array.isArray(errors) ? trust<Fault[]>(errors) : [],
    response,
  })
}

/** What the client reports where the instance is not the caller's, or authentication is incomplete. */
export const instanceUnavailable = 'Instance configuration not available'

/** What a problem has in the contract; here it may be anybody's. */
interface Problem {
  code?: unknown
  detail?: unknown
  requestId?: unknown
  errors?: unknown
}

/**
 * Whether a good answer has the form that the table promises. Deeper the service checks itself; this is for those who
 * answer in its place.
 */
function isExpected(answer: Operation['answer'], status: number, data: unknown): boolean {
  if (answer === 'nothing') return status === 204
  if (answer === 'array') return Array.isArray(data)
  if (answer === 'page') return isPage(data)
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}

function isPage(data: unknown): boolean {
  const { content, page } = trust<Listing>(data ?? {})
  // Undefined would begin at the first page again, for ever.
  return Array.isArray(content) && (page?.next === null || typeof page?.next === 'string')
}

interface Listing {
  content?: unknown
  page?: { next?: unknown } | null
}
