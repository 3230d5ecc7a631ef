import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertLedgerRows, ledgerRow } from '../helpers/data/work-ledger-entries.ts'
import { createBoundServer } from '../../server/http/bound-server.ts'
import { drain, listen } from '../../server/http/listening.ts'
import { summariser } from '../helpers/data/agents.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { sendUnread, untilEnded } from '../helpers/unread.ts'
import { until } from '../helpers/until.ts'

/** What a client has not taken may not wait for ever: neither in memory nor in one of the places of exports. */
let service: TestService
const open: Socket[] = []
beforeAll(async () => {
  service = await startTestService({}, { timeouts: { slowReaderTimeoutMs: 500 } })
  const metadata = JSON.stringify({ filler: randomBytes(22_000).toString('hex') })
  const rows = Array.from({ length: 30 }, (_, at) => ({
    ...summariser,
    metadata,
    id: `agent-${at}`,
    instance_id: 'acme',
  }))
  await service.db('agents').insert(rows)
  const text = 'x'.repeat(3900)
  await insertLedgerRows(
    service,
    Array.from({ length: 4000 }, (_, at) => ledgerRow({ id: `many-${at}`, description: text })),
  )
})
afterAll(async () => {
  for (const socket of open) socket.destroy()
  await service.close()
})

test.each(['agents?size=200', 'work-ledger/export'])('who reads nothing of %s is let go', async (path) => {
  const before = await countBrokenOff()
  await Promise.all([ask(path), ask(path)])
  await untilBrokenOff(before + 2)
})

describe('who reads an export a few bytes at a time', () => {
  test('is let go, and holds no place meanwhile for others', async () => {
    const before = await countBrokenOff()
    const readers = await Promise.all(Array.from({ length: 4 }, () => ask('work-ledger/export')))
    const dripping = readers.map(drip)
    // One caller has fewer places than there are.
    const token = await service.token('Manager', { sub: 'somebody-else', client_id: 'somebody-else' })
    const other = await service.request('/instances/acme/work-ledger/export?modelName=none', {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(other.status).toBe(200)
    await untilBrokenOff(before + 2)
    for (const socket of readers) socket.destroy()
    await Promise.all(dripping)
  })
})

test('the contract itself is no exception', async () => {
  const request = 'GET /openapi.json HTTP/1.1\r\nHost: service\r\n\r\n'
  await untilEnded(await sendUnread(service.baseUrl, request.repeat(20)))
})

test('nor is the management port', async () => {
  const request = 'GET /metrics HTTP/1.1\r\nHost: service\r\n\r\n'
  const socket = await sendUnread(service.managementUrl, request)
  // The system takes some megabytes before any answer waits.
  await until(() => {
    if (socket.destroyed) return
    socket.write(request.repeat(16))
    throw new Error('The connection has not ended.')
  })
})

test('who reads an export steadily gets all of it, however long that takes', async () => {
  const service = await startTestService({}, { timeouts: { slowReaderTimeoutMs: 3000 } })
  const description = 'x'.repeat(3900)
  const rows = Array.from({ length: 4000 }, (_, at) => ledgerRow({ id: `many-${at}`, description }))
  await insertLedgerRows(service, rows)
  const token = await service.token('Viewer')
  const request = `GET /instances/acme/work-ledger/export HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${token}\r\n\r\n`
  const socket = await sendUnread(service.baseUrl, request)
  let received = 0
  while (!socket.destroyed && received < 10_000_000) {
    const chunk: unknown = socket.read(64 * 1024) ?? socket.read()
    if (Buffer.isBuffer(chunk)) received += chunk.length
    await sleep(40)
  }
  expect(received).toBeGreaterThanOrEqual(10_000_000)
  socket.destroy()
  await service.close()
})

test('who never ends a body that was refused is disconnected five seconds after the answer', async () => {
  const server = createBoundServer({ slowReaderTimeoutMs: 600_000 }, (_request, response) => {
    response.writeHead(413, { Connection: 'close' }).end('too large')
  })
  const port = await listen(server, 0, '127.0.0.1')
  const socket = await sendUnread(
    `http://127.0.0.1:${port}`,
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n',
  )
  const startedAt = performance.now()
  while (!socket.destroyed) {
    socket.write('x')
    await sleep(50)
  }
  expect(performance.now() - startedAt).toSatisfy((ms: number) => ms > 4000 && ms < 20_000)
  await drain(server, 0)
})

/** Asks on a connection of its own, and reads nothing by itself. */
async function ask(path: string): Promise<Socket> {
  const request = [
    `GET /instances/acme/${path} HTTP/1.1`,
    'Host: service',
    `Authorization: Bearer ${await service.token('Viewer')}`,
    '',
    '',
  ]
  // A page has 1 MiB at most, which a connection may hold.
  const times = path.startsWith('agents') ? 20 : 1
  const socket = await sendUnread(service.baseUrl, request.join('\r\n').repeat(times))
  open.push(socket)
  return socket
}

/** Reads 100 bytes at a time until the connection ends. */
async function drip(socket: Socket): Promise<void> {
  await until(() => {
    socket.read(100)
    expect(socket.destroyed).toBe(true)
  })
}

async function untilBrokenOff(answers: number): Promise<void> {
  await until(async () => expect(await countBrokenOff()).toBeGreaterThanOrEqual(answers))
}

/** Answers that were ended before the client had taken them. */
async function countBrokenOff(): Promise<number> {
  const metrics = await (await fetch(`${service.managementUrl}/metrics`)).text()
  const counts = metrics.matchAll(/^http_request_duration_seconds_count\{.*status="499".*\} (\d+)$/gm)
  return Array.from(counts, ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0)
}
