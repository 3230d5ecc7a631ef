import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Ends connections whose client does not take what it asked for: an answer waits in memory until the client takes it, and
 * an export holds one of few places. While an answer waits, a client must take 16 KiB a second on average in every
 * `timeoutMs`. (The timeout of a socket would start again with every byte.)
 */
export function endSlowReaders(server: Server, timeoutMs: number): void {
  const connections = new Map<Socket, Wait | null>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, null)
    socket.once('close', () => connections.delete(socket))
  })
  const timer = setInterval(() => {
    for (const [socket, wait] of connections) connections.set(socket, look(socket, wait, timeoutMs))
  }, timeoutMs / 10).unref()
  server.once('close', () => clearInterval(timer))
}

function look(socket: Socket, wait: Wait | null, timeoutMs: number): Wait | null {
  if (socket.writableLength === 0) return null
  const taken = socket.bytesWritten - socket.writableLength
  const enough = (leastBytesPerSecond * timeoutMs) / 1000
  if (wait === null || taken - wait.takenBefore >= enough) return { since: performance.now(), takenBefore: taken }
  if (performance.now() - wait.since > timeoutMs) socket.destroy()
  return wait
}

const leastBytesPerSecond = 16 * 1024

/** Since then an answer waits, on a connection that had taken so many bytes. */
interface Wait {
  since: number
  takenBefore: number
}
