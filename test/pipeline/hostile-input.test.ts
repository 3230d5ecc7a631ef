import { connect } from 'node:net'
import { once } from 'node:events'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readContract, type ContractOperation } from '../../contract/document.ts'
import { asObject, isObject } from '../../contract/json.ts'
import { createProblemChecks } from '../helpers/problems.ts'
import { holdBodies } from '../helpers/held-body.ts'
import { sendBytes, sendRaw, type RawAnswer, type RawRequest } from '../helpers/raw-http.ts'
import { startTestService, type TestResponse, type TestService } from '../helpers/service.ts'
import {
  findPlaces,
  findStrings,
  hostileJson,
  hostileText,
  nest,
  nestNamed,
  readAt,
  replaceAt,
} from '../helpers/data/hostile.ts'
import { createValidRequests, type ValidRequest } from '../helpers/data/valid-requests.ts'

/** The heavy test of the same name tries twenty times as often what is tried here. */
const isHeavy = process.env['HOSTILE_ROUNDS'] !== undefined
const runs = (inSuite: number) => inSuite * (isHeavy ? 20 : 1)
const contract = await readContract()
const { expectProblem } = createProblemChecks(contract)

let service: TestService
let requests: ReadonlyMap<string, ValidRequest>
let authorization: readonly [string, string]
beforeAll(async () => {
  service = await startTestService({}, { lookup: async () => [] })
  requests = await createValidRequests(service, contract)
  authorization = ['Authorization', `Bearer ${await service.token('Administrator')}`]
})
afterAll(async () => {
  // Nothing has brought it down.
  expect((await service.request('/instances/acme/agents?size=1')).status).toBe(200)
  await service.close()
})

describe('bodies', () => {
  test('what an agent’s metadata may hold comes back as it was sent, and the rest is refused', async () => {
    await fc.assert(
      fc.asyncProperty(metadata, async (metadata) => {
        const body = { ...human, metadata }
        const created = await service.request(agents, { method: 'POST', body })
        expectSafe(created)
        expect(created.status).toBe(isStorable(body) ? 201 : 400)
        if (created.status !== 201) return
        const agent = asObject(created.json)
        const sent: unknown = JSON.parse(JSON.stringify(metadata))
        expect(agent['metadata']).toEqual(sent)
        expect((await service.request(`${agents}/${String(agent['id'])}`)).json).toEqual(agent)
      }),
      { numRuns: runs(12) },
    )
  })

  // Passwords are hashed slowly.
  const runsOf = (id: string) => runs(id.endsWith('User') ? 2 : 6)
  test.each(contract.operations.filter(({ maxBodyBytes }) => maxBodyBytes !== null))(
    '$id takes any text at any place or refuses it, and changes none',
    async (operation) => {
      const { method, path, body } = requestOf(operation)
      const places = findStrings(body)
      // A range of numbers has no text.
      if (operation.id === 'replayWebhook') return expect(places).toEqual([])
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...places), hostileText, async (place, text) => {
          const answer = await service.request(path, { method, body: replaceAt(body, place, text) })
          expectSafe(answer)
          const returned = answer.status < 300 ? readAt(answer.json, place) : undefined
          // An empty text clears an optional part of a name.
          if (returned !== undefined) expect(returned ?? '').toBe(text)
        }),
        { numRuns: runsOf(operation.id) },
      )
    },
  )

  test.each(contract.operations.filter(({ maxBodyBytes }) => maxBodyBytes !== null))(
    '$id takes any other value at any place or refuses it',
    async (operation) => {
      const { method, path, body } = requestOf(operation)
      const places = [[], ...findPlaces(body)]
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...places), hostileJson, async (place, json) => {
          const text = JSON.stringify(replaceAt(body, place, marker)).replace(`"${marker}"`, json)
          expectSafe(await service.request(path, { method, body: text }))
        }),
        { numRuns: runsOf(operation.id) },
      )
    },
  )

  test.each<[string, number, string | Uint8Array, Record<string, string>?]>([
    ['64 levels', 201, withMetadata(nest(63))],
    ['65 levels', 400, withMetadata(nest(64))],
    ['5,000 levels', 400, withMetadata(nest(5000))],
    ['10,000 levels and a long integer', 400, withMetadata(nest(10_000, '12345678901234567890'))],
    ['30,000 arrays', 400, '['.repeat(30_000) + ']'.repeat(30_000)],
    ['200,000 levels', 413, withMetadata(nest(200_000))],
    ['brackets that never close', 400, '['.repeat(60_000)],
    ['an array of 30,000', 400, `[${'0,'.repeat(29_999)}0]`],
    ['5,000 capabilities', 400, withMember('capabilities', `[${'"",'.repeat(5000)}""]`)],
    ['6,000 members', 400, withMetadata(manyMembers)],
    ['6,000 unknown members', 400, manyMembers],
    ['long names, nested', 400, withMetadata(nestNamed(60, 'n'.repeat(900), '"\\u0000"'))],
    ['the same member twice', 201, '{"name":"a","name":"b","type":"HUMAN","active":true}'],
    ['null', 400, 'null'],
    ['an array', 400, '[]'],
    ['a text', 400, '"agent"'],
    ['a number', 400, '1'],
    ['false', 400, 'false'],
    ['nothing', 400, ''],
    ['white space', 400, ' \n\t'],
    ['half a body', 400, '{"name":"Grace'],
    ['two bodies', 400, '{}{}'],
    ['single quotes', 400, "{'name':'Grace'}"],
    ['a trailing comma', 400, '{"name":"Grace",}'],
    ['a comment', 400, '{/**/}'],
    ['1e999', 400, withMetadata('{"n":1e999}')],
    ['-1e999', 400, withMetadata('{"n":-1e999}')],
    ['1e308', 201, withMetadata('{"n":1e308}')],
    ['5e-324', 201, withMetadata('{"n":5e-324}')],
    ['1e-400', 201, withMetadata('{"n":1e-400}')],
    ['-0', 201, withMetadata('{"n":-0}')],
    ['Infinity', 400, withMetadata('{"n":Infinity}')],
    ['NaN', 400, withMetadata('{"n":NaN}')],
    ['a hexadecimal number', 400, withMetadata('{"n":0x10}')],
    ['a leading plus', 400, withMetadata('{"n":+1}')],
    ['a leading zero', 400, withMetadata('{"n":01}')],
    ['an integer of 50,000 digits', 400, withMetadata(`{"n":${'9'.repeat(50_000)}}`)],
    ['__proto__', 400, withMetadata('{"__proto__":{"admin":true}}')],
    ['__proto__ at the top', 400, withMember('__proto__', '{"admin":true}')],
    ['constructor', 201, withMetadata('{"constructor":{"prototype":{"admin":true}},"toString":1}')],
    ['constructor at the top', 400, withMember('constructor', '1')],
    ['a byte order mark', 201, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(withMetadata('{}'))])],
    ['invalid UTF-8', 400, Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])],
    ['UTF-8 of half a surrogate pair', 400, Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['UTF-16', 400, Buffer.from(withMetadata('{}'), 'utf16le')],
    [
      'UTF-16 that says so',
      415,
      Buffer.from(withMetadata('{}'), 'utf16le'),
      { 'Content-Type': 'application/json; charset=utf-16le' },
    ],
    ['gzip', 415, withMetadata('{}'), { 'Content-Encoding': 'gzip' }],
    ['an unknown encoding', 415, withMetadata('{}'), { 'Content-Encoding': '../../etc/passwd' }],
    ['random bytes', 400, Buffer.from(Array.from({ length: 1000 }, (_, i) => (i * 7919) % 256))],
  ])('%s is %i', async (_name, status, body, headers = {}) => {
    const answer = await service.request(agents, { method: 'POST', body, headers })
    expectSafe(answer)
    expect(answer.status).toBe(status)
    if (status === 201) expectReadsBack(answer, body)
  })

  test('a body that never ends holds nobody up', async () => {
    const { hostname, port } = new URL(service.baseUrl)
    const sockets = Array.from({ length: 50 }, () => connect(Number(port), hostname))
    for (const socket of sockets) {
      await once(socket, 'connect')
      socket.write(`POST ${agents} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n`)
      socket.write(`Content-Type: application/json\r\n${authorization.join(': ')}\r\n\r\n1\r\n{\r\n`)
    }
    expect((await service.request(agents, { method: 'POST', body: human })).status).toBe(201)
    for (const socket of sockets) socket.destroy()
  })

  test.each([
    ['of a negative length', 'Content-Length: -1\r\n\r\n{}'],
    ['of two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
    ['of a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['of chunks that are none', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n'],
    ['of an unknown transfer encoding', 'Transfer-Encoding: gzip\r\n\r\n{}'],
  ])('a body %s is refused', async (_name, rest) => {
    const answer = await sendBytes(service.baseUrl, Buffer.from(postHead() + rest))
    expectProblem(answer, { status: 400 })
  })

  test('a body shorter than it says is waited for', async () => {
    const request = { method: 'POST', path: agents, body: human }
    const [finish] = await holdBodies(service, await service.token('Administrator'), [request])
    expect((await service.request(agents, { method: 'POST', body: human })).status).toBe(201)
    expect((await finish?.())?.status).toBe(201)
  })
})

describe('queries', () => {
  const withQuery = contract.operations.filter(({ query }) => query.size > 0)

  test.each(withQuery)('$id takes any value of any parameter or refuses it', async (operation) => {
    const { method, path } = requestOf(operation)
    const names = [...operation.query.keys()]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), hostileQueryValue, async (name, value) => {
        const answer = await raw({ method, target: `${path}?${name}=${value}` })
        expectSafe(answer)
        // A position that was never reached is gone.
        expect([200, 400, 410]).toContain(answer.status)
      }),
      { numRuns: runs(8) },
    )
  })

  // Each parameter meets every eighth of them, in turn; in the heavy test, each.
  let turn = 0
  test.each(withQuery)('$id takes only numbers as JSON writes them', async (operation) => {
    const { method, path } = requestOf(operation)
    const numbers = [
      '1e999',
      '1e1',
      '-0',
      '1e308',
      'Infinity',
      '-Infinity',
      'NaN',
      '0x10',
      '%2B1',
      '+1',
      '',
      '%20',
      '%201',
      '1%20',
      '1_0',
      '1,0',
      '0b1',
      '٣',
      '9'.repeat(400),
      '0.1',
      '-1',
      '007',
      'null',
      'true',
      '[]',
      '1%00',
    ]
    for (const [name, { numeric, mayBeEmpty }] of operation.query) {
      if (!numeric) continue
      turn += 1
      for (const number of numbers.filter((_, at) => isHeavy || (at + turn) % 8 === 0)) {
        const answer = await raw({ method, target: `${path}?${name}=${encodeURI(number).replaceAll('%25', '%')}` })
        expectSafe(answer)
        const isJson = /^-?\d+(\.\d+)?(e-?\d+)?$/.test(number) && Number.isFinite(Number(number))
        const isNone = number === '' && mayBeEmpty
        if (!isJson && !isNone) expect([name, number, answer.status]).toEqual([name, number, 400])
      }
    }
  })

  test.each([
    ['a repeated parameter', 'size=1&size=2'],
    ['brackets', 'size[]=1'],
    ['brackets of a name', 'size[gt]=1'],
    ['no name', '=x'],
    ['a prototype', '__proto__[x]=1'],
    ['a prototype itself', '__proto__=1'],
    ['a constructor', 'constructor[prototype][x]=1'],
    ['toString', 'toString=1'],
    ['a name in another case', 'Size=1'],
    ['a name with a NUL', 'size%00=1'],
    ['a name with half a surrogate pair', '%ED%A0%80=1'],
    ['a JSON object as a name', '{"size":1}=1'],
    ['a semicolon', 'size=1;page=1'],
    ['2,000 parameters', Array.from({ length: 2000 }, (_, i) => `a${i}=1`).join('&')],
    ['one parameter 2,000 times', Array.from({ length: 2000 }, () => `size=1`).join('&')],
    ['a parameter with a name of 10,000 characters', `${'~'.repeat(10_000)}=1`],
  ])('%s is refused', async (_name, query) => {
    expectProblem(await raw({ target: `${agents}?${query}` }), { status: 400, code: 'invalid_request' })
  })

  test('10,000 parameters do not fit into a request', async () => {
    const query = Array.from({ length: 10_000 }, (_, i) => `a${i}=1`).join('&')
    expectProblem(await raw({ target: `${agents}?${query}` }), { status: 431, code: 'headers_too_large' })
  })

  test('a value keeps its question marks', async () => {
    const body = { ...human, name: 'who? me?' }
    const created = await service.request(agents, { method: 'POST', body })
    const found = await raw({ target: `${agents}?name=ho?%20me?` })
    expect(found.json).toMatchObject({ content: [created.json] })
    expect((await raw({ target: `${agents}?name=ho?unknown=1` })).json).toMatchObject({ content: [] })
  })

  test('a second question mark belongs to a name', async () => {
    const answer = await raw({ target: `${agents}??size=5` })
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ pointer: '/?size', code: 'unknown' }] } })
  })

  test.each(['%', '%ZZ', '%C3%28', '%E0%80%80', '%u0041', '%%', '%2'])(
    'the malformed %s is only text',
    async (text) => {
      const meant = new URLSearchParams(`name=${text}`).toString()
      const answer = await raw({ target: `${agents}?name=${text}` })
      expect(answer.status).toBe(200)
      expect(answer.json).toEqual((await raw({ target: `${agents}?${meant}` })).json)
    },
  )

  test.each([['NUL', '%00', 'nul']])('text that holds %s is refused', async (_name, text, code) => {
    const answer = await raw({ target: `${agents}?name=${text}` })
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ pointer: '/name', code }] } })
  })
})

describe('paths', () => {
  test('a name that holds NUL is refused', async () => {
    const answer = await raw({ target: `${agents}/%00x/work` })
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ pointer: '/agentId', code: 'nul' }] } })
  })

  test.each(contract.operations.filter(({ path }) => path.includes('{')))(
    '$id takes no identifier but its own',
    async (operation) => {
      const { method, path, body } = requestOf(operation)
      const segments = path.split('/')
      const places = [...operation.path.split('/').entries()].filter(([, segment]) => segment.startsWith('{'))
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...places.map(([index]) => index)), hostileSegment, async (index, segment) => {
          fc.pre(decoded(segment) !== segments[index])
          // The number of another change is an identifier too, and that change may exist.
          fc.pre(operation.id !== 'getChange' || !/^[1-9]\d*$/.test(decoded(segment) ?? ''))
          const target = segments.with(index, segment).join('/')
          const answer = await raw({ method, target, ...jsonBody(body) })
          expectSafe(answer)
          expect([400, 404, 405]).toContain(answer.status)
        }),
        { numRuns: runs(3) },
      )
    },
  )

  test.each([
    '//instances/acme/agents',
    '/instances//agents',
    '/instances/acme//agents',
    '/instances/acme/agents/',
    '/instances/acme/./agents',
    '/instances/other/../acme/agents',
    '/instances/other/%2e%2e/acme/agents',
    '/instances/acme%2Fagents',
    '/instances/acme/agents%00',
    '/instances/acme/agents;a=1',
    '/instances/ACME/agents',
    '/INSTANCES/acme/agents',
    '/instances/acme/agents#fragment',
    '*',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..\\..\\windows\\win.ini',
    `/${'a/'.repeat(5000)}`,
    `/instances/${'a'.repeat(10_000)}/agents`,
  ])('%s is nothing', async (target) => {
    const answer = await raw({ target })
    expectProblem(answer)
    expect([400, 404]).toContain(answer.status)
  })

  test('a path that cannot be decoded is refused', async () => {
    for (const target of ['/instances/%ZZ/agents', '/instances/acme/agents/%', '/instances/acme/agents/%C3%28']) {
      expectProblem(await raw({ target }), { status: 400, code: 'invalid_request' })
    }
  })

  test('a URL longer than the service reads is refused', async () => {
    const answer = await raw({ target: `/instances/${'a'.repeat(20_000)}/agents` })
    expectProblem(answer, { status: 431, code: 'headers_too_large' })
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})

describe('headers', () => {
  const names = [
    'If-Match',
    'If-None-Match',
    'Idempotency-Key',
    'Accept',
    'Content-Type',
    'Authorization',
    'Origin',
    'X-Request-Id',
    'X-HTTP-Method-Override',
    'Content-Encoding',
    'Expect',
    'Range',
    'Accept-Encoding',
    'X-Forwarded-For',
    'Cookie',
  ]

  test.each(names)('%s may say anything', async (name) => {
    const targets = ['getAgent', 'updateAgent', 'createAgent'].map((id) => requestOf({ id }))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...targets), hostileHeader, async ({ method, path, body }, value) => {
        const json = jsonBody(body)
        const others = [authorization, ...json.headers].filter(([other]) => other !== name)
        const answer = await sendRaw(service.baseUrl, {
          method,
          target: path,
          ...json,
          headers: [...others, [name, value]],
        })
        expectSafe(answer)
      }),
      { numRuns: runs(6) },
    )
  })

  test('a connection is kept for longer than load balancers keep theirs', async () => {
    const { headers } = await service.request('/instances/acme/agents')
    expect(headers.get('keep-alive')).toBe('timeout=65')
  })

  test('a header twice is no way around anything', async () => {
    const { path } = requestOf({ id: 'getAgent' })
    const two = (name: string, first: string, second: string) =>
      sendRaw(service.baseUrl, {
        target: path,
        headers: [...(name === 'Authorization' ? [] : [authorization]), [name, first], [name, second]],
      })
    expect((await two('Authorization', 'Bearer x', authorization[1])).status).toBe(401)
    expectSafe(await two('If-None-Match', '"1"', '"2"'))
    expectSafe(await two('Accept', 'text/html', '*/*'))
    expectProblem(await two('Host', 'a', 'b'), { status: 400, code: 'malformed_http' })
  })
})

/** No 5xx, and a problem unless it went well; nothing was closed without an answer. */
function expectSafe(answer: RawAnswer | TestResponse): void {
  expect(answer.status).toBeGreaterThanOrEqual(200)
  expect(answer.status).toBeLessThan(500)
  if (answer.status >= 400 && !isProtocolError(answer)) expectProblem(answer)
}

/** An error of the Model Context Protocol. */
function isProtocolError({ text }: { text: string }): boolean {
  return text.includes('"jsonrpc":"2.0"')
}

function expectReadsBack(answer: TestResponse, body: string | Uint8Array): void {
  const sent = asObject(JSON.parse(new TextDecoder().decode(Buffer.from(body))))
  expect(answer.json).toMatchObject(asObject(JSON.parse(JSON.stringify(sent))))
}

function raw({ headers = [], ...request }: RawRequest): Promise<RawAnswer> {
  return sendRaw(service.baseUrl, { ...request, headers: [authorization, ...headers] })
}

function jsonBody(body: unknown): { headers: (readonly [string, string])[]; body: string } {
  if (body === undefined) return { headers: [], body: '' }
  return { headers: [['Content-Type', 'application/json']], body: JSON.stringify(body) }
}

function requestOf({ id }: Pick<ContractOperation, 'id'>): ValidRequest {
  const request = requests.get(id)
  if (!request) throw new Error(`There is no request for ${id}.`)
  return request
}

const agents = '/instances/acme/agents'
const human = { name: 'Grace Hopper', type: 'HUMAN', active: true }
const manyMembers = `{${Array.from({ length: 6000 }, (_, i) => `"${i}":1`).join()}}`
const marker = 'the value to replace'

function withMetadata(metadata: string): string {
  return withMember('metadata', metadata)
}

function withMember(name: string, json: string): string {
  return `${JSON.stringify(human).slice(0, -1)},"${name}":${json}}`
}

/** What PostgreSQL and a double can keep; the generator stays inside the limits of size and depth. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (Array.isArray(value)) return value.every(isStorable)
  if (!isObject(value)) return true
  return Object.entries(value).every(([key, child]) => key !== '__proto__' && isStorable(key) && isStorable(child))
}

/**
 * Not the names that JSON writes with a backslash: V8 may read one as another that it has seen in the same place
 * (github.com/nodejs/node/issues/63785), here as well as in the service.
 */
function isSafeKey(key: string): boolean {
  return key.length < 300 && !JSON.stringify(key.toWellFormed().replaceAll('\0', '')).includes('\\')
}

const { metadata } = fc.letrec<{ value: unknown; metadata: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    hostileText.filter((text) => text.length < 300),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 5 }),
    tie('metadata'),
  ),
  metadata: fc
    .array(fc.tuple(hostileText.filter(isSafeKey), tie('value')), { maxLength: 5 })
    .map((members) => Object.fromEntries(members)),
}))

const percentEncoded = hostileText.map((text) => encodeURIComponent(text.toWellFormed()))
const percentBytes = fc
  .uint8Array({ maxLength: 20 })
  .map((bytes) => [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''))
const punctuation = `!$'()*+,-./:;=?@_~[]{}|^\`"<>\\%&a1`.split('')
const hostileQueryValue = fc.oneof(
  percentEncoded.filter((text) => text.length < 8000),
  percentBytes,
  fc.string({ unit: fc.constantFrom(...punctuation), maxLength: 20 }),
  fc.constantFrom(
    'name,asc',
    'createdAt,desc',
    'name,asc,id',
    'AI',
    'true',
    '1e999',
    '0',
    '200',
    '201',
    '10001',
    '99999999999999999999',
    'eyJ9',
  ),
)
const hostileSegment = fc.oneof(
  fc.constantFrom(
    '..',
    '.',
    '%2e%2e',
    '%2E',
    '%00',
    '%ZZ',
    '%',
    '%2F',
    '%5C',
    '%20',
    '%0d%0a',
    '*',
    ':id',
    '(.*)',
    '{id}',
    '0',
    '-1',
    '1.0',
    '1e3',
    '99999999999999999999',
    '2147483648',
    'a'.repeat(65),
    'a'.repeat(8000),
    '__proto__',
    'constructor',
    '%F0%9F%98%80',
    '%ED%A0%80',
    "'--",
    'nobody',
    'acme%00',
  ),
  percentEncoded.filter((text) => text !== '' && text.length < 8000),
  percentBytes.filter((text) => text !== ''),
)
/** `%31` is another way to write `1`. */
function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

const hostileHeader = fc.oneof(
  fc.constantFrom(
    '',
    '*',
    '"',
    '""',
    'W/"1"',
    '"1"',
    '"1", "2"',
    '"99999999999"',
    ',',
    ',,,',
    '"\\"',
    'null',
    'application/json;',
    'application/json;charset',
    'application/json;charset=',
    '*/*;q=',
    '*/*;q=1e999',
    '*/*;q=NaN',
    ';',
    '/',
    'a'.repeat(600),
    '"1",'.repeat(1000),
    'Bearer',
    'Bearer ',
    'Basic Og==',
    `Bearer ${'a'.repeat(9000)}`,
    `Bearer ${'a.'.repeat(4000)}`,
    'Bearer e30.e30.e30',
    '100-continue',
    'gzip, br, *;q=0',
    'bytes=0-1',
    '../..',
    '%00',
  ),
  fc.string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    maxLength: 60,
  }),
  fc.string({
    unit: fc.integer({ min: 0x80, max: 0xff }).map((code) => String.fromCharCode(code)),
    maxLength: 60,
  }),
)

function postHead(): string {
  const headers = [authorization.join(': '), 'Content-Type: application/json', 'Connection: close']
  return [`POST ${agents} HTTP/1.1`, 'Host: x', ...headers, ''].join('\r\n')
}
