import { parseJson } from '../lib/parse-json.ts'
import { readAtMost } from '../lib/read-at-most.ts'
import { isObject } from '../../contract/json.ts'
import { currentSpan, inSpan, type Attributes } from '../telemetry/span.ts'
import type { Unavailable } from './directory.ts'

/**
 * Sends one request to the identity provider, until `signal` aborts. Follows no redirect, since the next host would get our
 * credentials, and reads at most 1 MiB. Outages, and an answer that is no JSON where it should be, are `unavailable`: the
 * caller of the API can do nothing about them.
 */
export async function callProvider(
  request: ProviderRequest,
  signal: AbortSignal,
): Promise<ProviderAnswer | Unavailable> {
  const { method, url } = request
  const attributes = { 'http.request.method': method, 'server.address': url.hostname }
  return inSpan(
    () => ({ name: method, kind: 'client', attributes }),
    () => exchange(request, signal),
    describe,
  )
}

/** Sends a request below the address of an API, whose bodies have this media type. */
export async function callApi(
  { baseUrl, token, mediaType }: { baseUrl: string; token: string; mediaType: string },
  { method, path, query = {}, json }: ApiRequest,
  signal: AbortSignal,
): Promise<ProviderAnswer | Unavailable> {
  const url = new URL(`${baseUrl}${path}`)
  url.search = new URLSearchParams(query).toString()
  const headers = {
    Authorization: `Bearer ${token}`,
    Accept: mediaType,
    ...(json !== undefined && { 'Content-Type': mediaType }),
  }
  return callProvider({ method, url, headers, json }, signal)
}

function describe(answer: ProviderAnswer | Unavailable): Attributes {
  return answer.state === 'answered' ? { 'http.response.status_code': answer.status } : { 'error.type': 'unavailable' }
}

/** The operator names the provider, so it gets the trace, too. */
async function exchange(
  { method, url, headers = {}, json, form }: ProviderRequest,
  signal: AbortSignal,
): Promise<ProviderAnswer | Unavailable> {
  const what = `${method} ${url.pathname}`
  try {
    const response = await fetch(url, {
      method,
      // Kept connections may be dead after a restart of the provider, and a write must not be sent twice to find out.
      headers: { Accept: 'application/json', Connection: 'close', ...currentSpan()?.headers(), ...headers },
      body: json === undefined ? (form ?? null) : JSON.stringify(json),
      redirect: 'manual',
      signal,
    })
    const { status } = response
    const { text, isWhole } = await readAtMost(response.body ?? [], maxBytes)
    if (!isWhole) return { state: 'unavailable', reason: `${what} was answered by more than 1 MiB` }
    if (isOutage(status)) {
      const hadNoEffect = status < 500 && status !== 408
      return { state: 'unavailable', reason: `${what} was answered ${status}`, hadNoEffect }
    }
    const body = parseJson(text)
    if (body === undefined && status < 300 && text !== '')
      return { state: 'unavailable', reason: `${what} was not answered in JSON` }
    return { state: 'answered', status, headers: response.headers, body }
  } catch (error) {
    const reason = explain(error)
    return { state: 'unavailable', reason: `${what} failed: ${reason}`, hadNoEffect: unsent.has(reason) }
  }
}

/** The errors before a request is sent. */
const unsent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** What an answer means that the protocol does not have here: something else may have answered. */
export function unexpected(what: string, { status }: ProviderAnswer): Unavailable {
  return { state: 'unavailable', reason: `${what} was answered ${status} in an unknown form` }
}

/** Our credentials are not taken, the provider has a fault, or something else answers in its place. */
function isOutage(status: number): boolean {
  return status < 200 || (status >= 300 && status < 400) || [401, 403, 405, 408, 429].includes(status) || status >= 500
}

/** A code, such as ECONNREFUSED. Messages may repeat headers and addresses. */
function explain(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (isObject(cause) && typeof cause['code'] === 'string') return cause['code']
  return cause instanceof Error ? cause.name : 'unknown'
}

const maxBytes = 1024 * 1024

export interface ProviderRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: URL
  headers?: Record<string, string>
  json?: unknown
  form?: URLSearchParams
}

/** A request below the address of the provider's API. */
export interface ApiRequest extends Pick<ProviderRequest, 'method' | 'json'> {
  path: string
  query?: Record<string, string>
}

export interface ProviderAnswer {
  state: 'answered'
  status: number
  headers: Headers
  /** Undefined when there is none. */
  body: unknown
}
