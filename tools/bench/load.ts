import { createHistogram } from 'node:perf_hooks'
import autocannon from 'autocannon'

export interface Load {
  /** The request to send next. */
  next: () => LoadRequest
  /** The status of every answer; any other is an error. */
  statuses: readonly number[]
}

export interface LoadRequest {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: object
}

/** Latencies in milliseconds. */
export type LoadResult = Record<'perSecond' | 'p50' | 'p95' | 'p99', number>

/** Sends requests on as many connections at once, each as soon as its last answer has come: for some seconds, or an amount. */
export async function sendLoad(
  baseUrl: string,
  { next, statuses }: Load,
  sending: { connections: number } & ({ duration: number } | { amount: number }),
): Promise<LoadResult> {
  const latencies = createHistogram()
  const startedAt = performance.now()
  const options = {
    url: baseUrl,
    ...sending,
    timeout: 60,
    requests: [{ setupRequest: (request: object) => ({ ...request, ...describe(next()) }) }],
  }
  const { errors, statusCodeStats = {} } = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
    // autocannon's own percentiles are whole milliseconds.
    running.on('response', (_client, _status, _bytes, ms) => {
      latencies.record(Math.max(1, Math.round(ms * 1000)))
    })
  })
  const wrong = Object.keys(statusCodeStats).filter((status) => !statuses.includes(Number(status)))
  if (errors > 0 || wrong.length > 0 || latencies.count === 0)
    throw new Error(
      `${next().path} was answered ${wrong.join(', ') || `with ${errors} errors`}, not ${statuses.join(', ')}.`,
    )
  const at = (percentile: number) => latencies.percentile(percentile) / 1000
  const seconds = (performance.now() - startedAt) / 1000
  return { perSecond: latencies.count / seconds, p50: at(50), p95: at(95), p99: at(99) }
}

function describe({ method, path, headers = {}, body }: LoadRequest) {
  if (!body) return { method, path, headers }
  return {
    method,
    path,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }
}
