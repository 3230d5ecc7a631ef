import { createServer, type RequestListener, type Server } from 'node:http'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { answerClientErrors } from './client-errors.ts'
import { endSlowReaders } from './slow-readers.ts'

/** The HTTP server of the API; what Node would answer by itself, without a body, goes to the application too. */
export function createApiServer(
  app: RequestListener,
  { headersTimeoutMs, requestTimeoutMs, slowReaderTimeoutMs }: Config,
  titles: ReadonlyMap<string, string>,
  log: Logger,
): Server {
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      // Longer than the 60 s of the usual load balancers: else they send a request just when this end closes.
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 1_000,
      // Else Node answers by itself, with an empty 400.
      requireHostHeader: false,
    },
    app,
  )
  // Else Node answers an `Expect` that it does not know by itself, with an empty 417.
  server.on('checkExpectation', app)
  answerClientErrors(server, titles, log)
  endSlowReaders(server, slowReaderTimeoutMs)
  return server
}
