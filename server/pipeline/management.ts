import type { IncomingMessage, Server } from 'node:http'
import type { Database } from '../db/database.ts'
import { ping } from '../db/query/query.ts'
import type { Outage } from '../lib/outage.ts'
import { createBoundServer } from '../http/bound-server.ts'
import { refuseClientErrors } from '../http/client-errors.ts'
import { isHostGiven } from '../http/host-header.ts'
import type { Metrics } from './metrics.ts'
import { createTurns } from './one-a-turn.ts'

/**
 * The server for operators, on its own port: `/healthz` (the process runs), `/readyz` (the database answers and the server
 * is not stopping, so requests may be sent) and `/metrics`.
 */
export function createManagementServer(
  { db, metrics, outage, stopping }: Observed,
  slowReaderTimeoutMs?: number,
): Server {
  const inTurn = createTurns()
  const timeouts = { requestTimeout: 10_000, headersTimeout: 5000, slowReaderTimeoutMs }
  const server = createBoundServer(timeouts, (request, response) => {
    answer(request)
      .catch(() => ({ status: 500, type: 'text/plain', body: 'failed\n' }))
      .then(({ status, type, body }) => response.writeHead(status, { 'Content-Type': type }).end(body))
      .catch(() => response.destroy())
  })
  refuseClientErrors(server)
  return server

  async function answer(request: IncomingMessage): Promise<{ status: number; type: string; body: string }> {
    if (!isHostGiven(request)) return { status: 400, type: 'text/plain', body: 'Send one Host header.\n' }
    const [path = ''] = (request.url ?? '').split('?')
    switch (path) {
      case '/healthz':
        return { status: 200, type: 'text/plain', body: 'ok\n' }
      case '/readyz':
        return (await isReady())
          ? { status: 200, type: 'text/plain', body: 'ready\n' }
          : {
              status: 503,
              type: 'text/plain',
              body: stopping.aborted ? 'stopping\n' : 'the database does not answer\n',
            }
      case '/metrics':
        return { status: 200, type: metrics.contentType, body: await inTurn(() => metrics.render()) }
      default:
        return { status: 404, type: 'text/plain', body: 'Try /healthz, /readyz or /metrics.\n' }
    }
  }

  async function isReady(): Promise<boolean> {
    if (stopping.aborted) return false
    try {
      await ping(db)
      outage.worked()
      return true
    } catch (error) {
      outage.failed({ err: error })
      return false
    }
  }
}

interface Observed {
  db: Database
  metrics: Metrics
  /** Is told what `/readyz` sees of the database. */
  outage: Outage
  stopping: AbortSignal
}
