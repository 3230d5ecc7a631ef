import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Lets a client that still sends its body receive the last answer of a connection. Node would close at once: the system
 * answers what arrives afterwards with a reset, and a client that is reset loses what it has not read yet. So only this
 * side is closed, and the rest of the body is dropped as it comes (RFC 9112 section 9.6).
 */
export function lingerOnClose(server: Server): void {
  const withBody = new WeakMap<Socket, IncomingMessage>()
  server.on('request', (request) => {
    const { headers, socket } = request
    if (headers['content-length'] ?? headers['transfer-encoding']) withBody.set(socket, request)
  })
  server.on('connection', (socket: Socket) => {
    const closeAtOnce = socket.destroySoon.bind(socket)
    // Node calls this when the last answer was handed over.
    socket.destroySoon = () => {
      const request = withBody.get(socket)
      if (!request || request.complete) return closeAtOnce()
      request.once('end', closeAtOnce).resume()
      endPolitely(socket)
    }
  })
}

/** Closes this side of a connection behind what was written, and the other one five seconds later if need be. */
export function endPolitely(socket: Socket, last = ''): void {
  socket.end(last, () => {
    const timer = setTimeout(() => socket.destroy(), 5000).unref()
    socket.once('close', () => clearTimeout(timer))
  })
}
