import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { guard, type CheckedTarget, type OutboundRules } from '../outbound/guard.ts'

/**
 * Sends one request through the outbound guard. Follows no redirect, reads at most 64 KiB of the body, waits at most
 * 5 s for the connection, and ends with `line.signal`.
 */
export async function sendRequest(request: OutboundRequest, line: Line): Promise<Answer | Failure> {
  const target = await Promise.race([guard(request.url, line.rules), aborted(line.signal)])
  if ('failure' in target) return target
  if ('refused' in target) return { failure: target.refused }
  return exchange(request, target, line.signal)
}

/** Resolves with a timeout once the signal aborts: a lookup of the system's resolver cannot be cancelled. */
export async function aborted(signal: AbortSignal): Promise<Failure> {
  if (!signal.aborted) await once(signal, 'abort')
  return { failure: 'timeout' }
}

/** Tells an attempt that took too long from one that failed. */
export function toFailure(error: Error): Failure {
  const code = 'code' in error ? error.code : undefined
  return { failure: code === 'ABORT_ERR' || code === 'ETIMEDOUT' ? 'timeout' : 'network_error' }
}

function exchange(
  request: OutboundRequest,
  target: CheckedTarget,
  signal: AbortSignal,
): Promise<Answer | Failure> {
  return new Promise((resolve) => {
    const client = httpsRequest({
      method: request.method,
      hostname: target.hostname,
      port: target.port,
      path: `${request.url.pathname}${request.url.search}`,
      headers: { ...request.headers, ...lengthOf(request.body), 'accept-encoding': 'identity' },
      servername: isIP(target.hostname) === 0 ? target.hostname : '',
      // Explicit, so that no environment variable turns it off.
      rejectUnauthorized: true,
      // A pooled connection could be one to an address that this request did not check.
      agent: new Agent({ autoSelectFamily: true }),
      lookup: (_hostname, _options, found) => found(null, [...target.addresses]),
      signal,
    })
    const connecting = setTimeout(() => client.destroy(timedOut()), CONNECT_TIMEOUT_MS)
    client.once('socket', (socket) => socket.once('secureConnect', () => clearTimeout(connecting)))
    client.on('error', (error) => resolve(toFailure(error)))
    client.once('close', () => {
      clearTimeout(connecting)
      // Closed without a response or an error: an upgrade (101) ends like this.
      resolve({ failure: 'network_error' })
    })
    client.once('response', (response) => {
      clearTimeout(connecting)
      const chunks: Buffer[] = []
      let size = 0
      const finish = (): void => {
        const body = Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES).toString('utf8')
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body,
          truncated: size > MAX_BODY_BYTES,
        })
        client.destroy()
      }
      response.on('error', (error) => resolve(toFailure(error)))
      response.on('end', finish)
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (size > MAX_BODY_BYTES) finish()
      })
    })
    client.end(request.body)
  })
}

function lengthOf(body: string | undefined): Record<string, string> {
  return body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
}

function timedOut(): Error {
  return Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })
}

const CONNECT_TIMEOUT_MS = 5_000
const MAX_BODY_BYTES = 64 * 1024

/** What every request of one test shares. */
export type Line = { rules: OutboundRules; signal: AbortSignal }

export type OutboundRequest = {
  method: string
  url: URL
  headers: Readonly<Record<string, string>>
  body?: string | undefined
}

export type Answer = {
  /** The HTTP status, or a driver's SQLSTATE. */
  status: number | string
  headers: IncomingHttpHeaders
  body: string
  /** The body went on beyond 64 KiB. */
  truncated: boolean
}

export type Failure = { failure: 'timeout' | 'network_error' | 'blocked_host' }
