import type { RequestListener, Server } from 'node:http'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { createBoundServer } from './bound-server.ts'
import { answerClientErrors } from './client-errors.ts'

/** The HTTP server of the API. Errors that Node would answer with an empty body go to the application, too. */
export function createApiServer(
  app: RequestListener,
  { headersTimeoutMs, requestTimeoutMs, slowReaderTimeoutMs }: Config,
  titles: ReadonlyMap<string, string>,
  log: Logger,
): Server {
  const options = {
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    // Longer than the 60 s of usual load balancers. Otherwise they might send a request while the server closes the
    // connection.
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 1_000,
    // Otherwise Node answers a request without Host with an empty 400.
    requireHostHeader: false,
  }
  const server = createBoundServer(options, slowReaderTimeoutMs, app)
  answerClientErrors(server, titles, log)
  return server
}
