import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { AnswerStream } from '../../contract/types.ts'
import { isObject } from '../../contract/json.ts'
import { accepts } from '../../contract/rules/media-types.ts'
import { streamNotAcceptable } from '../../contract/rules/problems.ts'
import { sendProblem } from './problem.ts'

/**
 * Sends a body while it is produced, no faster than the client reads it. Waits for the first piece before it sends the
 * status, so that an early failure becomes a problem. A later failure closes the connection, so that no client takes half a
 * body for the whole. A HEAD gets the status and the headers, for which no piece is produced.
 */
export async function sendStream(
  response: Response,
  titles: ReadonlyMap<string, string>,
  { status, headers, stream }: StreamedAnswer,
): Promise<void> {
  const { mediaType, pieces } = stream
  // Also while a piece is awaited.
  if (response.closed) stream.close()
  else response.on('close', () => stream.close())
  try {
    if (response.req.method === 'HEAD') await pieces.return(undefined)
    const first = await pieces.next()
    if (response.destroyed) return
    if (!accepts(response.req.headers.accept, mediaType))
      return sendProblem(response, titles, streamNotAcceptable(mediaType))
    response
      .status(status)
      // nginx hands each piece on as it comes.
      .set({ 'X-Accel-Buffering': 'no', ...response.locals.headers, ...headers })
      .type(mediaType)
    if (!first.done) response.write(first.value)
    await send(response, pieces)
  } finally {
    await pieces.return(undefined)
  }
}

interface StreamedAnswer {
  status: number
  headers: Record<string, string>
  stream: AnswerStream
}

async function send(response: Response, pieces: AsyncGenerator<string>): Promise<void> {
  try {
    await pipeline(pieces, response)
  } catch (error) {
    // The client has disconnected, which the log line of its request shows.
    if (isObject(error) && error['code'] === 'ERR_STREAM_PREMATURE_CLOSE') return
    const { log, requestId } = response.locals
    log.error({ requestId, err: error }, 'response aborted')
  }
}
