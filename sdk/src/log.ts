import type { Hook } from './exchange.ts'
import type { Operation } from './perform.ts'
import { table } from './table.gen.ts'

/** `console`, or any logger that takes a line and an object with facts. */
export interface Logger {
  debug(line: string, facts: LogFacts): void
  warn(line: string): void
}

/**
 * The facts of one attempt. Of the request and the answer they contain the path and the status, but no header, query or
 * body.
 */
export interface LogFacts {
  /** `agents.list`; null for a request of the raw client that matches no method. */
  operation: string | null
  method: string
  path: string
  /** Null when no answer came; `error` has the reason. */
  status: number | null
  error: string | null
  /** Milliseconds until the whole answer was read; for a download, until its stream began. */
  ms: number
  /** 1 for the first attempt of a call. */
  attempt: number
  /** The id of the request in the service's log. */
  requestId: string | null
}

/**
 * A hook that logs every attempt (`debug`) and warns once for each operation that the service has declared deprecated
 * (`warn`). Put it last, so that it sees the request as the other hooks send it.
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

/** A failing logger must not make the call fail. */
function quietly(log: () => void): void {
  try {
    log()
  } catch {
    // There is no other place to report the failure of a logger.
  }
}

function operationOf(method: string, path: string): string | null {
  const hasPath = ({ isGlobal, path: template }: Operation) =>
    new RegExp(`${isGlobal ? '' : '/instances/[^/]+'}${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
  const entry = Object.entries(table).find(([, known]) => known.method === method && hasPath(known))
  return entry?.[0] ?? null
}

function deprecation(name: string, sunset: string | null): string {
  const end = sunset === null ? 'will go' : `goes on ${sunset}`
  return `${name} is deprecated and ${end}: see the description of this operation for what takes its place.`
}
