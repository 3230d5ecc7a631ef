import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ConnectionError, createClient, logTo, type Hook } from '../../sdk/src/index.ts'
import { createRawClient } from '../../sdk/src/raw.ts'
import { trust } from '../../sdk/src/trust.ts'
import { until } from '../helpers/until.ts'
import {
  beginning,
  json,
  ok,
  problem,
  raw,
  reset,
  stall,
  useMisbehavingServer,
  type Behaviour,
} from '../helpers/programs/misbehaving-server.ts'

/** What becomes of connections, bodies and tokens when something in between misbehaves. */
const server = useMisbehavingServer()
const { given } = server
const csv = { 'content-type': 'text/csv' }

async function read(body: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(body).text()
}

describe('a stream', () => {
  test('that stalls for longer than an attempt may take ends, and its connection', async () => {
    const { behaviour, closed } = beginning(csv)
    const file = await given([behaviour]).workLedger.export()
    const failed = expect(read(file)).rejects.toMatchObject({
      name: 'ConnectionError',
      message: 'nothing more of the answer came within 30 s.',
      cause: expect.objectContaining({ name: 'TimeoutError' }) as unknown,
    })
    await vi.advanceTimersByTimeAsync(30_000)
    await failed
    expect(await closed).toBe('closed')
  })

  test('may take longer than an attempt and a call as long as something comes', async () => {
    const opened = Promise.withResolvers<ServerResponse>()
    const slow: Behaviour = (_request, response) => {
      response.writeHead(200, csv).flushHeaders()
      opened.resolve(response)
    }
    const reader = (await given([slow]).workLedger.export()).getReader()
    const response = await opened.promise
    for (let part = 0; part < 5; part += 1) {
      const next = reader.read()
      await vi.advanceTimersByTimeAsync(20_000)
      response.write('.')
      expect((await next).value).toHaveLength(1)
    }
    response.end()
    expect((await reader.read()).done).toBe(true)
  })

  test('that its reader leaves alone for long goes on', async () => {
    const file = await given([raw(200, 'text/csv', 'id\n')]).workLedger.export()
    await vi.advanceTimersByTimeAsync(90_000)
    expect(await read(file)).toBe('id\n')
  })

  test('that its reader cancels closes the connection', async () => {
    const { behaviour, closed } = beginning(csv)
    const file = await given([behaviour]).workLedger.export()
    await file.cancel()
    expect(await closed).toBe('closed')
  })

  test('that breaks off is a ConnectionError', async () => {
    const broken: Behaviour = (request, response) => {
      response.writeHead(200, { ...csv, 'content-length': '100' })
      response.write('id\n', () => request.socket.destroy())
    }
    const file = await given([broken]).workLedger.export()
    await expect(read(file)).rejects.toMatchObject({
      name: 'ConnectionError',
      cause: expect.any(Error) as unknown,
    })
  })

  test('is not what the raw door makes of JSON: that is read within the attempt, and asked for again', async () => {
    const { behaviour } = beginning({ 'content-type': 'application/json; charset=utf-8' })
    given([behaviour, reset, ok])
    const client = createClient({ baseUrl: server.baseUrl, token: 'token' })
    const called = createRawClient(client).GET('/instances/{instanceId}/agents/{agentId}', {
      params: { path: { instanceId: 'acme', agentId: 'a' } },
    })
    await until(() => expect(server.requests).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(30_000)
    const { data } = await called
    expect(data).toEqual({ id: 'a' })
    expect(server.requests).toHaveLength(3)
  })
})

describe('a redirect', () => {
  const elsewhere = createServer((_request, response) => response.end('{"id":"stolen"}'))
  const reached = vi.fn()
  elsewhere.on('request', reached)
  afterEach(() => {
    elsewhere.close()
    elsewhere.closeAllConnections()
  })

  test.each([301, 302, 303, 307, 308])('of %d is followed by nobody', async (status) => {
    elsewhere.listen(0, '127.0.0.1')
    await once(elsewhere, 'listening')
    const address = elsewhere.address()
    const location = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
    const acme = given([raw(status, 'text/html', 'moved', { location })])
    const input = {
      username: 'a',
      email: 'a@b.example',
      name: 'A',
      temporaryPassword: 'correct-horse-battery',
    }
    await expect(acme.users.create(input)).rejects.toMatchObject({ code: 'unexpected_answer', status })
    await expect(acme.workLedger.export()).rejects.toMatchObject({ code: 'unexpected_answer', status })
    expect(server.requests).toHaveLength(2)
    expect(reached).not.toHaveBeenCalled()
  })

  test('as browsers show it, without a status, is unexpected too', async () => {
    const opaque = () => Promise.resolve(Response.error())
    await expect(given([ok], { fetch: opaque }).agents.get('a')).rejects.toMatchObject({
      code: 'unexpected_answer',
      status: 0,
    })
  })

  test('by a hook, to another origin, gets no token and no body', async () => {
    const fetch = vi.fn(globalThis.fetch)
    const use: Hook[] = [(request, next) => next(new Request('http://127.0.0.1:1/', request))]
    await expect(given([ok], { use, fetch }).agents.get('a')).rejects.toThrow('The URL must be below')
    expect(fetch).not.toHaveBeenCalled()
  })
})

describe('a token', () => {
  test.each(['before', 'after'])('whose renewal fails %s the others are refused is asked for once', async (when) => {
    const gate = Promise.withResolvers<void>()
    let renewals = 0
    const token = async ({ refused }: { refused: string | null }) => {
      if (refused === null) return 'old'
      renewals += 1
      if (when === 'after') await gate.promise
      throw new RangeError('signed out')
    }
    const refuse = problem(401, 'token_expired')
    const held: (() => void)[] = []
    const hold: Behaviour = (request, response) => held.push(() => refuse(request, response))
    let refusals = 0
    const fetch = (request: Request) => globalThis.fetch(request).finally(() => (refusals += 1))
    const acme = given([...Array.from({ length: 10 }, () => hold), refuse], { token, fetch })
    const calls = Array.from({ length: 10 }, () => acme.agents.get('a'))
    const settled = Promise.allSettled(calls)
    await until(() => expect(held).toHaveLength(10))
    held.shift()?.()
    if (when === 'before') await expect(Promise.race(calls)).rejects.toThrow(RangeError)
    for (const answer of held) answer()
    await until(() => expect(refusals).toBe(10))
    gate.resolve()
    expect(
      (await settled).every((outcome) => outcome.status === 'rejected' && outcome.reason instanceof RangeError),
    ).toBe(true)
    expect(renewals).toBe(1)
    await expect(acme.agents.get('a')).rejects.toThrow(RangeError)
    expect(renewals).toBe(2)
  })

  test.each<[string, unknown]>([
    ['a line break', 'sec\nret'],
    ['a space', 'sec ret'],
    ['no ASCII', 'secrét'],
    ['no string', { secret: 1 }],
  ])('with %s is refused, and is not in the message', async (_what, wrong) => {
    const failed = given([ok], { token: () => trust<string>(wrong) }).agents.get('a')
    await expect(failed).rejects.toThrow(
      'Instance configuration not available: the token must be ASCII without white space or "Bearer".',
    )
    await expect(failed).rejects.toThrow(TypeError)
    await expect(failed).rejects.not.toThrow(/sec/)
    expect(server.requests).toHaveLength(0)
  })

  test.each([[undefined], [null], ['']])('that is %j says that nobody is signed in', async (missing) => {
    const failed = given([ok], { token: () => trust<string>(missing) }).agents.get('a')
    await expect(failed).rejects.toThrow('Instance configuration not available: there is no token. Sign in.')
    await expect(failed).rejects.toThrow(TypeError)
    expect(server.requests).toHaveLength(0)
  })

  test('that never comes keeps no process alive', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const controller = new AbortController()
    const asked = Promise.withResolvers<void>()
    const token = () => (asked.resolve(), new Promise<string>(() => {}))
    const failed = expect(given([ok], { token }).agents.get('a', { signal: controller.signal })).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    await asked.promise
    controller.abort(new DOMException('', 'TimeoutError'))
    await failed
    // What is left is the time for the token, whose timer lets a process exit.
    expect(timers.mock.calls.map(([, ms]) => ms)).toEqual([30_000, 30_000])
    expect(vi.getTimerCount()).toBe(1)
    expect(timers.mock.results.map(({ value }) => trust<NodeJS.Timeout>(value).hasRef())).toEqual([true, false])
  })
})

test('calls that wait for the same token fail with errors of their own', async () => {
  const shared = new ConnectionError('no token.', { cause: 'why' })
  const acme = given([ok], { token: () => Promise.reject(shared), maxRetries: 0 })
  const outcomes = await Promise.allSettled([acme.users.list(), acme.agents.get('a')])
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && String(outcome.reason))).toEqual([
    'ConnectionError: Failed to fetch users: no token.',
    'ConnectionError: Failed to fetch agent: no token.',
  ])
  expect(shared.message).toBe('no token.')
})

describe('what the contract does not know', () => {
  const page = { totalElements: 0, next: null }
  test.each<[string, Behaviour]>([
    ['without its items', json(200, { page })],
    ['whose items are no array', json(200, { content: {}, page })],
    ['without a page', json(200, { content: [] })],
    ['that does not say whether it goes on', json(200, { content: [], page: {} })],
    ['that is a bare array', json(200, [])],
    ['that has a code', json(200, { code: 'user_not_found', detail: 'x' })],
    ['of no content', raw(204, 'application/json', '')],
  ])('is unexpected: a list %s', async (_what, behaviour) => {
    await expect(given([behaviour]).users.list()).rejects.toMatchObject({ code: 'unexpected_answer' })
  })

  test('is unexpected: an object where an array is due', async () => {
    const versions = given([json(200, { content: [], page })]).twuModels.versions.list('m')
    await expect(versions).rejects.toMatchObject({ code: 'unexpected_answer' })
  })

  test.each<[string, Behaviour]>([
    ['no content', raw(204, 'application/json', '')],
    ['an array', json(200, [])],
  ])('is unexpected: %s where an object is due', async (_what, behaviour) => {
    await expect(given([behaviour]).agents.get('a')).rejects.toMatchObject({ code: 'unexpected_answer' })
  })

  test('is unexpected: no content where a file is due', async () => {
    const failed = given([raw(204, 'text/csv', '')]).workLedger.export()
    await expect(failed).rejects.toMatchObject({ code: 'unexpected_answer', status: 204 })
  })

  test('is unexpected: a page where a file is due', async () => {
    const failed = given([raw(200, 'text/html; charset=utf-8', '<p>Sign in')]).workLedger.export()
    await expect(failed).rejects.toThrow(
      'Failed to export work ledger entries: unexpected answer (200, text/html; charset=utf-8).',
    )
  })

  test('is unexpected: an answer to a delete that is not done', async () => {
    const failed = given([raw(200, 'text/html', '<p>Sign in')]).agents.delete('a')
    await expect(failed).rejects.toMatchObject({ code: 'unexpected_answer', status: 200 })
    expect(await given([raw(204, 'text/plain', '')]).agents.delete('a')).toBeUndefined()
  })

  test('is left out of a problem', async () => {
    const odd = { code: 'agent_not_found', detail: { a: 1 }, requestId: 7, errors: 'none' }
    await expect(given([json(404, odd)]).agents.get('a')).rejects.toMatchObject({
      message: 'Failed to fetch agent: unexpected answer (404, application/json).',
      requestId: null,
      errors: [],
    })
  })
})

test('a logger that throws breaks no call', async () => {
  const fails = () => {
    throw new Error('the disk is full')
  }
  const use = [logTo({ debug: fails, warn: fails })]
  const deprecated = json(200, { id: 'a' }, { deprecation: '@1' })
  expect(await given([deprecated], { use }).agents.get('a')).toEqual({ id: 'a' })
  expect(server.requests).toHaveLength(1)
})

describe('a Response of another class', () => {
  /** All that a Response has, but its class. */
  function foreign(text: string, type: string): Promise<Response> {
    const response = new Response(text, { headers: { 'content-type': type } })
    const { status, headers, body } = response
    const own = { status, headers, body, ok: true, bodyUsed: false, text: () => response.text() }
    return Promise.resolve(trust<Response>(own))
  }

  test('is an answer, from a fetch and from a hook', async () => {
    const answer = () => foreign('{"id":"a"}', 'application/json')
    expect(await given([stall], { fetch: answer }).agents.get('a')).toEqual({ id: 'a' })
    expect(await given([stall], { use: [answer] }).agents.get('a')).toEqual({ id: 'a' })
  })

  test('is a stream', async () => {
    const answer = () => foreign('id\n', 'text/csv')
    expect(await read(await given([stall], { fetch: answer }).workLedger.export())).toBe('id\n')
    expect(await read(await given([stall], { use: [answer] }).workLedger.export())).toBe('id\n')
  })

  test('may have no stream, as in some polyfills', async () => {
    const text = () => Promise.resolve('{"id":"a"}')
    const { status, headers } = new Response()
    const answer = trust<Response>({ status, headers, ok: true, text })
    const acme = given([stall], { fetch: () => Promise.resolve(answer) })
    expect(await acme.agents.get('a')).toEqual({ id: 'a' })
  })
})

test('an answer of a hook is read within the attempt', async () => {
  const answered = Promise.withResolvers<void>()
  const use: Hook[] = [() => (answered.resolve(), Promise.resolve(new Response(new ReadableStream())))]
  const failed = expect(given([ok], { use, maxRetries: 0 }).agents.get('a')).rejects.toMatchObject({
    message: 'Failed to fetch agent: no answer within 30 s.',
  })
  await answered.promise
  await vi.advanceTimersByTimeAsync(30_000)
  await failed
})
