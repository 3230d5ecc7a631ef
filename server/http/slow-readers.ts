import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Ends connections whose client does not take what it asked for: an answer waits in memory until the client takes it, and
 * an export holds one of few places. While an answer waits, a client must take 16 KiB a second on average in every
 * `timeoutMs`. (The timeout of a socket would start again with every byte.) When all waiting answers have more than
 * `mostBytes` together, the slowest clients go at once.
 */
export function endSlowReaders(server: Server, timeoutMs: number, mostBytes = 64 * 1024 * 1024): void {
  const connections = new Map<Socket, Wait | null>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, null)
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    // The answer was handed over, and what could not be sent at once waits.
    response.on('prefinish', () => {
      if (socket.writableLength === 0) return
      connections.set(socket, look(socket, connections.get(socket) ?? null, timeoutMs))
      endSlowest(connections, mostBytes)
    })
  })
  const timer = setInterval(() => {
    for (const [socket, wait] of connections) connections.set(socket, look(socket, wait, timeoutMs))
  }, timeoutMs / 10).unref()
  server.once('close', () => clearInterval(timer))
}

function look(socket: Socket, wait: Wait | null, timeoutMs: number): Wait | null {
  if (socket.writableLength === 0) return null
  const enough = (leastBytesPerSecond * timeoutMs) / 1000
  if (wait === null || takenBy(socket) - wait.takenBefore >= enough)
    return { since: performance.now(), takenBefore: takenBy(socket) }
  if (performance.now() - wait.since > timeoutMs) socket.destroy()
  return wait
}

/** Ends the connections of the slowest clients, until what waits for all others has at most `mostBytes`. */
export function endSlowest(connections: ReadonlyMap<Client, Wait | null>, mostBytes: number): void {
  let bytes = [...connections.keys()].reduce((sum, { writableLength }) => sum + writableLength, 0)
  if (bytes <= mostBytes) return
  const now = performance.now()
  const waiting = [...connections].flatMap(([socket, wait]) =>
    wait === null || socket.writableLength === 0 ? [] : [{ socket, speed: speedOf(socket, wait, now) }],
  )
  waiting.sort((one, other) => one.speed - other.speed)
  for (const { socket } of waiting) {
    bytes -= socket.writableLength
    socket.destroy()
    if (bytes <= mostBytes) return
  }
}

/** Bytes a second; a client that has waited for a moment only is given a second. */
function speedOf(socket: Client, { since, takenBefore }: Wait, now: number): number {
  return (takenBy(socket) - takenBefore) / Math.max(1, (now - since) / 1000)
}

function takenBy(socket: Client): number {
  return socket.bytesWritten - socket.writableLength
}

const leastBytesPerSecond = 16 * 1024

type Client = Pick<Socket, 'writableLength' | 'bytesWritten'> & { destroy: () => void }

/** Since then an answer waits, on a connection that had taken so many bytes. */
interface Wait {
  since: number
  takenBefore: number
}
