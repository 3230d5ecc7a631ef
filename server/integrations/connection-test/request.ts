import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { guard, type CheckedTarget, type OutboundRules } from '../outbound/guard.ts'

/**
 * Sends one request through the outbound guard. Follows no redirect, reads at most 64 KiB of the body, waits at most
 * 5 s for the connection, and ends with `outbound.signal`.
 */
export async function sendRequest(request: OutboundRequest, outbound: Outbound): Promise<Answer | Failure> {
  const target = await reach(request.url, outbound)
  return 'failure' in target ? target : exchange(request, target, outbound.signal)
}

/** The checked addresses behind a URL, within the time of `outbound.signal`. */
export async function reach(
  url: URL,
  { rules, signal }: Outbound,
  portOfProtocol?: number,
): Promise<CheckedTarget | Failure> {
  // A lookup of the system's resolver cannot be cancelled, only left behind.
  const target = await Promise.race([guard(url, rules, portOfProtocol), aborted(signal)])
  return 'refused' in target ? { failure: target.refused } : target
}

async function aborted(signal: AbortSignal): Promise<Failure> {
  if (!signal.aborted) await once(signal, 'abort')
  return { failure: 'timeout' }
}

function exchange(
  { method, url, headers, body }: OutboundRequest,
  { hostname, port, addresses }: CheckedTarget,
  signal: AbortSignal,
): Promise<Answer | Failure> {
  return new Promise((resolve) => {
    const client = httpsRequest({
      method,
      hostname,
      port,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, ...lengthOf(body), 'accept-encoding': 'identity' },
      servername: isIP(hostname) === 0 ? hostname : '',
      // Explicit, so that no environment variable turns it off.
      rejectUnauthorized: true,
      // A pooled connection could be one to an address that this request did not check.
      agent: new Agent({ autoSelectFamily: true }),
      lookup: (_hostname, _options, found) => found(null, [...addresses]),
      signal,
    })
    const connecting = setTimeout(() => client.destroy(noConnectionInTime()), CONNECT_TIMEOUT_MS)
    client.once('socket', (socket) => socket.once('secureConnect', () => clearTimeout(connecting)))
    client.once('close', () => clearTimeout(connecting))
    client.on('error', (error) => resolve(toFailure(error)))
    client.once('response', (response) => {
      clearTimeout(connecting)
      resolve(readAnswer(response))
    })
    // Without a listener an upgrade that nobody asked for ends with neither a response nor an error.
    client.once('upgrade', (response, socket) => {
      socket.destroy()
      resolve({ status: 101, headers: response.headers, body: '', truncated: false })
    })
    client.end(body)
  })
}

async function readAnswer(response: IncomingMessage): Promise<Answer | Failure> {
  const content: AsyncIterable<Buffer> = response
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of content) {
      chunks.push(chunk)
      size += chunk.length
      if (size > MAX_BODY_BYTES) break
    }
  } catch (error) {
    return toFailure(error)
  }
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES).toString('utf8'),
    truncated: size > MAX_BODY_BYTES,
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

const CONNECT_TIMEOUT_MS = 5_000
const MAX_BODY_BYTES = 64 * 1024

/** What every request of one test shares. */
export type Outbound = { rules: OutboundRules; signal: AbortSignal }

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
