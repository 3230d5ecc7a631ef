import { readAtMost } from '../../lib/read-at-most.ts'
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { inSpan } from '../../telemetry/span.ts'
import { hostMatches } from '../outbound/hosts.ts'
import { guard, type CheckedTarget, type OutboundRules } from '../outbound/guard.ts'
import type { Progress } from './progress.ts'

/**
 * Sends one request through the outbound guard, until `outbound.signal` aborts. Follows no redirect, reads at most 64 KiB of
 * the body, or none of it, and waits at most 5 s for the connection. Its span names the host as the type's file does
 * (`*.zendesk.com`), because customers' names are parts of hosts. The vendor is not told of the trace.
 */
export async function sendRequest(request: OutboundRequest, outbound: Outbound): Promise<Answer | Failure> {
  const { method, url } = request
  return inSpan(
    () => {
      const host = outbound.rules.hosts.find((pattern) => hostMatches(url.hostname, [pattern]))
      const attributes = { 'http.request.method': method, ...(host !== undefined && { 'server.address': host }) }
      return { name: method, kind: 'client', attributes }
    },
    async () => {
      const target = await reach(url, outbound)
      return 'failure' in target ? target : exchange(request, target, outbound)
    },
    (answer) => {
      if ('failure' in answer) return { 'error.type': answer.failure }
      const status = Number(answer.status)
      return { 'http.response.status_code': status, ...(status >= 400 && { 'error.type': String(status) }) }
    },
  )
}

/** The checked addresses behind a URL, or a failure. Ends when `outbound.signal` aborts. */
export async function reach(
  url: URL,
  { rules, signal, progress }: Outbound,
  portOfProtocol?: number,
): Promise<CheckedTarget | Failure> {
  progress.pass('fields')
  // A lookup by the system's resolver cannot be cancelled, so an abort only stops waiting for it.
  const target = await Promise.race([guard(url, rules, portOfProtocol), aborted(signal)])
  if (!('failure' in target) || target.failure !== 'blocked_host') progress.pass('host')
  return target
}

async function aborted(signal: AbortSignal): Promise<Failure> {
  if (!signal.aborted) await once(signal, 'abort')
  return { failure: 'timeout' }
}

function exchange(
  { method, url, headers, body, readsAnswer = true }: OutboundRequest,
  { hostname, port, addresses }: CheckedTarget,
  { signal, progress }: Outbound,
): Promise<Answer | Failure> {
  return new Promise((resolve) => {
    const client = httpsRequest({
      method,
      hostname,
      port,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, ...lengthOf(body), 'accept-encoding': 'identity' },
      servername: isIP(hostname) === 0 ? hostname : '',
      // Explicit, so that no environment variable can switch the check off.
      rejectUnauthorized: true,
      // A pooled connection might lead to an address that this request has not checked.
      agent: new Agent({ autoSelectFamily: true }),
      lookup: (_hostname, _options, found) => found(null, [...addresses]),
      signal,
    })
    const connecting = setTimeout(() => client.destroy(noConnectionInTime()), connectTimeoutMs)
    client.once('socket', (socket) => {
      socket.once('connect', () => progress.pass('connection'))
      socket.once('secureConnect', () => {
        clearTimeout(connecting)
        progress.pass('tls')
      })
    })
    client.once('close', () => clearTimeout(connecting))
    client.on('error', (error) => resolve(toFailure(error)))
    client.once('response', (response) => resolve(readAnswer(response, readsAnswer, signal)))
    // Without a listener an unrequested upgrade would end without a response and without an error.
    client.once('upgrade', (response, socket) => {
      socket.destroy()
      resolve({ status: 101, headers: response.headers, body: '', truncated: false })
    })
    client.end(body)
  })
}

async function readAnswer(
  response: IncomingMessage,
  readsBody: boolean,
  signal: AbortSignal,
): Promise<Answer | Failure> {
  const { statusCode: status = 0, headers } = response
  if (status < leastStatus || !readsBody) response.destroy()
  if (status < leastStatus) return { failure: 'network_error' }
  if (!readsBody) return { status, headers, body: '', truncated: true }
  try {
    const { text, isWhole } = await readAtMost(response, maxBodyBytes)
    return { status, headers, body: text, truncated: !isWhole }
  } catch (error) {
    // An abort while the body comes is an error like that of a lost connection.
    return signal.aborted ? { failure: 'timeout' } : toFailure(error)
  }
}

function toFailure(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return { failure: code === 'ABORT_ERR' || code === 'ETIMEDOUT' ? 'timeout' : 'network_error' }
}

function lengthOf(body: string | undefined): Record<string, string> {
  return body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
}

function noConnectionInTime(): Error {
  return Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })
}

const connectTimeoutMs = 5_000
const maxBodyBytes = 64 * 1024
/** HTTP has no lower one (RFC 9110 section 15); Node takes any three digits. */
const leastStatus = 100

/** The rules and the signal of all requests of one test. */
export interface Outbound {
  progress: Pick<Progress, 'pass'>
  rules: OutboundRules
  signal: AbortSignal
}

export interface OutboundRequest {
  method: string
  url: URL
  headers: Readonly<Record<string, string>>
  body?: string | undefined
  /** False for an answer of which only the status and the headers count: the connection ends with them. Default: true. */
  readsAnswer?: boolean
}

export interface Answer {
  /** The HTTP status, or the SQLSTATE of a driver. */
  status: number | string
  headers: IncomingHttpHeaders
  body: string
  /** Whether the body was longer than 64 KiB and was cut, or was not read. */
  truncated: boolean
}

export interface Failure {
  failure: 'timeout' | 'network_error' | 'blocked_host'
}
