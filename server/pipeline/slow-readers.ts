import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Closes connections whose client does not read its answer: the answer waits in memory, and an export also holds one of few
 * places. An answer may wait for `patienceMs`, and a second longer for every 16 KiB that the client reads meanwhile. (A
 * socket's own timeout would start again with every byte.)
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

/** A waiting answer: since when it waits, and how many bytes of the connection the client had read then. */
interface Wait {
  since: number
  takenBefore: number
}
