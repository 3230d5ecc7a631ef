import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { lingerOnClose } from './lingering-close.ts'
import { servePipelined } from './pipelined-requests.ts'
import { endSlowReaders } from './slow-readers.ts'

/**
 * An HTTP server whose clients cannot fill its memory: each connection has one answer at a time, all answers that wait to be
 * read are bounded, and so is the number of connections.
 */
export function createBoundServer(
  { slowReaderTimeoutMs = 45_000, ...options }: BoundServerOptions,
  serve: RequestListener,
): Server {
  const server = createServer(options)
  server.maxConnections = maxConnections
  // It comes first, because an answer may be complete before its listener returns.
  endSlowReaders(server, slowReaderTimeoutMs)
  lingerOnClose(server)
  const listener = servePipelined(serve)
  server.on('request', listener)
  // Otherwise Node answers an unknown `Expect` with an empty 417.
  server.on('checkExpectation', listener)
  return server
}

/** In `slowReaderTimeoutMs` a client must take 16 KiB a second on average of an answer that waits for it. */
export type BoundServerOptions = ServerOptions & { slowReaderTimeoutMs?: number | undefined }

/** Some 20 KB each, so 80 MB. */
const maxConnections = 4000
