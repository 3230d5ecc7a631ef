import { createServer } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endSlowReaders } from '../../server/http/slow-readers.ts'

// That a running service ends such connections is in slow-readers.heavy.test.ts.
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
