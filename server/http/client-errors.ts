import { randomUUIDv7 } from 'node:crypto'
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { endPolitely } from './lingering-close.ts'
import { securityHeaders } from './security-headers.ts'
import { writeProblem, type ProblemAnswer } from '../../contract/rules/problems.ts'
import { refuse } from '../../contract/rules/refusals.ts'

/** Answers requests that Node refuses before the application sees them, with a problem document as well. */
export function answerClientErrors(server: Server, titles: ReadonlyMap<string, string>, log: Logger): void {
  const unanswered = trackAnswers(server)
  const refuse = (socket: Socket, answer: ProblemAnswer, reason: string | undefined) => {
    // What arrives behind a last answer is dropped: a reset would take that answer from its client.
    if (socket.writableEnded && reason !== 'ECONNRESET') return
    // Faulty bytes behind a valid request must not get their answer in place of that request's answer.
    if (!socket.writable || reason === 'ECONNRESET' || unanswered(socket)) {
      socket.destroy()
      return
    }
    const { status, headers } = answer
    const requestId = randomUUIDv7()
    // The error is not logged: it contains the received bytes, with credentials.
    log.info({ requestId, status, reason }, 'request refused')
    const problem = writeProblem(answer, { title: titles.get(answer.problem.code), path: '', requestId })
    const body = JSON.stringify(problem)
    endPolitely(
      socket,
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'Content-Type: application/problem+json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-Id: ${requestId}`,
        ...Object.entries({ ...securityHeaders, ...headers }).map(([name, value]) => `${name}: ${value}`),
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  }
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const answer = isOtherMethod(error) ? methodUnknown : (answers.get(error.code) ?? malformed)
    refuse(socket, answer, error.code)
  })
  // Otherwise Node closes the connection without a word. Node hands the connection over, and does not end it any more.
  server.on('connect', ({ socket }) => {
    socket.on('error', () => {})
    refuse(socket, methodUnknown, 'CONNECT')
    socket.destroySoon()
  })
}

/** Whether the request is HTTP, but for a method that Node does not know. */
function isOtherMethod(error: NodeJS.ErrnoException): boolean {
  const bytes = error.code === 'HPE_INVALID_METHOD' && 'rawPacket' in error ? String(error.rawPacket) : ''
  return /^[\w-]+ \S+ HTTP\/1\.[01]\r\n/.test(bytes)
}

/** Refuses such requests for a server that has no problem documents. */
export function refuseClientErrors(server: Server): void {
  const unanswered = trackAnswers(server)
  server.on('clientError', (_error, socket: Socket) => {
    if (!socket.writable || unanswered(socket)) socket.destroy()
    else socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
  })
}

/** Returns a function that tells whether a connection has a complete request without an answer, or a partly sent answer. */
function trackAnswers(server: Server): (socket: Socket) => boolean {
  const running = new WeakMap<Socket, Set<ServerResponse>>()
  server.on('request', (request, response) => {
    const answers = running.get(request.socket) ?? new Set()
    running.set(request.socket, answers.add(response))
    response.on('close', () => answers.delete(response))
  })
  return (socket) => [...(running.get(socket) ?? [])].some(({ req, headersSent }) => req.complete || headersSent)
}

const methodUnknown = {
  ...refuse(
    405,
    'method_not_allowed',
    'No path takes this method. GET, HEAD, POST, PUT and DELETE are those of the contract.',
  ),
  headers: { Allow: 'GET, HEAD, POST, PUT, DELETE' },
}

const malformed = refuse(400, 'malformed_http', 'Send an HTTP/1.1 request.')

const answers = new Map<string | undefined, ProblemAnswer>([
  ['HPE_HEADER_OVERFLOW', refuse(431, 'headers_too_large', 'Request line and headers may have 16 KiB together.')],
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    refuse(
      408,
      'request_timeout',
      'The headers or the body of the request took too long to arrive. Send it again, faster.',
    ),
  ],
])
