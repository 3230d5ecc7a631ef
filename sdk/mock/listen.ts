import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isObject } from '../../contract/json.ts'
import type { TestServer } from '../src/testing/index.ts'
import { trust } from '../src/trust.ts'

const host = '127.0.0.1'

export interface Listening {
  url: string
  stop: () => void
}

/** Serves the test server, on this machine alone. When the port cannot be used, the message of what is thrown says what to do. */
export async function listen(server: TestServer, port: number, greet: (url: string) => string): Promise<Listening> {
  const http = createServer((request, response) => {
    if (request.url === '/') response.writeHead(200, plainText).end(greet(urlOf(request.socket.localPort)))
    else exchange(server, request, response).catch((error: unknown) => fail(response, error))
  })
  http.listen(port, host)
  await once(http, 'listening').catch((error: unknown) => {
    throw explainPort(error, port)
  })
  const address = http.address()
  const stop = () => {
    http.close()
    http.closeAllConnections()
  }
  return { url: urlOf(typeof address === 'object' ? address?.port : port), stop }
}

async function exchange({ fetch }: TestServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const asked = await toRequest(request, gone.signal)
  if (asked === null) {
    response.writeHead(400, plainText).end('This is no request that a front end sends.\n')
    return
  }
  const answer = await fetch(asked)
  const headers = Object.fromEntries(answer.headers)
  response.writeHead(answer.status, { ...headers, ...crossOrigin(asked, Object.keys(headers)) })
  if (answer.body === null) response.end()
  else await pipeline(Readable.fromWeb(trust(answer.body)), response)
}

/** Null for what `fetch` cannot send, such as TRACE or a path that is no URL. */
async function toRequest(request: IncomingMessage, signal: AbortSignal): Promise<Request | null> {
  const { method = 'GET', url = '/', headersDistinct } = request
  const content = await buffer(request)
  const body = content.length === 0 || ['GET', 'HEAD'].includes(method) ? null : content
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  try {
    return new Request(`http://${host}${url}`, { method, headers, signal, body })
  } catch {
    return null
  }
}

/** Pages of this machine may call, from whatever port, and read every header of an answer. */
function crossOrigin({ headers }: Request, readable: readonly string[]): Record<string, string> {
  const origin = headers.get('origin')
  if (origin === null || !localOrigin.test(origin)) return { Vary: 'Origin' }
  const method = headers.get('access-control-request-method')
  const asked = headers.get('access-control-request-headers')
  return {
    Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': readable.join(', '),
    ...(method !== null && { 'Access-Control-Allow-Methods': method, 'Access-Control-Max-Age': '600' }),
    ...(asked !== null && { 'Access-Control-Allow-Headers': asked }),
  }
}

/** The origins of pages of this machine. */
export const localOrigin =
  /^https?:\/\/(localhost|[\w-]+\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/

/** A caller who has left is no fault of the mock. */
function fail(response: ServerResponse, error: unknown): void {
  if (!response.destroyed) response.writeHead(500, plainText).end(`${String(error)}\n`)
}

function explainPort(error: unknown, port: number): Error {
  const code = isObject(error) ? error['code'] : undefined
  const choose = `Choose another: npx @instance-admin/sdk mock --port ${port < 65_000 ? port + 10 : 4020}`
  if (code === 'EADDRINUSE') return new Error(`Port ${port} is taken. ${choose}`, { cause: error })
  if (code === 'EACCES') return new Error(`This user may not listen on port ${port}. ${choose}`, { cause: error })
  return new Error(`The mock cannot listen on port ${port}: ${String(error)}`, { cause: error })
}

function urlOf(port: number | undefined): string {
  return `http://${host}:${port}`
}

const plainText = { 'Content-Type': 'text/plain; charset=utf-8' }
