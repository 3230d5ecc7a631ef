import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Ends connections whose client does not take what it asked for: an answer waits in memory until it is taken, and an
 * export holds one of few places. A client may leave an answer waiting for `patienceMs`, and a second longer for every
 * 16 KiB that it takes meanwhile. (A timeout of a socket would start again with every byte.)
 */
export function endSlowReaders(server: Server, patienceMs: number): void {
  const connections = new Map<Socket, Wait | null>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, null)
    socket.once('close', () => connections.delete(socket))
  })
  const timer = setInterval(() => {
    for (const [socket, wait] of connections) connections.set(socket, look(socket, wait, patienceMs))
  }, patienceMs / 10).unref()
  server.once('close', () => clearInterval(timer))
}

function look(socket: Socket, wait: Wait | null, patienceMs: number): Wait | null {
  if (socket.writableLength === 0) return null
  const taken = socket.bytesWritten - socket.writableLength
  const { since, takenBefore } = wait ?? { since: performance.now(), takenBefore: taken }
  const allowedMs = patienceMs + ((taken - takenBefore) / leastBytesPerSecond) * 1000
  if (performance.now() - since > allowedMs) socket.destroy()
  return { since, takenBefore }
}

const leastBytesPerSecond = 16 * 1024

/** An answer has been waiting since then, of a connection that had taken so many bytes. */
interface Wait {
  since: number
  takenBefore: number
}
