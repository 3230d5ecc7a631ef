import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createClient, type WatchEvent, type Hook, type Resources } from '../../sdk/src/index.ts'
import { createTestServer } from '../../sdk/src/testing/index.ts'
import { trust } from '../../sdk/src/trust.ts'
import { human } from '../helpers/data/agents.ts'
import { userInput } from '../helpers/data/users.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import {
  problem,
  raw,
  reset,
  stall,
  useMisbehavingServer,
  type Behaviour,
} from '../helpers/programs/misbehaving-server.ts'

/** How changes are followed, whatever becomes of the connection. */
const server = useMisbehavingServer()
const { given } = server
const bookmark = (id: number) => `event: bookmark\nid: ${id}-e\ndata: {}\n\n`
const notice = (sequence: number) => ({
  sequence,
  at: '2026-11-25T00:00:00.000Z',
  kind: 'updated',
  resource: { type: 'agent', id: 'a' },
  version: null,
  etag: '"2"',
  requestId: null,
})
const change = (id: number) => `event: change\nid: ${id}-e\ndata: ${JSON.stringify(notice(id))}\n\n`

/** A stream of these pieces, which then ends, breaks off or is silent. */
function stream(pieces: readonly (string | Uint8Array)[], then: 'ends' | 'breaks' | 'is silent' = 'ends'): Behaviour {
  return (request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    response.flushHeaders()
    const write = async () => {
      for (const piece of pieces)
        await new Promise<void>((resolve) => response.write(piece, () => setImmediate(resolve)))
      if (then === 'ends') response.end()
      if (then === 'breaks') request.socket.destroy()
    }
    void write()
  }
}

/** The first events, as `position` or `type position`. */
async function take(events: AsyncIterable<WatchEvent>, count: number, taken: string[] = []): Promise<string[]> {
  for await (const event of events) {
    taken.push(`${event.type} ${Number.parseInt(event.after)}`)
    if (taken.length === count) break
  }
  return taken
}

/** The positions that were asked for; null where none was. */
function asked(): (string | null)[] {
  return server.requests.map(
    ({ url = '' }) => new URL(url, server.baseUrl).searchParams.get('after')?.replace('-e', '') ?? null,
  )
}

describe('the events', () => {
  test('begin with the call to read, and have typed changes and positions', async () => {
    const { changes } = given([stream([bookmark(4), ':\n\n', change(5), bookmark(7)], 'is silent')])
    const events: WatchEvent[] = []
    for await (const event of changes.watch()) if (events.push(event) === 3) break
    expect(events).toEqual([
      { type: 'startOver', after: '4-e' },
      { type: 'change', after: '5-e', change: notice(5) },
      { type: 'position', after: '7-e' },
    ])
    expect(asked()).toEqual([null])
  })

  test('go on behind a position, without a bookmark at that position', async () => {
    const { changes } = given([stream([bookmark(0), change(1)], 'is silent')])
    expect(await take(changes.watch({ after: 0 }), 1)).toEqual(['change 1'])
    expect(asked()).toEqual(['0'])
  })

  test.each([
    ['line feeds', (text: string) => text],
    ['carriage returns, too', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a byte order mark before them', (text: string) => `\uFEFF${text}`],
  ])('are read whichever way they are cut: %s', async (_name, rewrite) => {
    const text = `: hello\n\nretry: 5\nid: 4\nevent: other\ndata\n\nevent: other\ndata: {}\n\n${change(5)}${bookmark(6)}`
    const pieces = Array.from(new TextEncoder().encode(rewrite(text)), (byte) => Uint8Array.of(byte))
    const { changes } = given([stream(pieces, 'is silent')])
    expect(await take(changes.watch({ after: 3 }), 3)).toEqual(['position 4', 'change 5', 'position 6'])
  })

  test('that are cut off in their middle are none', async () => {
    const { changes } = given([stream([change(5).slice(0, -1)]), stream([change(5)], 'is silent')])
    expect(await take(changes.watch({ after: 4 }), 1)).toEqual(['change 5'])
    expect(asked()).toEqual(['4', '4'])
  })
})

describe('after a failure', () => {
  test('it goes on where it was, and repeats nothing', async () => {
    vi.mocked(Math.random).mockReturnValue(0)
    const { changes } = given([
      stream([bookmark(4), change(5)]),
      reset,
      stream([bookmark(5), change(5), change(6)], 'breaks'),
      problem(503, 'temporarily_unavailable'),
      problem(500, 'internal_error'),
      problem(429, 'rate_limited'),
      raw(502, 'text/html', '<html>Bad Gateway</html>'),
      raw(200, 'text/html', '<html>\n\nSign in to the network\n\n</html>'),
      raw(200, 'application/json', '{}'),
      stream([bookmark(6), change(7), bookmark(9)], 'is silent'),
    ])
    expect(await take(changes.watch(), 5)).toEqual(['startOver 4', 'change 5', 'change 6', 'change 7', 'position 9'])
    expect(asked()).toEqual([null, '5', '5', '6', '6', '6', '6', '6', '6', '6'])
  })

  test('a position that is gone begins again, and says so', async () => {
    const { changes } = given([problem(410, 'changes_expired'), stream([bookmark(40), change(41)], 'is silent')])
    expect(await take(changes.watch({ after: 3 }), 2)).toEqual(['startOver 40', 'change 41'])
    expect(asked()).toEqual(['3', null])
  })

  test('a connection that is silent for 45 s is given up, one with comments is not', async () => {
    const events = given([stream([bookmark(4)], 'is silent'), stream([change(5)], 'is silent')]).changes.watch()
    expect((await events.next()).value).toMatchObject({ type: 'startOver' })
    const next = events.next()
    await vi.advanceTimersByTimeAsync(40_000)
    expect(server.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(6_000)
    expect((await next).value).toMatchObject({ type: 'change', after: '5-e' })
    await events.return()
  })

  test('an answer that does not come is given up, too', async () => {
    const events = given([stall, stream([bookmark(4)], 'is silent')]).changes.watch()
    const next = events.next()
    await until(() => expect(server.requests).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(46_000)
    expect((await next).value).toMatchObject({ type: 'startOver', after: '4-e' })
    await events.return()
  })

  test('the waits grow to half a minute, and are as long as the service asks', async () => {
    vi.mocked(Math.random).mockReturnValue(1)
    const timers = vi.spyOn(globalThis, 'setTimeout')
    // The others are of an attempt, and of its token, whose timer lets a process exit.
    const waits = () =>
      timers.mock.calls
        .map(([, ms]) => ms)
        .filter((ms, at) => ms !== 45_000 && trust<NodeJS.Timeout>(timers.mock.results[at]?.value).hasRef())
    const waited = async (ms: number, count: number) => {
      await until(() => expect(waits()).toHaveLength(count))
      expect(waits().at(-1)).toBe(ms)
      expect(server.requests).toHaveLength(count)
    }
    const next = given([problem(503, 'temporarily_unavailable')])
      .changes.watch()
      .next()
    for (const [at, ms] of [1000, 2000, 4000, 8000, 16_000, 30_000].entries()) {
      await waited(ms, at + 1)
      await vi.advanceTimersByTimeAsync(ms)
    }
    await waited(30_000, 7)
    vi.mocked(Math.random).mockReturnValue(0)
    given([problem(503, 'temporarily_unavailable', { 'retry-after': '90' }), stream([bookmark(4)], 'is silent')])
    await vi.advanceTimersByTimeAsync(30_000)
    await waited(90_000, 8)
    await vi.advanceTimersByTimeAsync(90_000)
    expect((await next).value).toEqual({ type: 'startOver', after: '4-e' })
  })

  test('each connection has the token of its time', async () => {
    const tokens = ['first', 'second', 'refused', 'renewed']
    const { changes } = given(
      [stream([bookmark(4)]), stream([change(5)]), problem(401, 'token_expired'), stream([change(6)], 'is silent')],
      { token: () => tokens.shift() ?? 'none' },
    )
    expect(await take(changes.watch(), 3)).toEqual(['startOver 4', 'change 5', 'change 6'])
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(
      ['first', 'second', 'refused', 'renewed'].map((token) => `Bearer ${token}`),
    )
  })

  test.each([
    [400, 'invalid_request'],
    [401, 'token_invalid'],
    [403, 'role_missing'],
    [404, 'instance_not_found'],
  ])('a %d ends it', async (status, code) => {
    const { changes } = given([stream([bookmark(4)]), problem(status, code)])
    const taking = take(changes.watch(), 2)
    await expect(taking).rejects.toMatchObject({ name: 'ApiError', status, code, operation: 'changes.watch' })
  })

  test('a mistake of a hook or of the token provider ends it', async () => {
    const wrong: Hook = () => Promise.reject(new RangeError('mistake'))
    await expect(take(given([stall], { use: [wrong] }).changes.watch(), 1)).rejects.toThrow('mistake')
    const signedOut = given([stall], { token: () => Promise.reject(new RangeError('nobody')) })
    await expect(take(signedOut.changes.watch(), 1)).rejects.toThrow('nobody')
  })
})

describe('the signal', () => {
  test.each<[string, Behaviour[], number]>([
    ['while it connects', [stall], 0],
    ['while nothing happens', [stream([bookmark(4)], 'is silent')], 1],
    ['while it waits to connect again', [problem(503, 'temporarily_unavailable', { 'retry-after': '9' })], 0],
  ])('ends it at once %s, and its connection', async (_when, steps, count) => {
    const controller = new AbortController()
    const events = given(steps).changes.watch({ signal: controller.signal })
    for (let at = 0; at < count; at += 1) await events.next()
    const next = events.next()
    await until(() => expect(server.requests).toHaveLength(1))
    await new Promise((resolve) => setImmediate(resolve))
    controller.abort()
    expect(await next).toEqual({ done: true, value: undefined })
    expect(server.requests).toHaveLength(1)
    await until(() => expect(server.requests[0]?.socket.destroyed || count === 0).toBe(true))
  })

  test('ends it between two events that came at once, and before it begins', async () => {
    const controller = new AbortController()
    const watched = given([stream([bookmark(4) + change(5) + change(6)], 'is silent')]).changes
    const events = watched.watch({ signal: controller.signal })
    await events.next()
    await events.next()
    controller.abort()
    expect(await events.next()).toEqual({ done: true, value: undefined })
    expect(await watched.watch({ signal: controller.signal }).next()).toEqual({ done: true, value: undefined })
    expect(server.requests).toHaveLength(1)
  })

  test('is not needed: whoever breaks off closes the connection', async () => {
    const { changes } = given([stream([bookmark(4)], 'is silent')])
    await take(changes.watch(), 1)
    await until(() => expect(server.requests[0]?.socket.destroyed).toBe(true))
  })
})

test('a hundred cuts at any byte lose and repeat nothing', async () => {
  vi.mocked(Math.random).mockReturnValue(0)
  const memory = createTestServer({ instances: { acme: {} } })
  const cuts = { left: 100 }
  const cutting: Hook = async (request, next) => {
    const response = await next(request)
    if (!request.url.includes('/stream') || cuts.left === 0) return response
    cuts.left -= 1
    return new Response(response.body?.pipeThrough(cutAfter(60 + ((cuts.left * 37) % 400))), response)
  }
  const connect = (use: Hook[]): Resources =>
    createClient({ baseUrl: 'https://admin.test', token: 'any', fetch: memory.fetch, use }).instance('acme')
  const writing = async () => {
    for (let at = 0; at < 150; at += 1) await connect([]).agents.create({ ...human, name: `agent ${at}` })
  }
  const written = writing()
  const taken: string[] = []
  const taking = take(connect([cutting]).changes.watch({ after: 0 }), 150, taken)
  while (taken.length < 150) {
    await new Promise((resolve) => setImmediate(resolve))
    vi.advanceTimersByTime(1)
  }
  await Promise.all([written, taking])
  expect(taken).toEqual(Array.from({ length: 150 }, (_, at) => `change ${at + 1}`))
  expect(cuts.left).toBeLessThan(50)
})

/** Lets so many bytes pass, and then breaks off. */
function cutAfter(bytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = bytes
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left))
      left -= chunk.length
      if (left <= 0) controller.terminate()
    },
  })
}

describe('against the service', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService()
  })
  afterAll(() => service.close())

  test('a change of another caller is told, what the roles do not open is a position', async () => {
    const { changes } = service.acme('Viewer')
    const seen: string[] = []
    for await (const event of changes.watch()) {
      seen.push(event.type === 'change' ? event.change.resource.type : event.type)
      if (event.type === 'startOver') {
        await service.acme().users.create(userInput('ada'))
        await service.acme().agents.create(human)
      }
      if (event.type === 'change') break
    }
    expect(seen.filter((type) => type !== 'position')).toEqual(['startOver', 'agent'])
    const missing = createClient({ baseUrl: service.baseUrl, token: await service.token('Viewer') }).instance('nobody')
    await expect(missing.changes.watch().next()).rejects.toMatchObject({ code: 'instance_not_found' })
  })
})
