import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listen } from '../../server/http/listening.ts'
import { asObject } from '../../contract/json.ts'
import { createLedger, startTestMock } from '../helpers/programs/mock.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const list = '/instances/acme/work-ledger'
const entries = createLedger()
const [entry] = entries
if (!entry) throw new Error('The ledger has entries.')

/** The time that an answer has. A test ends it, and no clock. */
let time = new AbortController()
const timeout = vi.spyOn(AbortSignal, 'timeout')
beforeEach(() => void timeout.mockReset().mockImplementation(() => (time = new AbortController()).signal))
afterAll(() => timeout.mockRestore())

describe('with the mock', () => {
  let mock: Awaited<ReturnType<typeof startTestMock>>
  let service: TestService
  beforeAll(async () => {
    mock = await startTestMock({ seedFor: () => ({ workLedger: entries }), only: 'inferred' })
    service = await startTestService({ workLedger: 'prism', workLedgerUrl: `${mock.url}/` })
  })
  afterAll(async () => {
    await service.close()
    await mock.stop()
  })

  test.each([
    '',
    '?search=refund&size=3&sort=cost,desc',
    '?search=100%25%20paid',
    '?costMin=0.0000001&costMax=0.00002',
    '?costMax=1000000000000&page=2',
    '?actors=HYBRID&page=0',
    '?costMin=2&costMax=1',
    '?cursor=abc',
    '?page=501',
    '?size=201&status=done',
    `/${entry.id}`,
    '/nothing',
  ])('an answer is the mock’s own: %s', async (rest) => {
    const [served, mocked] = await Promise.all([service.request(list + rest), ask(mock.url + list + rest)])
    expect({ ...served, headers: {} }).toEqual({
      ...mocked,
      headers: {},
      text: served.text,
      json: served.json,
    })
    expect(withoutRequestId(served.json)).toEqual(withoutRequestId(mocked.json))
    expect(served.headers.get('etag')).toBe(mocked.headers.get('etag'))
  })

  test('pages follow each other', async () => {
    const first = await service.request(`${list}?size=5`)
    const { next } = asObject(asObject(first.json)['page'])
    const second = await service.request(`${list}?size=5&cursor=${String(next)}`)
    const both = await service.request(`${list}?size=10`)
    const contentOf = (answer: { json: unknown }) => asObject(answer.json)['content']
    expect([contentOf(first), contentOf(second)].flat()).toEqual(contentOf(both))
  })

  test('who holds the current state is told so', async () => {
    const etag = (await service.request(`${list}/${entry.id}`)).headers.get('etag') ?? ''
    const held = await service.request(`${list}/${entry.id}`, { headers: { 'If-None-Match': etag } })
    expect(held).toMatchObject({ status: 304, text: '' })
    expect(held.headers.get('etag')).toBe(etag)
  })

  test('callers are admitted by the server', async () => {
    expect(await service.request(list, { role: null })).toMatchObject({ status: 401 })
    expect(await service.request(list, { role: 'Editor' })).toMatchObject({ status: 403 })
    expect(await service.request(list.replace('acme', 'other'))).toMatchObject({ status: 404 })
  })

  test('every other operation is the server’s own', async () => {
    expect(await service.request('/instances/acme/agents')).toMatchObject({
      status: 200,
      json: { content: [] },
    })
  })

  // The last one: its port may be another's soon.
  test('when it is down, callers are asked to come again', async () => {
    await mock.stop()
    for (const path of [list, `${list}/${entry.id}`]) expectUnavailable(await service.request(path))
  })
})

describe('with a stand-in that breaks the contract', () => {
  const asked: IncomingMessage[] = []
  const standIn = createServer((request, response) => {
    asked.push(request)
    const name = request.url?.split('/').pop()?.replace(/\?.*/, '') ?? ''
    const answer = answers[name] ?? ((to) => sendJson(to, 200, { content: [], page: emptyPage }))
    answer(response)
  })
  let service: TestService
  beforeAll(async () => {
    const port = await listen(standIn, 0, '127.0.0.1')
    service = await startTestService({ workLedger: 'prism', workLedgerUrl: `http://127.0.0.1:${port}/base` })
  })
  afterAll(async () => {
    await service.close()
    standIn.close()
    standIn.closeAllConnections()
  })

  test('the caller stays unknown to it, and only what was checked is passed on', async () => {
    const headers = { 'If-None-Match': '"1"', 'X-Other': 'x', Cookie: 'a=b' }
    expect(await service.request(`${list}?search=a%26b%3Dc+d&size=3`, { headers })).toMatchObject({
      status: 200,
    })
    await service.request(`${list}/one`, { headers })
    const listed = asked.find(({ url }) => url?.includes('search='))
    const read = asked.find(({ url }) => url?.endsWith('/one'))
    expect(listed?.url).toBe('/base/instances/acme/work-ledger?search=a%26b%3Dc+d&size=3&sort=createdAt%2Cdesc')
    expect(listed?.headers).toMatchObject({ authorization: 'Bearer stand-in' })
    expect(listed?.headers).not.toHaveProperty('if-none-match')
    expect(read?.headers).toMatchObject({ authorization: 'Bearer stand-in', 'if-none-match': '"1"' })
    for (const request of [listed, read]) {
      expect(Object.keys(request?.headers ?? {})).not.toEqual(expect.arrayContaining(['x-other']))
      expect(Object.keys(request?.headers ?? {})).not.toEqual(expect.arrayContaining(['cookie']))
    }
  })

  test('a request that breaks the contract is not passed on', async () => {
    expect(await service.request(`${list}?size=0`)).toMatchObject({ status: 400 })
    expect(await service.request(`${list}/a.b`)).toMatchObject({ status: 400 })
    expect(asked.filter(({ url = '' }) => /size=0|a\.b/.test(url))).toEqual([])
  })

  test.each(Object.keys(answers).filter((name) => !['silent', 'dripping', 'problem'].includes(name)))(
    'an answer of no use is none: %s',
    async (name) => expectUnavailable(await service.request(`${list}/${name}`)),
  )

  test('its problems are passed on, with the server’s request id', async () => {
    const answer = await service.request(`${list}/problem`)
    expect(answer).toMatchObject({
      status: 404,
      json: {
        code: 'ledger_entry_not_found',
        detail: 'Nothing here.',
        instance: `${list}/problem`,
        requestId: answer.headers.get('x-request-id'),
      },
    })
  })

  test('it is not waited for when it says nothing', async () => {
    const answer = service.request(`${list}/silent`)
    await until(() => expect(asked.find(({ url }) => url?.endsWith('/silent'))).toBeDefined())
    time.abort()
    expectUnavailable(await answer)
    expect(timeout.mock.calls).toEqual([[5000]])
  })

  test('it is not waited for when its answer does not end', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch')
    const answer = service.request(`${list}/dripping`)
    await until(() => {
      const at = fetched.mock.calls.findIndex(([url]) => url instanceof URL && url.pathname.endsWith('/dripping'))
      expect(fetched.mock.settledResults[at]).toMatchObject({ type: 'fulfilled', value: { status: 200 } })
    })
    time.abort()
    expectUnavailable(await answer)
    expect(timeout.mock.calls).toEqual([[5000]])
    fetched.mockRestore()
  })

  test('it is asked again after whatever it has done', async () => {
    expect(await service.request(list)).toMatchObject({ status: 200 })
  })
})

const emptyPage = { size: 20, number: 0, totalElements: 0, totalPages: 0, totalIsExact: true, next: null }

const problem = {
  type: 'urn:instance-admin:problem:ledger_entry_not_found',
  title: 'Any title',
  status: 404,
  detail: 'Nothing here.',
  instance: '/somewhere',
  code: 'ledger_entry_not_found',
  requestId: 'theirs',
  errors: [],
}

/** What the stand-in says about the entry of this name. */
const answers: Record<string, (response: ServerResponse) => unknown> = {
  problem: (to) => sendJson(to, 404, problem),
  'no-json': (to) => send(to, 200, '{"id": "a"'),
  'no-body': (to) => send(to, 200, ''),
  'a-page-of-html': (to) => send(to, 200, '<!doctype html>'),
  'no-utf-8': (to) => send(to, 200, Buffer.from([0x22, 0xff, 0x22])),
  deep: (to) => send(to, 200, '['.repeat(500_000)),
  large: (to) => sendJson(to, 200, { ...entry, description: 'x'.repeat(3 * 1024 * 1024) }),
  endless: sendForever,
  'a-field-too-many': (to) => sendJson(to, 200, { ...entry, secret: 1 }),
  'a-field-too-few': (to) => sendJson(to, 200, { ...entry, title: undefined }),
  'a-wrong-value': (to) => sendJson(to, 200, { ...entry, cost: -1 }),
  'another-status': (to) => sendJson(to, 202, entry),
  'unasked-304': (to) => send(to, 304, ''),
  'a-redirect': (to) => to.writeHead(302, { Location: '/base/elsewhere' }).end(),
  'its-own-401': (to) => sendJson(to, 401, { ...problem, status: 401, code: 'token_missing' }),
  'its-own-500': (to) => sendJson(to, 500, { ...problem, status: 500, code: 'internal_error' }),
  'an-undeclared-code': (to) => sendJson(to, 404, { ...problem, code: 'agent_not_found' }),
  'a-problem-of-its-own': (to) => sendJson(to, 404, { title: 'Not found' }),
  hangup: (to) => to.destroy(),
  'half-an-answer': (to) => {
    to.writeHead(200, { 'Content-Length': 100 }).write('{', () => to.destroy())
  },
  silent: () => {},
  dripping: (to) => to.writeHead(200, { 'Content-Type': 'application/json' }).write(' '),
}

function sendForever(to: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, ' ')
  const fill = () => {
    while (!to.destroyed && to.write(chunk));
  }
  to.on('drain', fill)
  fill()
}

function sendJson(to: ServerResponse, status: number, body: object): void {
  send(to, status, JSON.stringify(body))
}

function send(to: ServerResponse, status: number, body: string | Buffer): void {
  to.writeHead(status, { 'Content-Type': 'application/json' }).end(body)
}

function expectUnavailable(answer: { status: number; headers: Headers; json: unknown }): void {
  expect(answer).toMatchObject({
    status: 503,
    json: { code: 'temporarily_unavailable', errors: [] },
  })
  expect(asObject(answer.json)['detail']).toMatch(/^What holds the work ledger gave no usable answer/)
  expect(answer.headers.get('retry-after')).toBe('1')
}

async function ask(url: string) {
  const response = await fetch(url, { headers: { Authorization: 'Bearer any' } })
  const text = await response.text()
  const json: unknown = JSON.parse(text)
  return { status: response.status, headers: response.headers, text, json }
}

function withoutRequestId(body: unknown): unknown {
  const { requestId: _, ...rest } = asObject(body)
  return rest
}
