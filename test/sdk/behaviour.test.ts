import { type IncomingMessage } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
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
import { createClient, type ClientOptions } from '../../sdk/src/index.ts'

/** The SDK against a service that misbehaves; every test states how many requests that takes. */
const server = useMisbehavingServer()
const given = server.given
const agent = { name: 'Grace', type: 'HUMAN', active: true } as const
const keyOf = ({ headers }: IncomingMessage) => headers['idempotency-key']

describe('an answer that is lost', () => {
  test('is asked for again: 2 times, then ConnectionError', async () => {
    const failed = given([reset]).agents.get('a')
    await expect(failed).rejects.toMatchObject({
      name: 'ConnectionError',
      cause: expect.any(Error) as unknown,
    })
    expect(server.requests).toHaveLength(3)
  })

  test('of a read comes with the second request', async () => {
    expect(await given([reset, ok]).agents.get('a')).toEqual({ id: 'a' })
    expect(server.requests).toHaveLength(2)
  })

  test('of a create comes with the second request, which has the same Idempotency-Key', async () => {
    await given([reset, json(201, { id: 'a' })]).agents.create(agent)
    expect(server.requests).toHaveLength(2)
    expect(new Set(server.requests.map(keyOf)).size).toBe(1)
    expect(keyOf(server.requests[0] ?? expect.fail())).toMatch(/^\d+(-\d+){3}$/)
  })

  test('of a create that is still running there is waited for', async () => {
    const running = problem(409, 'idempotency_key_in_use')
    expect(await given([reset, running, json(201, { id: 'a' })]).agents.create(agent)).toEqual({ id: 'a' })
    expect(server.requests).toHaveLength(3)
  })

  test('is not what a key in use tells at the first try: another call has that key', async () => {
    const failed = given([problem(409, 'idempotency_key_in_use')]).agents.create(agent, {
      idempotencyKey: 'k',
    })
    await expect(failed).rejects.toMatchObject({ code: 'idempotency_key_in_use', status: 409 })
    expect(server.requests.map(keyOf)).toEqual(['k'])
  })

  test('of an update comes with the second request, unless that has If-Match', async () => {
    await given([reset, ok]).agents.update('a', agent)
    expect(server.requests).toHaveLength(2)
    const versioned = given([reset, ok]).agents.update('a', agent, { ifMatch: '"1"' })
    await expect(versioned).rejects.toMatchObject({ name: 'ConnectionError' })
    expect(server.requests).toHaveLength(3)
  })

  test('of a delete is not asked for again, since the second would find nothing', async () => {
    await expect(given([reset, ok]).agents.delete('a')).rejects.toMatchObject({ name: 'ConnectionError' })
    expect(server.requests).toHaveLength(1)
  })

  test('in the middle of its body counts as lost', async () => {
    const broken: Behaviour = (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"id":', () => request.socket.destroy())
    }
    expect(await given([broken, ok]).agents.get('a')).toEqual({ id: 'a' })
    expect(server.requests).toHaveLength(2)
  })
})

describe('429 and 503', () => {
  test('are waited out for as long as Retry-After says', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    await given([problem(429, 'rate_limited', { 'retry-after': '1' }), ok]).agents.get('a')
    // With a share of 0.01 of 250 ms, which spreads the callers.
    expect(timers.mock.calls.map(([, ms]) => ms)).toContain(1002.5)
    expect(server.requests).toHaveLength(2)
  })

  test('are reported at once when Retry-After is beyond the time that is left', async () => {
    const failed = given([problem(429, 'rate_limited', { 'retry-after': '100' })]).agents.get('a')
    await expect(failed).rejects.toMatchObject({ code: 'rate_limited', status: 429 })
    expect(server.requests).toHaveLength(1)
  })

  test.each([0, 1, 3])('are tried again %d times when told so', async (maxRetries) => {
    const failed = given([busy], { maxRetries }).agents.delete('a', { ifMatch: '"1"' })
    await expect(failed).rejects.toMatchObject({
      code: 'temporarily_unavailable',
      message: 'Failed to delete agent: What happened.',
      requestId: 'request-1',
    })
    expect(server.requests).toHaveLength(maxRetries + 1)
  })

  test.each([400, 404, 409, 412, 500])('are the only ones: %d is reported at once', async (status) => {
    await expect(given([problem(status, 'some_code')]).agents.create(agent)).rejects.toMatchObject({ status })
    expect(server.requests).toHaveLength(1)
  })

  test.each(['POST', 'DELETE'])(
    'have a request of the app’s own sent again, but for a POST without a key: %s',
    async (method) => {
      given([busy, ok])
      const client = createClient({ baseUrl: server.baseUrl, token: 'token' })
      const { status } = await client.fetch(new Request(`${server.baseUrl}/path`, { method }))
      expect([status, server.requests.length]).toEqual(method === 'POST' ? [503, 1] : [200, 2])
    },
  )
})

describe('an instance that is not the caller’s', () => {
  test.each([
    [401, 'token_missing'],
    [401, 'token_expired'],
    [404, 'instance_not_found'],
  ])('is reported as such, whatever was called: %d %s', async (status, code) => {
    const failed = given([problem(status, code)]).agents.list()
    await expect(failed).rejects.toMatchObject({
      code,
      message: 'Instance configuration not available: What happened.',
    })
  })

  test('is reported before anything is sent where the id is none', () => {
    const client = createClient({ baseUrl: server.baseUrl, token: 'token' })
    expect(() => client.instance('')).toThrow(
      /^Instance configuration not available: instanceId must be .*, but is ""\.$/,
    )
  })
})

describe('an answer of somebody else', () => {
  test.each<[string, Behaviour, number]>([
    ['truncated JSON', raw(200, 'application/json', '{"id":'), 200],
    ['nothing', raw(200, 'application/json', ''), 200],
    ['a bare value', json(200, null), 200],
    ['HTML with 200', raw(200, 'text/html', '<p>Welcome'), 200],
    ['HTML with 502', raw(502, 'text/html', '<p>Bad gateway'), 502],
    ['JSON that is no problem', json(500, null), 500],
  ])('is an ApiError: %s', async (_what, behaviour, status) => {
    const failed = given([behaviour]).agents.get('a')
    await expect(failed).rejects.toMatchObject({
      name: 'ApiError',
      code: 'unexpected_answer',
      status,
      errors: [],
    })
    expect(server.requests).toHaveLength(1)
  })
})

describe('a token', () => {
  const refuse: Behaviour = (request, response) =>
    (request.headers.authorization === 'Bearer old' ? problem(401, 'token_expired') : ok)(request, response)

  test('that is refused is replaced once for all who were refused', async () => {
    const token = vi.fn(({ refused }: { refused: string | null }) => (refused === null ? 'old' : 'new'))
    const acme = given([refuse], { token })
    await Promise.all(['a', 'b', 'c'].map((id) => acme.agents.get(id)))
    expect(server.requests).toHaveLength(6)
    expect(token.mock.calls.filter(([{ refused }]) => refused !== null)).toEqual([[{ refused: 'old' }]])
    await acme.agents.get('d')
    expect(server.requests).toHaveLength(7)
  })

  test('is asked for once by those who ask at the same time', async () => {
    const gate = Promise.withResolvers<string>()
    const token = vi.fn(() => gate.promise)
    const acme = given([refuse], { token })
    const both = Promise.all([acme.agents.get('a'), acme.agents.get('b')])
    await until(() => expect(token).toHaveBeenCalled())
    gate.resolve('new')
    await both
    expect(token).toHaveBeenCalledTimes(1)
  })

  test.each<[string, ClientOptions['token'], number]>([
    ['that is renewed and refused again', ({ refused }) => (refused ? 'other' : 'old'), 2],
    ['that the provider has no other for', () => 'old', 1],
    ['that is fixed', 'old', 1],
  ])('%s is reported', async (_what, token, count) => {
    const refuseAll = problem(401, 'token_expired')
    await expect(given([refuseAll], { token }).agents.get('a')).rejects.toMatchObject({
      code: 'token_expired',
      status: 401,
    })
    expect(server.requests).toHaveLength(count)
  })

  test('provider that fails ends the call with its own error', async () => {
    const token = () => Promise.reject(new RangeError('signed out'))
    await expect(given([ok], { token }).agents.get('a')).rejects.toThrow(RangeError)
    expect(server.requests).toHaveLength(0)
  })
})

describe('time', () => {
  /** Passes the time for an attempt when the attempt with this number has begun. */
  async function passAttempt(number: number, ms: number) {
    await until(() => expect(server.requests).toHaveLength(number))
    await vi.advanceTimersByTimeAsync(ms)
  }

  test('for an attempt ends that attempt', async () => {
    const asked = given([stall, ok]).agents.get('a')
    await passAttempt(1, 30_000)
    expect(await asked).toEqual({ id: 'a' })
    expect(server.requests).toHaveLength(2)
  })

  test('for an attempt includes its body', async () => {
    const half: Behaviour = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{')
    }
    const asked = given([half, ok]).agents.get('a')
    await passAttempt(1, 30_000)
    expect(await asked).toEqual({ id: 'a' })
    expect(server.requests).toHaveLength(2)
  })

  test('ends a body that does not heed the signal', async () => {
    const fetch = vi.fn(() => Promise.resolve(new Response(new ReadableStream())))
    const failed = given([ok], { fetch, attemptTimeoutMs: 20 }).agents.get('a', { maxRetries: 1 })
    await expect(failed).rejects.toMatchObject({ name: 'ConnectionError' })
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  test('for the call ends all of it', async () => {
    const failed = given([stall]).agents.get('a', { timeoutMs: 100_000, attemptTimeoutMs: 70_000 })
    const ended = expect(failed).rejects.toMatchObject({
      name: 'ConnectionError',
      message: 'Failed to fetch agent: no answer within 100 s.',
      cause: expect.objectContaining({ name: 'TimeoutError' }) as unknown,
    })
    await passAttempt(1, 70_000)
    await passAttempt(2, 30_000)
    await ended
    expect(server.requests).toHaveLength(2)
  })
})

describe('a signal', () => {
  test.each<[string, Behaviour, number]>([
    ['the answer', stall, 1],
    ['the next try', problem(503, 'temporarily_unavailable', { 'retry-after': '55' }), 1],
  ])('ends the wait for %s at once', async (_what, behaviour, count) => {
    const controller = new AbortController()
    const failed = given([behaviour]).agents.get('a', { signal: controller.signal })
    const ended = expect(failed).rejects.toMatchObject({ name: 'AbortError' })
    await until(() => expect(server.requests).toHaveLength(1))
    controller.abort()
    await ended
    expect(server.requests).toHaveLength(count)
  })

  test('ends the wait for a token at once', async () => {
    const controller = new AbortController()
    const asked = Promise.withResolvers<void>()
    const token = () => (asked.resolve(), new Promise<string>(() => {}))
    const failed = given([ok], { token }).agents.get('a', { signal: controller.signal })
    const ended = expect(failed).rejects.toMatchObject({ name: 'TimeoutError' })
    await asked.promise
    controller.abort(new DOMException('', 'TimeoutError'))
    await ended
    expect(server.requests).toHaveLength(0)
  })

  test('that has ended already sends nothing', async () => {
    const failed = given([ok]).agents.get('a', { signal: AbortSignal.abort() })
    await expect(failed).rejects.toMatchObject({ name: 'AbortError' })
    expect(server.requests).toHaveLength(0)
  })

  test('ends a download', async () => {
    const endless: Behaviour = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' })
      response.write('id\n')
    }
    const controller = new AbortController()
    const file = await given([endless]).workLedger.export({}, { signal: controller.signal })
    controller.abort()
    await expect(new Response(file).text()).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a list', () => {
  test('goes on after a page with nothing as long as there is a cursor', async () => {
    const seen: string[] = []
    const acme = given([page(['a'], 'c1'), page([], 'c2'), page(['b'], null)])
    for await (const { id } of acme.agents.list({ page: 0, name: 'x' })) seen.push(id)
    expect(seen).toEqual(['a', 'b'])
    expect(server.requests.map(({ url }) => url?.split('?')[1])).toEqual([
      'page=0&name=x',
      'name=x&cursor=c1',
      'name=x&cursor=c2',
    ])
  })

  test('asks for no more pages than are used', async () => {
    for await (const { id } of given([page(['a'], 'c1')]).agents.list()) {
      if (id === 'a') break
    }
    expect(server.requests).toHaveLength(1)
  })
})

describe('hooks', () => {
  test('run around every attempt, the first one outermost, and never see the token', async () => {
    const steps: string[] = []
    const hook = (name: string) => async (request: Request, next: (request: Request) => Promise<Response>) => {
      steps.push(`${name} ${request.headers.get('authorization') ?? 'no token'}`)
      const response = await next(request)
      steps.push(`${name} ${response.status}`)
      return response
    }
    await given([busy, ok], { use: [hook('outer'), hook('inner')] }).agents.get('a')
    const attempt = (status: number) => ['outer no token', 'inner no token', `inner ${status}`, `outer ${status}`]
    expect(steps).toEqual([...attempt(503), ...attempt(200)])
    expect(server.requests).toHaveLength(2)
  })

  test('may change what is sent', async () => {
    const acme = given([ok], {
      use: [
        (request, next) => {
          request.headers.set('x-trace', '1')
          return next(request)
        },
      ],
    })
    await acme.agents.update('a', agent)
    expect(server.requests[0]?.headers).toMatchObject({ 'x-trace': '1', authorization: 'Bearer token' })
  })

  test('may answer themselves, and their own errors are not tried again', async () => {
    const cached = given([ok], { use: [() => Promise.resolve(Response.json({ id: 'cached' }))] })
    expect(await cached.agents.get('a')).toEqual({ id: 'cached' })
    const broken = given([ok], { use: [() => Promise.reject(new RangeError('a mistake'))] })
    await expect(broken.agents.get('a')).rejects.toThrow(RangeError)
    expect(server.requests).toHaveLength(0)
  })
})

test('whoever takes the response hears of a failure there only', async () => {
  const unhandled = vi.fn()
  process.once('unhandledRejection', unhandled)
  await expect(
    given([problem(404, 'agent_not_found')])
      .agents.get('a')
      .withResponse(),
  ).rejects.toMatchObject({
    code: 'agent_not_found',
  })
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})
