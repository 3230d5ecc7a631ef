import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Serves the requests of a connection one after the other: the next one when the answer before it has left this process.
 * Otherwise a client that sends many requests at once (RFC 9112 section 9.3.2) and reads nothing has all their answers made
 * and kept in memory. A connection with more than 32 waiting requests is ended.
 */
export function servePipelined(serve: RequestListener): RequestListener {
  /** The requests that wait, of each connection on which one is served. */
  const waitingOn = new WeakMap<Socket, Exchange[]>()

  function begin({ request, response }: Exchange, waiting: Exchange[]): void {
    const { socket } = request
    waitingOn.set(socket, waiting)
    response.on('close', () => {
      waitingOn.delete(socket)
      const next = waiting.shift()
      if (next === undefined || !socket.writable) return
      if (waiting.length === 0) socket.resume()
      begin(next, waiting)
    })
    serve(request, response)
  }

  return (request, response) => {
    const { socket } = request
    // Behind the last answer of the connection there is none.
    if (!socket.writable) return
    const waiting = waitingOn.get(socket)
    if (!waiting) {
      begin({ request, response }, [])
    } else if (waiting.length < maxWaiting) {
      waiting.push({ request, response })
      // What was received together is parsed together, and nothing more is received until nothing waits.
      socket.pause()
    } else {
      socket.destroy()
    }
  }
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

const maxWaiting = 32
