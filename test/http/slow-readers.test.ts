import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { endSlowReaders } from '../../server/http/slow-readers.ts'
import { until } from '../helpers/until.ts'
import { summariser } from '../helpers/data/agents.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { sendUnread, untilEnded } from '../helpers/unread.ts'
import { ledgerRow, insertLedgerRows } from '../helpers/data/work-ledger-entries.ts'

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

describe('by a clock of its own, a client whose answer waits', () => {
  const timeoutMs = 10_000
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  /** A connection that has taken so many bytes of an answer that never ends. */
  function waitingClient() {
    const server = createServer()
    endSlowReaders(server, timeoutMs)
    let taken = 0
    const socket = new Socket()
    Object.defineProperty(socket, 'writableLength', { value: 1_000_000 })
    Object.defineProperty(socket, 'bytesWritten', { get: () => 1_000_000 + taken })
    server.emit('connection', socket)
    /** Takes so many bytes each second. */
    const takeFor = (seconds: number, bytes: number) => {
      for (let second = 0; second < seconds; second += 1) {
        taken += bytes
        vi.advanceTimersByTime(1000)
      }
      return socket.destroyed
    }
    return takeFor
  }

  test('is kept as long as it takes 16 KiB a second on average', () => {
    const takeFor = waitingClient()
    expect(takeFor(101, 16 * 1024)).toBe(false)
    expect([takeFor(5, 0), takeFor(3, 64 * 1024)]).toEqual([false, false])
  })

  test.each([0, 100, 14 * 1024])('goes when it takes %i bytes a second, not before the time is over', (bytes) => {
    const takeFor = waitingClient()
    expect(takeFor(9, bytes)).toBe(false)
    expect(takeFor(4, bytes)).toBe(true)
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
