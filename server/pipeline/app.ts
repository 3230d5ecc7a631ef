import { randomUUIDv7 } from 'node:crypto'
import cors from 'cors'
import express, { type Express, type RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { Contract } from '../../contract/document.ts'
import { mountConsole, type ConsoleSignIn } from './console.ts'
import { mountDocumentation } from './documentation.ts'
import { handleErrors } from './errors.ts'
import { mountHome } from './home.ts'
import { isHostGiven } from '../http/host-header.ts'
import type { Metrics } from './metrics.ts'
import { pathNotFound } from '../../contract/rules/problems.ts'
import { refuse } from '../../contract/rules/refusals.ts'
import { sendProblem } from './problem.ts'
import { lazy } from '../lib/lazy.ts'
import { readTools } from '../mcp/tools.ts'
import { describeRequest, openRequestSpan } from './request-span.ts'
import { mountResourceMetadata } from './resource-metadata.ts'
import { mountOperations } from './routes.ts'
import type { Routing } from './run-call.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { within } from '../telemetry/span.ts'
import type { Telemetry } from '../telemetry/span.ts'

export interface AppOptions extends Omit<Routing, 'context'> {
  context: Omit<Routing['context'], 'operations' | 'findTools' | 'rolesFrom' | 'log'>
  /** Origins whose pages may call the API: texts match exactly, patterns by `test`. */
  corsOrigins: (string | RegExp)[]
  /** Null where no console is served. */
  consoleSignIn: ConsoleSignIn | null
  metrics: Metrics
  /** Null where nothing is traced. */
  telemetry: Telemetry | null
  log: Logger
}

/** The pipeline. Its handlers run in this order. */
export function createApp(options: AppOptions): Express {
  const { contract, consoleSignIn, log } = options
  const { operations } = contract
  const findTools = lazy(() => readTools(contract))
  const context = { ...options.context, operations, findTools, rolesFrom: options.rolesFrom, log }
  const app = express()
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').enable('strict routing')
  // The route reads the query, because it knows the parameters.
  app.set('query parser', () => ({}))

  app.use(openRequest(options))
  app.use(refuseOtherTargets(contract))
  app.use(allowOrigins(options.corsOrigins))
  mountOperations(app, { ...options, context })
  app.use((_request, response, next) => {
    response.set(response.locals.headers)
    next()
  })
  mountDocumentation(app, contract)
  if (options.resource !== null) mountResourceMetadata(app, options.resource)
  if (consoleSignIn !== null) mountConsole(app, consoleSignIn)
  mountHome(app, { hasConsole: consoleSignIn !== null })
  app.use((_request, response) => {
    sendProblem(response, contract.titles, pathNotFound)
  })
  app.use(handleErrors(contract.titles, options.database))
  return app
}

function openRequest({ log, metrics, database, telemetry }: AppOptions): RequestHandler {
  return (request, response, next) => {
    const requestId = randomUUIDv7()
    const startedAt = performance.now()
    const headers = { ...securityHeaders, Vary: 'Origin', 'X-Request-Id': requestId }
    response.locals = {
      requestId,
      log,
      target: request.originalUrl.split('?')[0] ?? '',
      sent: request.headers,
      headers,
      query: {},
      faults: [],
    }
    const span = openRequestSpan(telemetry, request)
    response.on('close', () => {
      const { operation, caller, errorType } = response.locals
      const operationId = operation?.id
      const seconds = (performance.now() - startedAt) / 1000
      // The client disconnected before the answer was sent: 499, as proxies log it.
      const status = response.writableFinished ? response.statusCode : 499
      // Every operation reads or writes.
      if (operationId !== undefined && status < 400) database.worked()
      metrics.observeRequest({ operationId, method: request.method, status, seconds })
      span?.end(describeRequest(request, response.locals, status))
      log.info(
        {
          requestId,
          traceId: span?.traceId,
          method: request.method,
          // The path without the query, which may contain personal search terms.
          path: request.path.slice(0, 256),
          operationId,
          caller: caller?.subject,
          status,
          errorType,
          durationMs: Math.round(seconds * 1000),
        },
        'request',
      )
    })
    if (span) within(span, next)
    else next()
  }
}

/** Refuses a request without one host, or with a fragment (RFC 9112 section 3.2), which Express would ignore. */
function refuseOtherTargets({ titles }: Contract): RequestHandler {
  return (request, response, next) => {
    if (!isHostGiven(request)) return sendProblem(response, titles, hostMissing)
    if (request.url.includes('#')) return sendProblem(response, titles, pathNotFound)
    next()
  }
}

const hostMissing = {
  ...refuse(400, 'malformed_http', 'Send an HTTP/1.1 request: it has one Host header.'),
  headers: { Connection: 'close' },
}

/** Answers browsers that call from pages of these origins. Other callers send no `Origin`. */
function allowOrigins(origin: (string | RegExp)[]): RequestHandler {
  const answer = cors({
    origin,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
      'Last-Event-ID',
      'MCP-Protocol-Version',
      'Mcp-Method',
      'Mcp-Name',
      // A front end that traces sends them; also where this server does not trace.
      'traceparent',
      'tracestate',
    ],
    exposedHeaders: [
      'Content-Disposition',
      // Marks a deprecated operation. The SDK warns of it in browsers, too.
      'Deprecation',
      'ETag',
      'Idempotency-Replayed',
      'Link',
      'Location',
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
      'Sunset',
      'WWW-Authenticate',
      'X-Request-Id',
    ],
    maxAge: 600,
  })
  return (request, response, next) => {
    if (request.headers.origin === undefined && request.method !== 'OPTIONS') return next()
    response.set(response.locals.headers)
    answer(request, response, next)
  }
}
