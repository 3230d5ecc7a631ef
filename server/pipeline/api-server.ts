import { createServer, type RequestListener, type Server } from 'node:http'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { answerClientErrors } from './client-errors.ts'
import { endSlowReaders } from './slow-readers.ts'

/** The HTTP server of the API. Errors that Node would answer with an empty body go to the application, too. */
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
      // Longer than the 60 s of usual load balancers. Otherwise they might send a request while the server closes the
      // connection.
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 1_000,
      // Otherwise Node answers a request without Host with an empty 400.
      requireHostHeader: false,
    },
    app,
  )
  // Otherwise Node answers an unknown `Expect` with an empty 417.
  server.on('checkExpectation', app)
  answerClientErrors(server, titles, log)
  endSlowReaders(server, slowReaderTimeoutMs)
  return server
}
