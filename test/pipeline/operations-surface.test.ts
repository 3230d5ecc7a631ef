import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { promisify } from 'node:util'
import express from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readContract, resolve } from '../../contract/document.ts'
import { asArray, asObject, asString, isObject, type JsonObject } from '../../contract/json.ts'
import { docsPage, mountDocumentation } from '../../server/pipeline/documentation.ts'
import { drain, listen } from '../../server/http/listening.ts'
import { closeDatabase } from '../helpers/close-database.ts'
import { holdSleep } from '../helpers/held-sleep.ts'
import { createProblemChecks } from '../helpers/problems.ts'
import { parseAnswer, sendBytes, sendRaw, type RawAnswer } from '../helpers/raw-http.ts'
import { startTestService, type RequestOptions, type TestResponse, type TestService } from '../helpers/service.ts'
import { sendUnread } from '../helpers/unread.ts'
import { until } from '../helpers/until.ts'

const contract = await readContract()
const { expectProblem } = createProblemChecks(contract)
const app = 'https://app.example.com'

/** With origins of an operator, and a delay before it stops. */
let service: TestService
/** Without origins, and with time for its shutdown. Its database goes away and comes back. */
let plain: TestService
let hurried: TestService
const running = new Set<TestService>()
let slowHeaders: Promise<RawAnswer>
let slowBody: Promise<RawAnswer>
beforeAll(async () => {
  service = await start({ corsOrigins: [app, 'https://admin.example.com'], shutdownDelayMs: 3000 })
  plain = await start({ shutdownTimeoutMs: 600_000 })
  hurried = await start({}, { timeouts: { headersTimeout: 1000, requestTimeout: 1500 } })
  // Their time runs while the other tests do.
  slowHeaders = sendForever(hurried, 'GET /instances/acme/agents HTTP/1.1\r\nHost: x\r\n', 'X-More: 1\r\n')
  slowBody = sendForever(
    hurried,
    `POST /instances/acme/agents HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await hurried.token('Editor')}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{',
    ' ',
  )
})
afterAll(async () => {
  for (const each of running) await stop(each)
})

async function start(...how: Parameters<typeof startTestService>): Promise<TestService> {
  const started = await startTestService(...how)
  running.add(started)
  return started
}

function stop(started: TestService): Promise<void> {
  running.delete(started)
  return started.close()
}

describe('management port', () => {
  test('/healthz and /readyz say that all is well', async () => {
    expect(await manage(service, '/healthz')).toMatchObject({ status: 200, text: 'ok\n' })
    expect(await manage(service, '/readyz')).toMatchObject({ status: 200, text: 'ready\n' })
    expect(await manage(service, '/readyz?probe=1')).toMatchObject({ status: 200 })
  })

  test('neither port has what belongs to the other', async () => {
    expect((await manage(service, '/instances/acme/agents')).status).toBe(404)
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expectProblem(await service.request(path), { status: 404, code: 'path_not_found' })
    }
  })

  test('without its database the service lives but is not ready, until the database is back', async () => {
    const isReady = async () => expect((await manage(plain, '/readyz')).status).toBe(200)
    await until(isReady)
    const reopen = await closeDatabase(plain)
    try {
      expect(await manage(plain, '/readyz')).toMatchObject({
        status: 503,
        text: 'the database does not answer\n',
      })
      expect((await manage(plain, '/healthz')).status).toBe(200)
      const metrics = await manage(plain, '/metrics')
      expect(metrics.status).toBe(200)
      expect(metrics.text).toMatch(/^account_changes_oldest_seconds nan$/im)
    } finally {
      await reopen()
    }
    await until(isReady)
  })
})

describe('/metrics', () => {
  test('requests are counted by operation and status', async () => {
    await service.request('/instances/acme/agents')
    await service.request('/instances/acme/agents/nobody')
    await service.request('/instances/acme/agents', { role: null })
    const { text, type } = await manage(service, '/metrics')
    expect(type).toMatch(/^text\/plain; version=0\.0\.4/)
    for (const labels of [
      'operation="listAgents",method="GET",status="200"',
      'operation="getAgent",method="GET",status="404"',
      'operation="listAgents",method="GET",status="401"',
    ]) {
      expect(text).toMatch(new RegExp(`^http_request_duration_seconds_count\\{${labels}\\} [1-9]`, 'm'))
    }
  })

  test('the pool and the process are measured', async () => {
    await Promise.all(Array.from({ length: 3 }, () => service.acme().agents.list()))
    // The answer needs a connection itself, and so does what the service does by itself.
    const text = await until(async () => {
      const answer = await manage(service, '/metrics')
      expect(answer.text).toMatch(/^database_pool_free [1-9]/m)
      expect(answer.text).toMatch(/^database_pool_waiting 0$/m)
      return answer.text
    })
    expect(text).toMatch(/^database_pool_used \d+$/m)
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m)
  })

  test('what callers make up grows nothing and appears nowhere', async () => {
    const send = async (name: string) => {
      await sendRaw(service.baseUrl, { method: 'PURGE', target: `/${name}` })
      await sendRaw(service.baseUrl, { method: name, target: '/' })
      await service.request(`/${name}`)
      await service.request(`/instances/${name}/agents`)
      await service.request(`/instances/acme/agents/${name}`)
      await service.request(`/instances/acme/agents?name=${name}`)
      await service.request(`/instances/acme/agents?${name}=1`)
      await service.request('/instances/acme/agents', { headers: { Authorization: `Bearer ${name}` } })
      await service.request('/instances/acme/agents', { method: 'PROPFIND' })
    }
    await send('canary')
    const before = seriesOf((await manage(service, '/metrics')).text)
    for (let at = 0; at < 3; at++) await send(`canary${at}`)
    const { text } = await manage(service, '/metrics')
    // What another test left in the middle may be counted only now.
    const isAborted = (line: string) => line.includes('status="499"')
    expect(seriesOf(text).filter((line) => !isAborted(line))).toEqual(before.filter((line) => !isAborted(line)))
    expect(text).not.toMatch(/canary|acme|PURGE|PROPFIND/)
  })
})

describe('log', () => {
  const canaries = {
    password: 'canary-password-8c1f',
    secret: 'canary-secret-51a7',
    search: 'canary-search-90be',
    key: 'canary-key-77d2',
    email: 'canary-email-3f60@example.com',
    metadata: 'canary-metadata-b2d4',
  }
  const lines: string[] = []
  const answers: TestResponse[] = []
  let tokens: string[]
  let logged: TestService
  beforeAll(async () => {
    logged = await start({ logLevel: 'trace' }, { logTo: { write: (line) => lines.push(line) } })
    tokens = [await logged.token('Administrator'), `${(await logged.token('Administrator')).slice(0, -8)}AAAAAAAA`]
    await callEverything()
  })

  async function send(path: string, options: RequestOptions = {}) {
    const headers = { Authorization: `Bearer ${tokens[0]}`, ...options.headers }
    const answer = await logged.request(path, { ...options, headers })
    answers.push(answer)
    return answer.status
  }

  function post(path: string, body: unknown, key: string) {
    return send(`/instances/acme/${path}`, { method: 'POST', body, headers: { 'Idempotency-Key': key } })
  }

  async function callEverything() {
    const { password, secret, search, key, email } = canaries
    const user = { username: 'ada', email, name: 'Ada', temporaryPassword: password }
    const slack = { name: 'Slack', type: 'SLACK', metadata: { botToken: secret } }
    const ledger = `/instances/acme/work-ledger?search=${search}`

    expect(await send(ledger)).toBe(200)
    expect(await post('users', user, `${key}-1`)).toBe(201)
    expect(await post('users', user, `${key}-1`)).toBe(201)
    expect(await post('integrations', slack, `${key}-2`)).toBe(201)

    expect(await send(`${ledger}&${search}=1`)).toBe(400)
    expect(await post('users', { ...user, [password]: password }, `${key}-3`)).toBe(400)
    expect(await post('users', `{"temporaryPassword": "${password}" oops`, `${key}-3`)).toBe(400)
    expect(await send(ledger, { headers: { Authorization: `Bearer ${tokens[1]}` } })).toBe(401)
    expect(await post('users', user, `${key}-4`)).toBe(409)
    expect(await post('users', { ...user, username: 'grace' }, `${key}-1`)).toBe(422)
    const scattered = { ...slack, metadata: { botToken: [secret], [secret]: secret } }
    expect([400, 422]).toContain(await post('integrations', scattered, `${key}-5`))

    // PostgreSQL repeats the whole row that a constraint refuses.
    await logged.db.raw(`alter table users add constraint refused check (username <> 'refused')`)
    expect(await post('users', { ...user, username: 'refused', email: 'refused@example.com' }, `${key}-6`)).toBe(500)
    await logged.db.schema.renameTable('work_ledger_entries', 'mislaid')
    expect(await send(ledger)).toBe(500)

    const reopen = await closeDatabase(logged)
    expect(await send(ledger)).toBe(503)
    expect(await post('users', user, `${key}-7`)).toBe(503)
    expect(await post('integrations', slack, `${key}-8`)).toBe(503)
    await reopen()

    await sendBytes(logged.baseUrl, Buffer.from(`GET / HTTP/1.1\r\nAuthorization ${secret}\r\n\r\n`))
    const large: [string, string] = ['Authorization', `Bearer ${secret.repeat(2000)}`]
    await sendRaw(logged.baseUrl, { target: '/', headers: [large] })
  }

  test('no line holds a password, a secret, a token, a search text, an Idempotency-Key or a row', () => {
    const signatures = tokens.map((token) => token.split('.')[2] ?? token)
    for (const canary of [...Object.values(canaries), ...signatures]) {
      expect(lines.filter((line) => line.includes(canary))).toEqual([])
    }
  })

  test('every answer has its line, found by the request id that the caller has', () => {
    const parsed = lines.map((line): JsonObject => asObject(JSON.parse(line)))
    expect(answers.length).toBeGreaterThan(15)
    for (const { status, headers } of answers) {
      const requestId = headers.get('x-request-id')
      const [line, ...others] = parsed.filter((line) => line['requestId'] === requestId && line['msg'] === 'request')
      expect(others).toEqual([])
      expect(line).toMatchObject({ level: 30, status })
      expect(String(line?.['method'])).toMatch(/^(GET|POST)$/)
      expect(String(line?.['path'])).toMatch(/^\/instances\/acme\/[a-z-]+$/)
      expect(['listWorkLedgerEntries', 'createUser', 'createIntegration']).toContain(line?.['operationId'])
      expect(Number.isInteger(line?.['durationMs'])).toBe(true)
      expect(line?.['caller']).toBe(status === 401 ? undefined : 'tester-Administrator')
    }
  })

  test('a fault has a line of its own with the cause, under the same request id; an outage has one for all', () => {
    const parsed = lines.map((line) => asObject(JSON.parse(line)))
    const causes = parsed.filter(({ err }) => err !== undefined)
    for (const { err } of causes) expect(asObject(err)['stack']).toContain('at ')
    for (const { status, headers } of answers.filter(({ status }) => status >= 500)) {
      const requestId = headers.get('x-request-id')
      const own = parsed.filter((line) => line['requestId'] === requestId)
      expect(own.at(-1)).toMatchObject({ msg: 'request', status })
      expect(own.at(-1)?.['errorType']).toMatch(/^\w+$/)
      if (status === 500) expect(own.map(({ level }) => level)).toEqual([50, 30])
    }
    expect(causes.filter(({ msg }) => msg === 'the database does not answer')).toHaveLength(1)
  })

  test('what never became a request is noted without what it held', () => {
    const refused = lines.map((line) => asObject(JSON.parse(line))).filter(({ msg }) => msg === 'request refused')
    const found = refused.map(({ status, reason }) => [status, reason])
    // Not alone, perhaps: anything on this machine may try the port.
    expect(found).toContainEqual([400, 'HPE_INVALID_HEADER_TOKEN'])
    expect(found).toContainEqual([431, 'HPE_HEADER_OVERFLOW'])
    for (const { reason } of refused) expect(reason).toMatch(/^[A-Z_]+$/)
  })
})

describe('CORS', () => {
  const preflight = (origin: string, path = '/instances/acme/agents/a') =>
    service.request(path, {
      method: 'OPTIONS',
      role: null,
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': 'authorization,content-type,if-match',
      },
    })

  test('a page of an allowed origin may ask before it sends', async () => {
    const { status, headers } = await preflight(app)
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe(app)
    expect(headers.get('vary')).toContain('Origin')
    expect(headers.get('access-control-allow-methods')).toBe('GET,POST,PUT,DELETE')
    expect(headers.get('access-control-max-age')).toBe('600')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(',') ?? []
    const ofTraces = ['traceparent', 'tracestate']
    expect(allowed).toEqual(expect.arrayContaining(['authorization', ...ofTraces, ...namesOfSentHeaders()]))
  })

  test('it reads answers and problems, with every header that the contract declares', async () => {
    for (const [role, status] of [
      ['Viewer', 200],
      [null, 401],
    ] as const) {
      const answer = await service.request('/instances/acme/agents', { role, headers: { Origin: app } })
      expect(answer.status).toBe(status)
      expect(answer.headers.get('access-control-allow-origin')).toBe(app)
      expect(answer.headers.get('vary')).toContain('Origin')
      const exposed = answer.headers.get('access-control-expose-headers')?.toLowerCase().split(',') ?? []
      expect(exposed).toEqual(expect.arrayContaining(namesOfAnsweredHeaders()))
    }
  })

  test.each([
    'https://evil.example.com',
    'https://app.example.com.evil.example',
    'http://app.example.com',
    'https://app.example.com:8443',
    'http://localhost:5173',
    'null',
  ])('a page of %s reads nothing', async (origin) => {
    expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull()
    const answer = await service.request('/instances/acme/agents', { headers: { Origin: origin } })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('without configured origins a developer’s own pages may call, and no others', async () => {
    for (const [origin, allowed] of [
      ['http://localhost:5173', true],
      ['http://127.0.0.1:3000', true],
      ['http://localhost', true],
      ['http://localhost.evil.example', false],
      ['http://evil.example/?http://localhost', false],
      [app, false],
    ] as const) {
      const { headers } = await plain.request('/instances/acme/agents', { headers: { Origin: origin } })
      expect(headers.get('access-control-allow-origin')).toBe(allowed ? origin : null)
    }
  })
})

describe('security headers', () => {
  test.each<[string, string, RequestOptions]>([
    ['an answer', '/instances/acme/agents', {}],
    ['a problem', '/instances/acme/agents/nobody', {}],
    ['a refusal', '/instances/acme/agents', { role: null }],
    ['a path of nothing', '/nothing', {}],
    ['the contract', '/openapi.json', { role: null }],
    ['the pages', '/docs', { role: null }],
  ])('are on %s', async (_name, path, options) => {
    const { status, headers } = await service.request(path, options)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{7,}/)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'/)
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    // The page is there only when somebody has built it.
    const isPage = status === 200 && options.role === null
    expect(headers.get('cache-control')).toBe(isPage ? 'no-cache' : 'no-store')
  })
})

describe('malformed HTTP', () => {
  test('headers beyond 16 KiB are 431', async () => {
    const headers = [['X-Large', 'x'.repeat(20_000)]] as const
    const answer = await sendRaw(service.baseUrl, { target: '/instances/acme/agents', headers })
    expectProblem(answer, { status: 431, code: 'headers_too_large' })
    expect(answer.headers.get('connection')).toBe('close')
  })

  test.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['another protocol', '\x16\x03\x01\x02\x00\x01'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\noops\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n'],
    ['two other hosts, in HTTP/1.0', 'GET / HTTP/1.0\r\nHost: x\r\nhOST: y\r\n\r\n'],
    ['an unknown method without a version', 'BREW /\r\nHost: x\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}'],
    ['a length and chunks', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}'],
  ])('%s is 400', async (_name, bytes) => {
    const answer = await sendBytes(service.baseUrl, Buffer.from(bytes, 'latin1'))
    expectProblem(answer, { status: 400, code: 'malformed_http' })
  })

  test.each(['BREW /instances/acme/agents', 'CONNECT example.com:443', 'PATCH /instances/acme/agents'])(
    'a method that no operation has is 405: %s',
    async (line) => {
      const bytes = Buffer.from(`${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      const answer = await sendBytes(service.baseUrl, bytes)
      expectProblem(answer, { status: 405, code: 'method_not_allowed' })
      expect(answer.headers.get('allow')).toContain('GET, HEAD')
    },
  )

  test('a CONNECT leaves no connection behind, and no error of its connection ends the service', async () => {
    const { hostname, port } = new URL(service.baseUrl)
    const ask = async (then: (socket: Socket) => void) => {
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true }).on('error', () => {})
      socket.write('CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n', () => then(socket))
      // An error is the end, too.
      await once(socket, 'close').catch(() => {})
    }
    await Promise.all(Array.from({ length: 50 }, async () => ask((socket) => socket.resetAndDestroy())))
    // It never ends its side. What it sends is refused once the server has closed the connection.
    await ask((socket) => {
      const untilRefused = () =>
        until(() => {
          socket.write('x')
          expect(socket.destroyed).toBe(true)
        })
      socket.resume().once('end', () => void untilRefused())
    })
    expect((await service.request('/openapi.json', { role: null })).status).toBe(200)
  })

  test('two hosts are 400 at the management port, too', async () => {
    const bytes = Buffer.from('GET /healthz HTTP/1.1\r\nHost: x\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect((await sendBytes(service.managementUrl, bytes)).status).toBe(400)
  })

  test.each([
    ['a POST', 'POST /instances/acme/agents HTTP/1.1', JSON.stringify({ name: 'Grace', type: 'HUMAN', active: true })],
    ['an export', 'GET /instances/acme/work-ledger/export HTTP/1.1', ''],
    ['a list', 'GET /instances/acme/agents HTTP/1.1', ''],
  ])('bytes behind %s do not take over its answer', async (_name, line, body) => {
    const head = `Host: x\r\nAuthorization: Bearer ${await service.token('Administrator')}\r\n`
    const length = body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
    const good = `${line}\r\n${head}${length}\r\n${body}`
    const others = ['BREW / HTTP/1.1\r\nHost: x\r\n\r\n', 'CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n']
    for (const garbage of ['garbage\r\n\r\n', '\u0000\u0001', 'GET / HTTP/9\r\n\r\n', ...others]) {
      const { status, text } = await sendBytes(service.baseUrl, Buffer.from(good + garbage, 'latin1'))
      // The connection ends; the answer may have been sent before.
      expect([0, 200, 201]).toContain(status)
      expect(text).not.toMatch(/malformed_http|method_not_allowed/)
    }
  })

  test('nor at the management port', async () => {
    const good = 'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n'
    const { status, text } = await sendBytes(service.managementUrl, Buffer.from(`${good}garbage\r\n\r\n`))
    expect([0, 200]).toContain(status)
    expect(text).not.toContain('400 Bad Request')
    expect((await sendBytes(service.managementUrl, Buffer.from('garbage\r\n\r\n'))).status).toBe(400)
  })

  test('headers that are too large are 431, also for a client that sends them all before it reads', async () => {
    const socket = await sendUnread(service.baseUrl, 'GET / HTTP/1.1\r\nHost: x\r\nX: ')
    await promisify((done: (error?: Error | null) => void) => socket.write(Buffer.alloc(2 ** 24, 'x'), done))()
    expect(parseAnswer(await readText(socket))).toMatchObject({ status: 431, json: { code: 'headers_too_large' } })
  })

  test('headers that take too long are 408', async () => {
    expectProblem(await slowHeaders, { status: 408, code: 'request_timeout' })
  })

  test('a body that takes too long is 408', async () => {
    expectProblem(await slowBody, { status: 408, code: 'request_timeout' })
  })
})

describe('contract and pages', () => {
  /** The same pages of a contract that is written as YAML in no time. `operations-surface.heavy.test.ts` reads the whole one. */
  const shared = { description: 'Named twice, and written twice: not every reader of YAML takes an alias.' }
  const { openapi, info } = contract.document
  const small = { openapi, info, paths: {}, components: { responses: { One: shared, Other: shared } } }
  let pages: { url: string; close: () => Promise<void> }
  beforeAll(async () => {
    const onlyPages = express()
    mountDocumentation(onlyPages, { ...contract, document: small })
    const server = createServer(onlyPages)
    const port = await listen(server, 0, '127.0.0.1')
    pages = { url: `http://127.0.0.1:${port}`, close: () => drain(server, 0) }
  })
  afterAll(() => pages.close())

  test('the contract says that it holds where it was got from', () => {
    const [server] = asArray(contract.document['servers'])
    const place = new URL(asString(asObject(server)['url']), `${service.baseUrl}/openapi.json`)
    expect(place.href).toBe(`${service.baseUrl}/`)
  })

  test.each(['/openapi.json', '/openapi.yaml'])(
    '%s has a tag, and is compressed for those who take that',
    async (path) => {
      const ask = (headers: Record<string, string>) => fetch(`${pages.url}${path}`, { headers })
      const [plain, zipped] = [await ask({ 'Accept-Encoding': 'identity' }), await ask({ 'Accept-Encoding': 'gzip' })]
      const [text, other] = [await plain.text(), await zipped.text()]
      expect(other).toBe(text)
      expect([plain, zipped].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip'])
      expect(Number(zipped.headers.get('content-length'))).toBeLessThan(text.length)
      const tags = [plain, zipped].map(({ headers }) => headers.get('etag') ?? '')
      expect(new Set(tags).size).toBe(2)
      for (const [at, tag] of tags.entries()) {
        const encoding = at === 0 ? 'identity' : 'gzip'
        const held = await ask({ 'Accept-Encoding': encoding, 'If-None-Match': tag })
        expect([held.status, await held.text()]).toEqual([304, ''])
        expect(held.headers.get('vary')).toContain('Accept-Encoding')
      }
    },
  )

  test('/openapi.json is the contract that the service obeys, and /openapi.yaml says the same', async () => {
    const served = await fetch(`${service.baseUrl}/openapi.json`)
    expect(served.headers.get('content-type')).toMatch(/^application\/json/)
    expect((await served.text()) === JSON.stringify(contract.document)).toBe(true)
    const [json, yaml] = [await fetch(`${pages.url}/openapi.json`), await fetch(`${pages.url}/openapi.yaml`)]
    expect(yaml.headers.get('content-type')).toMatch(/^application\/yaml/)
    expect(await json.json()).toEqual(small)
    expect(parse(await yaml.text(), { maxAliasCount: 0 })).toEqual(small)
  })

  test('it stands alone: every reference is one into itself', () => {
    const references = [...collect(contract.document, '$ref')].map(asString)
    expect(references.length).toBeGreaterThan(100)
    for (const reference of new Set(references)) {
      expect(reference).toMatch(/^#\//)
      expect(() => resolve(contract.document, { $ref: reference })).not.toThrow()
    }
  })

  test('/ leads to the pages, or to the contract where they are not built', async () => {
    const { status, url } = await fetch(service.baseUrl)
    expect([status, new URL(url).pathname]).toEqual([200, existsSync(docsPage) ? '/docs' : '/openapi.json'])
  })
})

describe('stopping', () => {
  test('clients that keep their connections busy do not hold it up', async () => {
    const clients = await Promise.all(Array.from({ length: 8 }, () => keepAsking(plain)))
    await until(() => expect(clients.filter(({ answers }) => answers() <= 3)).toEqual([]))
    await stop(plain)
    for (const { closed } of clients) await closed
  })

  test('for its delay it still answers, also new connections, and closes them; its balancer is told at once', async () => {
    const endDelay = holdSleep(3000)
    const closing = stop(service)
    await until(async () => expect((await manage(service, '/readyz')).status).toBe(503))
    const answer = await service.request('/instances/acme/agents')
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    endDelay()
    await closing
    await expect(fetch(service.baseUrl)).rejects.toThrow('fetch failed')
  })
})

async function manage({ managementUrl }: TestService, path: string) {
  const response = await fetch(managementUrl + path)
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    text: await response.text(),
  }
}

/** The label sets of a page of metrics. */
function seriesOf(metrics: string): string[] {
  return [...metrics.matchAll(/^(http_request_duration_seconds_count\{.*\}) /gm)].map(([, labels]) => labels ?? '')
}

/** Sends the beginning, then a bit again and again, until there is an answer. */
async function sendForever({ baseUrl }: TestService, beginning: string, bit: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => {})
  socket.write(beginning)
  await until(() => {
    if (socket.closed) return
    socket.write(bit)
    throw new Error('There is no answer.')
  })
  return parseAnswer(Buffer.concat(chunks).toString('utf8'))
}

/** Sends a request with every answer, for as long as the server keeps the connection, whatever it hints. */
async function keepAsking(service: TestService) {
  const { hostname, port } = new URL(service.baseUrl)
  const request = `GET /instances/acme/agents HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await service.token('Viewer')}\r\n\r\n`
  const socket = connect(Number(port), hostname)
  let answers = 0
  socket.on('data', () => {
    answers++
    socket.write(request)
  })
  socket.on('error', () => {})
  socket.write(request)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return { answers: () => answers, closed }
}

function namesOfSentHeaders(): string[] {
  return [...new Set(contract.operations.flatMap(({ headers }) => headers))].map((name) => name.toLowerCase())
}

/** Of all answers; `WWW-Authenticate` says nothing that the problem's code does not. */
function namesOfAnsweredHeaders(): string[] {
  const { paths, components } = contract.document
  const { responses } = asObject(components)
  const names = [...collect({ paths, responses }, 'headers')]
    .filter(isObject)
    .flatMap((headers) => Object.keys(headers))
  return [...new Set(names)].filter((name) => name !== 'WWW-Authenticate').map((name) => name.toLowerCase())
}

/** Every value under this name, at any depth. */
function* collect(node: unknown, name: string): Generator {
  if (Array.isArray(node)) for (const item of asArray(node)) yield* collect(item, name)
  if (!isObject(node)) return
  for (const [key, value] of Object.entries(node)) {
    if (key === name) yield value
    yield* collect(value, name)
  }
}
