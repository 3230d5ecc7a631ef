import type { Server } from 'node:http'

/** Listens, and resolves with the port; 0 takes a free port. Rejects when the port is taken or not open to this user. */
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
 * Accepts no new connections, lets running requests finish, and closes the remaining connections after the timeout. A
 * kept-alive connection gets at most one more answer: otherwise its client could send requests without end.
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
