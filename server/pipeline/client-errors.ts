import { randomUUIDv7 } from 'node:crypto'
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { writeProblem, type ProblemAnswer } from '../../contract/rules/problems.ts'

/** Requests that Node gives up on before there is a request: they get a problem document too. */
export function answerClientErrors(server: Server, titles: ReadonlyMap<string, string>, log: Logger): void {
  const unanswered = trackAnswers(server)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // What comes behind a good request may not take over the answer to that.
    if (!socket.writable || error.code === 'ECONNRESET' || unanswered(socket)) {
      socket.destroy()
      return
    }
    const answer = answers.get(error.code) ?? malformed
    const { status } = answer
    const requestId = randomUUIDv7()
    // Without the error itself: it holds the bytes that came, credentials included.
    log.info({ requestId, status, reason: error.code }, 'request refused')
    const problem = writeProblem(answer, { title: titles.get(answer.code), path: '', requestId })
    const body = JSON.stringify(problem)
    socket.end(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'Content-Type: application/problem+json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-Id: ${requestId}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  })
}

/** Tells whether a connection has a whole request that is not answered yet, or an answer that has begun. */
function trackAnswers(server: Server): (socket: Socket) => boolean {
  const running = new WeakMap<Socket, Set<ServerResponse>>()
  server.on('request', (request, response) => {
    const answers = running.get(request.socket) ?? new Set()
    running.set(request.socket, answers.add(response))
    response.once('close', () => answers.delete(response))
  })
  return (socket) =>
    [...(running.get(socket) ?? [])].some(({ req, headersSent }) => req.complete || headersSent)
}

const malformed: ProblemAnswer = {
  status: 400,
  code: 'malformed_http',
  detail: 'Send an HTTP/1.1 request.',
}

const answers = new Map<string | undefined, ProblemAnswer>([
  [
    'HPE_HEADER_OVERFLOW',
    { status: 431, code: 'headers_too_large', detail: 'Request line and headers may have 16 KiB together.' },
  ],
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    {
      status: 408,
      code: 'request_timeout',
      detail: 'The headers or the body of the request took too long to arrive. Send it again, faster.',
    },
  ],
])
