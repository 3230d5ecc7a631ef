import type { Hook } from './exchange.ts'
import { table } from './table.gen.ts'

/** `console`, or any logger that takes a line and its facts. */
export interface Logger {
  debug(line: string, facts: LogFacts): void
  warn(line: string): void
}

/** One attempt. Nothing that a caller sent or got is in it but the path: no header, no query, no body. */
export interface LogFacts {
  /** `agents.list`; null for a request of the raw client that is none of the methods. */
  operation: string | null
  method: string
  path: string
  /** Null when no answer came; `error` says why. */
  status: number | null
  error: string | null
  /** Milliseconds until the answer was read, or for a download until it began. */
  ms: number
  /** 1 for the first attempt of a call. */
  attempt: number
  /** Names the request in the service's log. */
  requestId: string | null
}

/**
 * A hook that tells the logger of every attempt (`debug`) and, once for each operation, that the service has declared it
 * deprecated (`warn`). Put it last, so that it sees what the other hooks send.
 * @example
 * const client = createClient({ baseUrl, token, use: [logTo(console)] })
 */
export function logTo(logger: Logger): Hook {
  const warned = new Set<string>()
  return async (request, next, { attempt }) => {
    const { method } = request
    const path = new URL(request.url).pathname
    const operation = operationOf(method, path)
    const startedAt = performance.now()
    const log = (outcome: Pick<LogFacts, 'status' | 'error' | 'requestId'>) => {
      const ms = Math.round(performance.now() - startedAt)
      const line = `${method} ${path} ${outcome.status ?? outcome.error} in ${ms} ms (attempt ${attempt})`
      quietly(() => logger.debug(line, { operation, method, path, ...outcome, ms, attempt }))
    }
    try {
      const response = await next(request)
      const { status, headers } = response
      log({ status, error: null, requestId: headers.get('x-request-id') })
      const name = operation ?? `${method} ${path}`
      if (headers.has('deprecation') && !warned.has(name)) {
        warned.add(name)
        quietly(() => logger.warn(deprecation(name, headers.get('sunset'))))
      }
      return response
    } catch (error) {
      log({ status: null, error: error instanceof Error ? error.name : 'error', requestId: null })
      throw error
    }
  }
}

/** A logger that fails is no reason for a call to fail. */
function quietly(log: () => void): void {
  try {
    log()
  } catch {
    // Where would it be said?
  }
}

function operationOf(method: string, path: string): string | null {
  const entry = Object.entries(table).find(
    ([, known]) =>
      known.method === method &&
      new RegExp(`/instances/[^/]+${known.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
  return entry?.[0] ?? null
}

function deprecation(name: string, sunset: string | null): string {
  const end = sunset === null ? 'will go' : `goes on ${sunset}`
  return `${name} is deprecated and ${end}: see the description of this operation for what takes its place.`
}
