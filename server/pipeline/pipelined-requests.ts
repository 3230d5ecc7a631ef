import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Serves the requests of a connection one after the other: the next one when the answer before it has left this process.
 * Otherwise a client that sends many requests at once (RFC 9112 section 9.3.2) and reads nothing has all their answers made
 * and kept in memory. A connection with more than 32 waiting requests is ended.
 */
export function servePipelined(serve: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, Exchange[]>()

  function begin(queue: Exchange[], { request, response }: Exchange): void {
    const { socket } = request
    response.once('close', () => {
      const next = queue.shift()
      if (next === undefined || socket.destroyed) {
        queues.delete(socket)
        return
      }
      if (queue.length === 0) socket.resume()
      begin(queue, next)
    })
    serve(request, response)
  }

  return (request, response) => {
    const { socket } = request
    const queue = queues.get(socket)
    if (socket.destroyed) return
    if (queue === undefined) {
      const opened: Exchange[] = []
      queues.set(socket, opened)
      begin(opened, { request, response })
    } else if (queue.length < maxWaiting) {
      queue.push({ request, response })
      // What was received together is parsed together, and nothing more is received until the queue is empty.
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
