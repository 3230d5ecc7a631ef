import { Pool } from 'undici'

export interface Load {
  /** The request to send next. */
  next: () => LoadRequest
  /** The expected status of every answer. */
  status: number
}

export interface LoadRequest {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: object
}

export interface LoadResult {
  requests: number
  perSecond: number
  /** Latencies in milliseconds. */
  p50: number
  p99: number
}

/**
 * Sends requests for some milliseconds, on as many connections at once, each as soon as its last answer has come. Throws
 * when an answer has another status than the expected one.
 */
export async function sendLoad(baseUrl: string, { next, status }: Load, { forMs, connections }: Sending) {
  const pool = new Pool(baseUrl, { connections, pipelining: 1 })
  const latencies: number[] = []
  const startedAt = performance.now()
  const sendAll = async () => {
    while (performance.now() - startedAt < forMs) {
      const { method, path, headers = {}, body } = next()
      const sentAt = performance.now()
      const answer = await pool.request({
        method,
        path,
        headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
        body: body ? JSON.stringify(body) : null,
      })
      const text = await answer.body.text()
      latencies.push(performance.now() - sentAt)
      if (answer.statusCode !== status)
        throw new Error(`${method} ${path} was answered ${answer.statusCode} instead of ${status}: ${text}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, sendAll))
  const seconds = (performance.now() - startedAt) / 1000
  await pool.close()
  return describe(latencies, seconds)
}

function describe(latencies: readonly number[], seconds: number): LoadResult {
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? NaN
  return { requests: sorted.length, perSecond: sorted.length / seconds, p50: at(0.5), p99: at(0.99) }
}

interface Sending {
  forMs: number
  connections: number
}
