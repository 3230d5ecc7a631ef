import { once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { expect, vi } from 'vitest'
import { parseAnswer, type RawAnswer } from './raw-http.ts'
import type { TestService } from './service.ts'
import { until } from './until.ts'
import type { ValidRequest } from './data/valid-requests.ts'

/**
 * Sends the heads of the requests, and one byte of each body. Resolves once the service waits for the rest of all of them, so
 * it has let them in. Each returned function sends the rest of one, and resolves with the answer.
 */
export async function holdBodies(
  { baseUrl }: TestService,
  token: string,
  requests: readonly ValidRequest[],
): Promise<(() => Promise<RawAnswer>)[]> {
  const listens = vi.spyOn(IncomingMessage.prototype, 'on')
  const held = requests.map((request) => hold(baseUrl, token, request))
  await until(() => {
    const reading = listens.mock.calls.filter(([event]) => event === 'data')
    const answered = held.filter(({ hasAnswer }) => hasAnswer())
    expect(reading.length + answered.length).toBeGreaterThanOrEqual(requests.length)
  })
  listens.mockRestore()
  return held.map(({ finish }) => finish)
}

function hold(baseUrl: string, token: string, { method, path, body }: ValidRequest) {
  const text = JSON.stringify(body)
  const { hostname, port, host } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', (chunk) => (received += String(chunk)))
  socket.on('error', () => {})
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `Authorization: Bearer ${token}`,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n${text.slice(0, 1)}`)
  const finish = async () => {
    // Whoever was not let in has an answer already.
    expect(received).toBe('')
    socket.write(text.slice(1))
    await once(socket, 'close')
    return parseAnswer(received)
  }
  return { hasAnswer: () => received !== '', finish }
}
