import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, vi } from 'vitest'
import { createClient, type ClientOptions, type Resources } from '../../../sdk/src/index.ts'
import { endServer } from './end-server.ts'

/** The server's reaction to one request, right or wrong. */
export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void

export interface MisbehavingServer {
  /** The requests of the current test, in order of arrival. */
  requests: IncomingMessage[]
  baseUrl: string
  /** Each step answers one request; the last step also answers all later requests. Waits between retries are short. */
  given: (steps: readonly Behaviour[], options?: Partial<ClientOptions>) => Resources
}

/** Starts a real server for the tests of this file. The server forgets everything between tests. */
export function useMisbehavingServer(): MisbehavingServer {
  let behaviours: Behaviour[] = []
  const server = createServer((request, response) => {
    self.requests.push(request)
    const behaviour = behaviours.length > 1 ? behaviours.shift() : behaviours[0]
    behaviour?.(request, response)
  })
  const self: MisbehavingServer = {
    requests: [],
    baseUrl: '',
    given: (steps, options = {}) => {
      behaviours = [...steps]
      return createClient({ baseUrl: self.baseUrl, token: 'token', ...options }).instance('acme')
    },
  }
  // Every test has another port, so that no pooled connection of the test before is used.
  beforeEach(async () => {
    self.requests = []
    // The time of the SDK's limits passes only while this process runs: on a busy machine no limit ends before what it
    // waits for had its turn.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
    vi.spyOn(Math, 'random').mockReturnValue(0.01)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The server listens on no port.')
    self.baseUrl = `http://127.0.0.1:${address.port}`
  })
  afterEach(async () => {
    // In this order, as a test may have spied on the timers that are not real.
    vi.restoreAllMocks()
    vi.useRealTimers()
    await endServer(server)
  })
  return self
}

/** Answers with a little of what it announces, and tells when the connection closes. */
export function beginning(headers: Record<string, string>) {
  const closed = Promise.withResolvers<string>()
  const behaviour: Behaviour = (_request, response) => {
    response.on('close', () => closed.resolve('closed'))
    response.writeHead(200, headers)
    response.write('{"id":')
  }
  return { behaviour, closed: closed.promise }
}

/** Answers nothing, and tells when the connection closes. */
export function silence() {
  const closed = Promise.withResolvers<string>()
  const behaviour: Behaviour = (_request, response) => response.on('close', () => closed.resolve('closed'))
  return { behaviour, closed: closed.promise }
}

export const ok = json(200, { id: 'a' })
export const reset: Behaviour = (request) => request.socket.destroy()
export const stall: Behaviour = () => {}
export const busy = problem(503, 'temporarily_unavailable')

export function page(ids: readonly string[], next: string | null): Behaviour {
  return json(200, { content: ids.map((id) => ({ id })), page: { next } })
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Behaviour {
  return raw(status, 'application/json', JSON.stringify(body), headers)
}

export function problem(status: number, code: string, headers: Record<string, string> = {}): Behaviour {
  const body = { code, status, detail: 'What happened.', requestId: 'request-1', errors: [] }
  return raw(status, 'application/problem+json', JSON.stringify(body), headers)
}

export function raw(status: number, type: string, body: string, headers: Record<string, string> = {}): Behaviour {
  return (request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': type, ...headers })
    response.end(body)
  }
}
