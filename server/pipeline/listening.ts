import type { Server } from 'node:http'

/** Listens, and answers the port: 0 takes a free one. Rejects when it is taken or not open to this user. */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.')
  return address.port
}

/**
 * Takes no new connections, lets requests that run finish, and after the timeout ends what is left. A connection that
 * is kept alive gets one more answer at most: it would bring requests for as long as its client has some.
 */
export async function drain(server: Server, timeoutMs: number): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'))
  server.keepAliveTimeout = 1
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), timeoutMs)
  await closed
  clearTimeout(timer)
}
