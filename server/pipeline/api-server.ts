import type { RequestListener, Server } from 'node:http'
import type { Logger } from 'pino'
import { createBoundServer, type BoundServerOptions } from '../http/bound-server.ts'
import { answerClientErrors } from '../http/client-errors.ts'

/** The HTTP server of the API. Errors that Node would answer with an empty body go to the application, too. */
export function createApiServer(
  app: RequestListener,
  titles: ReadonlyMap<string, string>,
  log: Logger,
  timeouts: ConnectionTimeouts = {},
): Server {
  const options = {
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    // Longer than the 60 s of usual load balancers. Otherwise they might send a request while the server closes the
    // connection.
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 1_000,
    // Otherwise Node answers a request without Host with an empty 400.
    requireHostHeader: false,
    ...timeouts,
  }
  const server = createBoundServer(options, app)
  answerClientErrors(server, titles, log)
  return server
}

/** In milliseconds, for tests. */
export type ConnectionTimeouts = Pick<BoundServerOptions, 'headersTimeout' | 'requestTimeout' | 'slowReaderTimeoutMs'>
