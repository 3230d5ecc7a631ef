import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Serves the requests of a connection one after the other: the next one when the answer before it has left this process.
 * Otherwise a client that sends many requests at once (RFC 9112 section 9.3.2) and reads nothing has all their answers made
 * and kept in memory. A connection with more than 32 waiting requests is ended.
 */
export function servePipelined(serve: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, Connection>()

  function begin(connection: Connection, { request, response }: Exchange): void {
    const { socket } = request
    connection.isBusy = true
    response.on('close', () => {
      connection.isBusy = false
      const next = connection.waiting.shift()
      if (next === undefined || socket.destroyed) return
      if (connection.waiting.length === 0) socket.resume()
      begin(connection, next)
    })
    serve(request, response)
  }

  return (request, response) => {
    const { socket } = request
    if (socket.destroyed) return
    const connection = connections.get(socket) ?? { isBusy: false, waiting: [] }
    if (!connection.isBusy) {
      connections.set(socket, connection)
      begin(connection, { request, response })
    } else if (connection.waiting.length < maxWaiting) {
      connection.waiting.push({ request, response })
      // What was received together is parsed together, and nothing more is received until nothing waits.
      socket.pause()
    } else {
      socket.destroy()
    }
  }
}

interface Connection {
  /** Whether an answer has not left yet. */
  isBusy: boolean
  waiting: Exchange[]
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

const maxWaiting = 32
