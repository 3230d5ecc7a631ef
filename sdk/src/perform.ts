import { createQuerySerializer } from 'openapi-fetch'
import type { CallOptions, ChangeOptions, FileAnswer, PostOptions, VersionedAnswer } from './calls.ts'
import { ApiError, ConnectionError, type Fault } from './errors.ts'
import { newKey } from './ids.ts'
import { instanceUnavailable } from './wrong-argument.ts'
import { send, type SendSettings } from './send.ts'
import { trust } from './trust.ts'

export type AnyOptions = CallOptions & ChangeOptions & PostOptions

export type Query = Record<string, unknown> | undefined

/** The facts about a method in the generated table. */
export interface Operation {
  /** The `operationId` of the contract. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path after the instance: `/agents/{agentId}`. */
  path: string
  /** The operation is of no instance, and `path` is its whole path. */
  isGlobal?: true
  /** It changes nothing, although it is a POST. */
  isRead?: true
  /** The same request again changes nothing, although it is a POST without a key. */
  isRepeatable?: true
  takesBody?: true
  takesQuery?: true
  /** A `page` is `{ content, page }`, an `array` a bare list; a `file` and `events` are streamed. Default: an object. */
  answer?: 'page' | 'array' | 'file' | 'events' | 'nothing'
  /** The beginning of an error's message: `Failed to fetch agents`. */
  failure: string
}

/** What the method of an operation gives, whatever its answer is. */
export type AnyAnswer = VersionedAnswer<unknown> & Pick<FileAnswer, 'fileName'>

/** Sends a request of an operation. Throws ApiError for every answer that is no success. */
export type Perform = (
  name: string,
  operation: Operation,
  path: string,
  query: Query,
  body: unknown,
  options: AnyOptions | undefined,
) => Promise<AnyAnswer>

export function createPerform(settings: SendSettings): Perform {
  return async (name, operation, path, query, body, options = {}) => {
    const { answer, failure, isRead = operation.method === 'GET', isRepeatable = isRead } = operation
    const isStream = answer === 'file' || answer === 'events'
    const search = serializeQuery(query ?? {})
    const url = `${settings.baseUrl}${path}${search && '?'}${search}`
    const request = createRequest(url, operation, body, options)
    const response = await send(request, settings, options, { isStream, isRepeatable }).catch((error: unknown) => {
      if (!(error instanceof ConnectionError) || error === options.signal?.reason) throw error
      // Calls that wait for one token share its error, and each call's message needs its own beginning. So the error is
      // copied.
      throw new ConnectionError(`${failure}: ${error.message}`, { cause: error.cause })
    })
    const { headers, ok } = response
    const data = isStream && ok ? response.body : parseObject(await response.text())
    if (!ok || !isExpected(answer, response, data)) throw toApiError(name, failure, response, ok ? undefined : data)
    return {
      data,
      requestId: headers.get('x-request-id'),
      // A proxy that compresses answers makes a tag weak, which is the same version.
      version: headers.get('etag')?.replace(/^W\//, '') ?? null,
      fileName: isStream ? readFileName(headers) : null,
      response,
    }
  }
}

/** Throws TypeError for what cannot be sent, such as a body that is no JSON. */
function createRequest(
  url: string,
  { method, isRead, isRepeatable, failure }: Operation,
  body: unknown,
  options: AnyOptions,
): Request {
  try {
    const { ifMatch, idempotencyKey } = options
    const headers = new Headers()
    if (body !== undefined) headers.set('Content-Type', 'application/json')
    if (ifMatch !== undefined && ifMatch !== null) headers.set('If-Match', ifMatch)
    if (method === 'POST' && !isRead && !isRepeatable) headers.set('Idempotency-Key', idempotencyKey ?? newKey())
    // Without the signal: Node would leave a listener on it until a garbage collection, for each of many calls.
    return new Request(url, { method, headers, body: JSON.stringify(body) })
  } catch (cause) {
    throw new TypeError(`${failure}: ${trust<Error>(cause).message}`, { cause })
  }
}

/** A list is one parameter with commas between its values. */
export const lists = { array: { style: 'form', explode: false } } as const

/**
 * Only the query serializer of openapi-fetch is used here. Its client would double the download of an app, with features
 * that the methods do not use; `@instance-admin/sdk/raw` uses the whole client.
 */
const serializeQuery = createQuerySerializer<Record<string, unknown>>(lists)

/** The service names its files in quotes, without characters that would need an escape. */
function readFileName(headers: Headers): string | null {
  return /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? null
}

/** Returns undefined for text that is no JSON and for a bare JSON value: the contract has neither. */
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
  // A proxy may have answered instead of the service.
  const { code, detail, requestId, errors } = trust<Record<string, unknown>>(body ?? {})
  const isProblem = typeof code === 'string'
  const odd = `unexpected answer (${status}, ${headers.get('content-type') ?? 'untyped'}).`
  const reason = isProblem && typeof detail === 'string' ? detail : odd
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

/**
 * Tells whether a successful answer has the form in the table. The service itself checks its answers in full; this check is
 * for answers of proxies and other servers in its place.
 */
function isExpected(answer: Operation['answer'], { status, headers }: Response, data: unknown): boolean {
  if (answer === 'nothing') return status === 204
  if (answer === 'array') return Array.isArray(data)
  if (answer === 'page') return isPage(data)
  // A stream, which may be a proxy's page, or what `parseObject` gave: nothing, an object or an array.
  return Boolean(data) && !Array.isArray(data) && !/html/.test(headers.get('content-type') ?? '')
}

function isPage(data: unknown): boolean {
  const { content, page } = trust<{ content?: unknown; page?: { next?: unknown } | null }>(data ?? {})
  // An undefined `next` would fetch the first page again, without end.
  return Array.isArray(content) && (page?.next === null || typeof page?.next === 'string')
}
