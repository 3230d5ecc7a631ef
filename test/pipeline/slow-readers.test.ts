import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { agents, summariser } from '../helpers/data/agents.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { sendUnread, untilEnded } from '../helpers/unread.ts'
import { ledgerRow, insertLedgerRows } from '../helpers/data/work-ledger-entries.ts'

/** What a client has not taken may not wait for ever: neither in memory nor in one of the places of exports. */
let service: TestService
const open: Socket[] = []
const waiting = { timeout: 60_000, interval: 250 }
beforeAll(async () => {
  service = await startTestService({ slowReaderTimeoutMs: 1500 })
  const metadata = { filler: randomBytes(22_000).toString('hex') }
  await Promise.all(Array.from({ length: 200 }, () => agents(service).create({ ...summariser, metadata })))
  const text = 'x'.repeat(900)
  await insertLedgerRows(
    service,
    Array.from({ length: 20_000 }, (_, at) => ledgerRow({ id: `many-${at}`, description: text })),
  )
})
afterAll(async () => {
  for (const socket of open) socket.destroy()
  await service.close()
})

test.each(['agents?size=200', 'work-ledger/export'])('who reads nothing of %s is let go', async (path) => {
  const before = await countBrokenOff()
  await Promise.all([ask(path), ask(path)])
  await vi.waitUntil(async () => (await countBrokenOff()) >= before + 2, waiting)
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
    await vi.waitUntil(async () => (await countBrokenOff()) === before + 2, waiting)
    for (const socket of readers) socket.destroy()
    await Promise.all(dripping)
  })
})

test('who reads steadily gets all of it, however long that takes', async () => {
  const socket = await ask('work-ledger/export')
  let received = 0
  while (!socket.destroyed && received < 10_000_000) {
    const chunk: unknown = socket.read(64 * 1024) ?? socket.read()
    if (Buffer.isBuffer(chunk)) received += chunk.length
    await sleep(20)
  }
  expect(received).toBeGreaterThanOrEqual(10_000_000)
})

test('the contract itself is no exception', async () => {
  const request = 'GET /openapi.json HTTP/1.1\r\nHost: service\r\n\r\n'
  await untilEnded(await sendUnread(service.baseUrl, request.repeat(20)))
})

test('nor is the management port', async () => {
  const request = 'GET /metrics HTTP/1.1\r\nHost: service\r\n\r\n'
  const socket = await sendUnread(service.managementUrl, request)
  // The system takes some megabytes before any answer waits.
  const isEnded = () => {
    if (!socket.destroyed) socket.write(request.repeat(16))
    return socket.destroyed
  }
  await vi.waitUntil(isEnded, { timeout: 60_000, interval: 50 })
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

/** Reads 100 bytes each tenth of a second until the connection ends. */
async function drip(socket: Socket): Promise<void> {
  while (!socket.destroyed) {
    socket.read(100)
    await sleep(100)
  }
}

/** Answers that were ended before the client had taken them. */
async function countBrokenOff(): Promise<number> {
  const metrics = await (await fetch(`${service.managementUrl}/metrics`)).text()
  const counts = metrics.matchAll(/^http_request_duration_seconds_count\{.*status="499".*\} (\d+)$/gm)
  return Array.from(counts, ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0)
}
