import { getEventListeners } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import { createTokens } from '../../sdk/src/token.ts'
import { now } from '../helpers/clock.ts'
import { until } from '../helpers/until.ts'
import {
  busy,
  json,
  ok,
  page,
  problem,
  raw,
  reset,
  stall,
  useMisbehavingServer,
  type Behaviour,
} from '../helpers/programs/misbehaving-server.ts'

/** What ends a call, a wait or a walk before its time, and how it is taken up again. */
const server = useMisbehavingServer()
const { given } = server
const refused = problem(401, 'token_expired')
/** A provider whose renewal never comes. */
const stalled = ({ refused }: { refused: string | null }) => (refused === null ? 'old' : new Promise<string>(() => {}))

describe('a renewal of the token that never comes', () => {
  test('ends with the attempt', async () => {
    const acme = given([refused], { token: stalled, maxRetries: 0, attemptTimeoutMs: 20_000 })
    const failed = expect(acme.agents.get('a')).rejects.toMatchObject({
      name: 'ConnectionError',
      message: 'Failed to fetch agent: no answer within 20 s.',
    })
    await until(() => expect(server.requests).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(20_000)
    await failed
    expect(server.requests).toHaveLength(1)
  })

  test('is given up after 30 s: a later call asks anew', async () => {
    const provider = vi.fn(() => new Promise<string>(() => {}))
    const tokens = createTokens(provider)
    const lease = { token: 'old', failed: null }
    const first = expect(tokens.renew(lease)).rejects.toMatchObject({ name: 'ConnectionError' })
    const second = expect(tokens.current()).rejects.toMatchObject({ name: 'ConnectionError' })
    await vi.advanceTimersByTimeAsync(30_000)
    await Promise.all([first, second])
    expect(provider).toHaveBeenCalledTimes(2)
    const later = [tokens.renew({ token: 'other', failed: null }), tokens.current()].map((asked) =>
      expect(asked).rejects.toThrow(),
    )
    expect(provider).toHaveBeenCalledTimes(4)
    await vi.advanceTimersByTimeAsync(30_000)
    await Promise.all(later)
  })

  test('ends with the signal', async () => {
    const controller = new AbortController()
    const failed = given([refused], { token: stalled }).agents.get('a', { signal: controller.signal })
    await until(() => expect(server.requests).toHaveLength(1))
    controller.abort(new RangeError('the user left'))
    await expect(failed).rejects.toThrow('the user left')
    expect(server.requests).toHaveLength(1)
  })

  test('that failed is tried again by the next call', async () => {
    let renewals = 0
    const token = ({ refused }: { refused: string | null }) => {
      if (refused === null) return 'old'
      renewals += 1
      if (renewals === 1) throw new RangeError('signed out')
      return 'new'
    }
    const acme = given([refused, refused, ok], { token })
    await expect(acme.agents.get('a')).rejects.toThrow(RangeError)
    expect(server.requests).toHaveLength(1)
    expect(await acme.agents.get('a')).toEqual({ id: 'a' })
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer old',
      'Bearer old',
      'Bearer new',
    ])
  })
})

describe('a walk over a list', () => {
  test('ends at once with its signal, within a page that does not come', async () => {
    const controller = new AbortController()
    const seen: string[] = []
    const walk = async () => {
      const list = given([page(['a'], 'c1'), stall]).agents.list({}, { signal: controller.signal })
      for await (const { id } of list) seen.push(id)
    }
    const walked = expect(walk()).rejects.toMatchObject({ name: 'AbortError' })
    await until(() => expect(server.requests).toHaveLength(2))
    controller.abort()
    await walked
    expect(seen).toEqual(['a'])
    expect(server.requests).toHaveLength(2)
  })

  test('ends with its signal before the next page is asked for', async () => {
    const controller = new AbortController()
    const first = await given([page(['a'], 'c1')]).agents.list({}, { signal: controller.signal })
    controller.abort()
    await expect(first.next()).rejects.toMatchObject({ name: 'AbortError' })
    expect(server.requests).toHaveLength(1)
  })

  test('that failed is resumed from the cursor of the last page, and only there', async () => {
    const failing = [page(['a'], 'c1'), problem(500, 'internal_error')]
    const first = await given(failing).agents.list({ name: 'x', size: 1 })
    await expect(first.next()).rejects.toMatchObject({ status: 500 })

    const seen: string[] = []
    const rest = given([page(['b'], 'c2'), page(['c'], null)]).agents.list({
      name: 'x',
      size: 1,
      cursor: first.page.next ?? '',
    })
    for await (const { id } of rest) seen.push(id)
    expect(seen).toEqual(['b', 'c'])
    expect(server.requests.map(({ url }) => url?.split('?')[1])).toEqual([
      'name=x&size=1',
      'name=x&size=1&cursor=c1',
      'name=x&size=1&cursor=c1',
      'name=x&size=1&cursor=c2',
    ])
  })

  test('waits out a busy service in its middle and misses nothing', async () => {
    const seen: string[] = []
    for await (const { id } of given([page(['a'], 'c1'), busy, reset, page(['b'], null)]).agents.list()) seen.push(id)
    expect(seen).toEqual(['a', 'b'])
    expect(server.requests).toHaveLength(4)
  })

  test('finds the next page of a bare array in the Link header', async () => {
    const versions = (next: string) => json(200, [{ version: 1 }], { link: `<?size=1>; rel="first"${next}` })
    const list = given([versions(', <?size=1&cursor=a%2Bb>; rel="next"'), versions('')]).twuModels.versions.list('m', {
      size: 1,
    })
    const seen: number[] = []
    for await (const { version } of list) seen.push(version)
    expect(seen).toEqual([1, 1])
    expect(server.requests[1]?.url).toBe('/instances/acme/twu-models/m/versions?size=1&cursor=a%2Bb')
  })
})

describe('Retry-After', () => {
  test('as a date is waited for', async () => {
    const headers = { 'retry-after': new Date(now() + 40_000).toUTCString() }
    const asked = given([problem(503, 'temporarily_unavailable', headers), ok]).agents.get('a')
    const timers = vi.spyOn(globalThis, 'setTimeout')
    // The attempt and its token have 30 s each; the date is in whole seconds, and the answer took its time.
    const waits = () => timers.mock.calls.map(([, ms]) => Number(ms)).filter((ms) => ms > 30_000 && ms <= 40_003)
    await until(() => expect(waits()).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(40_003)
    await asked
    expect(server.requests).toHaveLength(2)
  })

  test.each(['-5', 'soon', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Tue, 01 Jan 2999 00:00:00', '0'])(
    'of "%s" is no wait',
    async (retryAfter) => {
      const busy = problem(429, 'rate_limited', { 'retry-after': retryAfter })
      await given([busy, ok]).agents.get('a', { timeoutMs: 20_000 })
      expect(server.requests).toHaveLength(2)
    },
  )
})

test('callers spread when they come again, whatever clock Retry-After was taken from', async () => {
  vi.mocked(Math.random).mockReturnValue(0.9)
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const past = { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }
  await given([problem(503, 'temporarily_unavailable', past), busy, ok]).agents.get('a')
  // 0.9 of at most 250 ms, then of at most 500 ms.
  expect(timers.mock.calls.map(([, ms]) => Number(ms)).filter((ms) => ms < 1000)).toEqual([225, 450])
  expect(server.requests).toHaveLength(3)
})

describe('a limit of time', () => {
  test('includes the body of an error, of a download too', async () => {
    const half: Behaviour = (_request, response) => {
      response.writeHead(500, { 'content-type': 'application/problem+json' })
      response.write('{"code":')
    }
    const exported = given([half, raw(200, 'text/csv', 'id\n')]).workLedger.export()
    await until(() => expect(server.requests).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(30_000)
    const file = await exported
    expect(await new Response(file).text()).toBe('id\n')
    expect(server.requests).toHaveLength(2)
  })

  test('of Infinity is none', async () => {
    const late = Promise.withResolvers<void>()
    const answer = json(200, { id: 'late' })
    const acme = given([(request, response) => void late.promise.then(() => answer(request, response))])
    const asked = acme.agents.get('a', { timeoutMs: Infinity, attemptTimeoutMs: Infinity })
    await until(() => expect(server.requests).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(3_600_000)
    late.resolve()
    expect(await asked).toEqual({ id: 'late' })
    expect(server.requests).toHaveLength(1)
  })
})

describe('a hook', () => {
  test('that throws after the answer ends the call, which is not repeated', async () => {
    const use = [
      async (request: Request, next: (request: Request) => Promise<Response>) => {
        await next(request)
        throw new RangeError('a mistake')
      },
    ]
    await expect(given([ok], { use }).agents.get('a')).rejects.toThrow(RangeError)
    expect(server.requests).toHaveLength(1)
  })

  test('is told which attempt it is', async () => {
    const attempts: number[] = []
    const acme = given([busy, reset, ok], {
      use: [
        (request, next, { attempt }) => {
          attempts.push(attempt)
          return next(request)
        },
      ],
    })
    await acme.agents.get('a')
    expect(attempts).toEqual([1, 2, 3])
  })

  test('that never ends is ended by the signal', async () => {
    const controller = new AbortController()
    const hooked = Promise.withResolvers<void>()
    const use = [() => (hooked.resolve(), new Promise<Response>(() => {}))]
    const failed = given([ok], { use }).agents.get('a', { signal: controller.signal })
    const ended = expect(failed).rejects.toMatchObject({ name: 'TimeoutError' })
    await hooked.promise
    controller.abort(new DOMException('', 'TimeoutError'))
    await ended
    expect(server.requests).toHaveLength(0)
  })
})

test('a version that is no longer the present one is a 412 at the first try', async () => {
  const failed = given([problem(412, 'precondition_failed')]).agents.delete('a', { ifMatch: '"1"' })
  await expect(failed).rejects.toMatchObject({ code: 'precondition_failed', status: 412 })
  expect(server.requests.map(({ headers }) => headers['if-match'])).toEqual(['"1"'])
})

test('a fetch that fails after its call was ended troubles nobody', async () => {
  const unhandled = vi.fn()
  process.once('unhandledRejection', unhandled)
  const controller = new AbortController()
  const [sent, failing] = [Promise.withResolvers<void>(), Promise.withResolvers<Response>()]
  const fetch = () => (sent.resolve(), failing.promise)
  const failed = given([ok], { fetch }).agents.get('a', { signal: controller.signal })
  const ended = expect(failed).rejects.toMatchObject({ name: 'TimeoutError' })
  await sent.promise
  controller.abort(new DOMException('', 'TimeoutError'))
  await ended
  failing.reject(new TypeError('late'))
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})

test('a call leaves nothing on its signal, whether it succeeds, fails, is repeated or streams', async () => {
  const { signal } = new AbortController()
  const acme = given([ok, busy, ok, reset, ok, problem(404, 'agent_not_found'), raw(200, 'text/csv', 'id\n')])
  for (let call = 0; call < 3; call += 1) await acme.agents.get('a', { signal })
  await acme.agents.get('a', { signal }).catch(() => {})
  await new Response(await acme.workLedger.export({}, { signal })).text()
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
