import { gzipSync } from 'node:zlib'
import { create, fromBinary, toBinary, toJsonString } from '@bufbuild/protobuf'
import { BinaryReader } from '@bufbuild/protobuf/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asObject } from '../../contract/json.ts'
import {
  ExportTraceServiceRequestSchema,
  ExportTraceServiceResponseSchema,
} from '../../server/ledger/traces/otlp/trace-service.gen.js'
import { readSpans } from '../../server/ledger/traces/receive.ts'
import { idOf, names, path, requestOf, sendSpans, spansOf, tenSecondsLater, type Node } from '../helpers/data/traces.ts'
import { completeInput, twuModels } from '../helpers/data/twu-models.ts'
import { leaveNoTime } from '../helpers/evaluations.ts'
import { trigger } from '../helpers/schedules.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

let service: TestService
let modelId: string
beforeAll(async () => {
  service = await startTestService({}, { jobTimings: { pollSeconds: 0.5, schedulePollSeconds: 0.5 } })
  const models = twuModels(service)
  modelId = (await models.create(completeInput())).body.id
  await models.publish(modelId)
})
afterAll(() => service.close())

const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-5' }
const refund = (id: string, says: Node['says'] = {}): Node => ({
  id,
  name: 'Refund order 48-1177',
  at: [0, 5],
  says: { ...names(modelId, id), ...says },
  children: [{ id: `${id}a`, at: [1, 3], says: { ...chat, 'twu.action': 'checkPolicy' } }],
})

const waiting = async (trace: string) =>
  (await service.db('waiting_spans').where({ trace_id: idOf(trace, 32) })).map(({ span }) => asObject(span))

const entry = (id: string) => until(() => service.keyless().workLedger.get(id))

async function counted(metric: string): Promise<number> {
  const text = await (await fetch(`${service.managementUrl}/metrics`)).text()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(metric))
      ?.split(' ')
      .at(-1) ?? 0,
  )
}

async function protobuf(bytes: Uint8Array, headers: Record<string, string> = {}) {
  const token = await service.token('Recorder')
  const answer = await fetch(service.baseUrl + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-protobuf', ...headers },
    body: bytes,
  })
  const body = new Uint8Array(await answer.arrayBuffer())
  return { status: answer.status, type: answer.headers.get('content-type'), body, code: readCode(answer.status, body) }
}

/** The code with which the message of a google.rpc.Status begins. */
function readCode(status: number, bytes: Uint8Array): string | null {
  if (status === 200) return null
  const reader = new BinaryReader(bytes)
  expect(reader.tag()).toEqual([2, 2])
  return reader.string().split(':')[0] ?? null
}

const encode = (spans: Parameters<typeof create<typeof ExportTraceServiceRequestSchema>>[1]) =>
  toBinary(ExportTraceServiceRequestSchema, create(ExportTraceServiceRequestSchema, spans))

test.each(['json', 'protobuf'] as const)(
  'other requests have their turns while spans in %s are read',
  async (encoding) => {
    const spans = Array.from({ length: 200 }, () => ({ startTimeUnixNano: 1n }))
    const sent = { resourceSpans: [{ scopeSpans: [{ spans }] }] }
    const json = toJsonString(ExportTraceServiceRequestSchema, create(ExportTraceServiceRequestSchema, sent))
    let turns = 0
    let next = setImmediate(function takeTurn() {
      turns += 1
      next = setImmediate(takeTurn)
    })
    const read = await readSpans({ encoding, bytes: encoding === 'json' ? Buffer.from(json) : encode(sent) })
    clearImmediate(next)
    expect(read).toHaveLength(200)
    expect(turns).toBeGreaterThanOrEqual(10)
  },
)

describe('200', () => {
  test('a trace that names an execution is an entry ten seconds after its last span, and not before', async () => {
    const spans = spansOf('t1', refund('first'))
    const answer = await sendSpans(service, spans)
    expect([answer.status, answer.json, answer.headers.get('content-type')]).toEqual([200, {}, 'application/json'])
    expect(await waiting('t1')).toHaveLength(2)
    expect((await service.request('/instances/acme/work-ledger/first')).status).toBe(404)
    await tenSecondsLater(service)
    expect(await entry('first')).toMatchObject({
      title: 'Refund order 48-1177',
      status: 'completed',
      entityId: 'order-48-1177',
      actors: ['AI'],
      activeTime: 2,
      modelId,
    })
    await until(async () => expect(await waiting('t1')).toEqual([]))
  })

  test('spans come in any order and as often as they like, and one that waited changes the time of its trace', async () => {
    const [child, root] = spansOf('t2', refund('second'))
    expect((await sendSpans(service, [root])).json).toEqual({})
    await tenSecondsLater(service)
    expect((await sendSpans(service, [child, child])).json).toEqual({})
    expect((await sendSpans(service, [root, child])).json).toEqual({})
    expect(await waiting('t2')).toHaveLength(2)
    await tenSecondsLater(service)
    expect(await entry('second')).toMatchObject({ activeTime: 2 })
  })

  test('nothing of a span is kept but what an entry needs', async () => {
    const secrets = { 'gen_ai.input.messages': 'a secret', 'gen_ai.prompt': 'a secret', 'http.url': 'a secret' }
    const [child, root] = spansOf('t3', refund('third', secrets))
    const events = [{ name: 'a secret', attributes: [{ key: 'body', value: { stringValue: 'a secret' } }] }]
    await sendSpans(service, [
      { ...child, name: 'a secret', events },
      { ...root, status: { code: 1, message: 'a secret' } },
    ])
    expect(await waiting('t3')).toHaveLength(2)
    expect(JSON.stringify(await waiting('t3'))).not.toContain('secret')
  })

  test('late spans of a trace are counted, and change nothing', async () => {
    const spans = spansOf('t4', refund('fourth'))
    await sendSpans(service, spans)
    await tenSecondsLater(service)
    const before = await entry('fourth')
    const late = await counted('trace_spans_total{outcome="late"}')
    const answer = await sendSpans(service, [...spans, { ...spans[0], spanId: idOf('another') }])
    expect(answer.json).toMatchObject({ partialSuccess: { rejectedSpans: '3' } })
    expect(await counted('trace_spans_total{outcome="late"}')).toBe(late + 3)
    expect(await entry('fourth')).toEqual(before)
  })

  test('a root decides whether the execution failed, unless a span says it; without a root a span has to', async () => {
    await sendSpans(service, spansOf('t5', { ...refund('bad', { 'error.type': 'PaymentDeclined' }), fails: true }))
    await sendSpans(service, spansOf('t6', { ...refund('good', { 'twu.execution.status': 'completed' }), fails: true }))
    const [, root] = spansOf('t7', refund('inner', { 'twu.execution.status': 'failed' }))
    await sendSpans(service, [
      ...spansOf('t7', refund('inner')).slice(0, 1),
      { ...root, parentSpanId: idOf('elsewhere') },
    ])
    const [, lost] = spansOf('t8', refund('lost'))
    await sendSpans(service, [
      ...spansOf('t8', refund('lost')).slice(0, 1),
      { ...lost, parentSpanId: idOf('elsewhere') },
    ])
    await tenSecondsLater(service)
    expect(await entry('bad')).toMatchObject({ description: 'PaymentDeclined' })
    const statuses = ['bad', 'good', 'inner'].map(async (id) => (await entry(id)).status)
    expect(await Promise.all(statuses)).toEqual(['failed', 'completed', 'failed'])
    expect(await waiting('t8')).toHaveLength(2)
  })

  test('a root says what all of it cost, and needs no model call for it', async () => {
    await sendSpans(service, spansOf('t17', refund('whole', { 'twu.cost': 0.75 })))
    const { children: _children, ...alone } = refund('bare', { 'twu.cost': 0.25 })
    await sendSpans(service, spansOf('t18', alone))
    await tenSecondsLater(service)
    expect([await entry('whole'), await entry('bare')]).toMatchObject([
      { cost: 0.75, activeTime: 2 },
      { cost: 0.25, activeTime: 5 },
    ])
    expect(await entry('whole')).not.toHaveProperty('withoutCost')
  })

  test('what names no execution is dropped after a quarter of an hour, and counted', async () => {
    const node: Node = { id: 'web', at: [0, 1], name: 'GET /', children: [{ id: 'sql', at: [0, 1] }] }
    await sendSpans(service, spansOf('t9', node))
    await tenSecondsLater(service)
    expect(await waiting('t9')).toHaveLength(2)
    await service
      .db('waiting_traces')
      .where({ trace_id: idOf('t9', 32) })
      .update({ first_at: new Date(0) })
    // More than a sweep deletes at once.
    await service.db.raw(
      `insert into waiting_traces (instance_id, trace_id, first_at, last_at, spans, is_named, has_ended)
       select 'acme', 'old' || number, to_timestamp(0), now(), 1, false, true from generate_series(1, 1500) as number`,
    )
    const dropped = await counted('trace_spans_total{outcome="dropped"}')
    await trigger(service.db, 'sweep-traces')
    await until(async () => expect(await waiting('t9')).toEqual([]))
    await until(async () => expect(await counted('trace_spans_total{outcome="dropped"}')).toBe(dropped + 1502))
  })

  test('spans with an id that is none, and a trace of more than 1,000, are rejected with the reason', async () => {
    const [span] = spansOf('t10', { id: 'one', at: [0, 1] })
    const changes = [
      { spanId: '' },
      { spanId: 'zz' },
      { traceId: '0'.repeat(32) },
      { traceId: undefined },
      { parentSpanId: 'ab' },
      { startTimeUnixNano: undefined },
    ]
    const odd = changes.map((change) => ({ ...span, ...change }))
    expect((await sendSpans(service, [...odd, span])).json).toMatchObject({ partialSuccess: { rejectedSpans: '6' } })
    const many = Array.from({ length: 600 }, (_, at) => ({ ...span, traceId: idOf('t11', 32), spanId: idOf(`${at}`) }))
    expect((await sendSpans(service, many)).json).toEqual({})
    expect((await sendSpans(service, many)).json).toEqual({})
    const more = many.map((one, at) => ({ ...one, spanId: idOf(`x${at}`) }))
    const { json } = await sendSpans(service, [...more, { ...span, spanId: idOf('two') }])
    expect(json).toMatchObject({ partialSuccess: { rejectedSpans: '600' } })
    expect(JSON.stringify(json)).toContain('more than 1,000')
    expect([await waiting('t11'), await waiting('t10')]).toMatchObject([[], [{}, {}]])
  })

  test('what cannot be an entry is refused in the log and in metrics, with the reason', async () => {
    const refused = await counted('traces_total{outcome="refused"}')
    const { children, ...alone } = refund('alone')
    expect(children).toHaveLength(1)
    await sendSpans(service, spansOf('t12', alone))
    const other = { id: 'other', at: [1, 2] as [number, number], says: names(modelId, 'another') }
    await sendSpans(service, spansOf('t13', { ...refund('contradicts'), children: [other] }))
    await sendSpans(service, spansOf('t14', refund('no-model', { 'twu.model.id': 'missing' })))
    await sendSpans(service, spansOf('t15', refund('long', { 'twu.entity.id': 'x'.repeat(129) })))
    await sendSpans(service, spansOf('t19', refund('loud', { 'twu.execution.status': 'COMPLETED' })))
    await tenSecondsLater(service)
    await until(async () => expect(await counted('traces_total{outcome="refused"}')).toBe(refused + 5))
    for (const id of ['alone', 'contradicts', 'no-model', 'long', 'loud'])
      expect((await service.request(`/instances/acme/work-ledger/${id}`)).status).toBe(404)
  })

  test('a trace for which there was no time is reported later, with what it had', async () => {
    const restore = leaveNoTime()
    await sendSpans(service, spansOf('t16', refund('patient')))
    await tenSecondsLater(service)
    const failed = () => service.db('pgboss.job').where({ name: 'complete-traces' }).whereNotNull('output')
    await until(async () => expect(JSON.stringify(await failed())).toContain('no time for some traces'))
    restore()
    await service
      .db('waiting_traces')
      .where({ trace_id: idOf('t16', 32) })
      .update({ closed_at: new Date(0) })
    await trigger(service.db, 'sweep-traces')
    expect(await entry('patient')).toMatchObject({ activeTime: 2 })
  })

  test('protobuf is answered in protobuf, compressed or not, and no spans are a request', async () => {
    const spans = Array.from({ length: 3 }, (_, at) => ({
      traceId: new Uint8Array(16).fill(9),
      spanId: new Uint8Array(8).fill(at),
      startTimeUnixNano: 1n,
    }))
    const bytes = encode({ resourceSpans: [{ scopeSpans: [{ spans }] }] })
    for (const answer of [await protobuf(bytes), await protobuf(gzipSync(bytes), { 'Content-Encoding': 'gzip' })]) {
      expect([answer.status, answer.type]).toEqual([200, 'application/x-protobuf'])
      const { partialSuccess } = fromBinary(ExportTraceServiceResponseSchema, answer.body)
      expect(partialSuccess).toMatchObject({ rejectedSpans: 1n })
    }
    const nothing = await protobuf(new Uint8Array())
    expect([nothing.status, nothing.body.length]).toEqual([200, 0])
    const json = gzipSync(JSON.stringify(requestOf([])))
    const headers = { 'Content-Encoding': 'gzip' }
    expect(await service.request(path, { method: 'POST', headers, body: json })).toMatchObject({
      status: 200,
      json: {},
    })
  })
})

describe('400', () => {
  const message = (...bytes: number[]) => Uint8Array.from(bytes)
  const within = (tag: number, body: Uint8Array): Uint8Array => {
    const length: number[] = []
    for (let left = body.length; ; left = Math.floor(left / 128)) {
      length.push(left < 128 ? left : (left % 128) + 128)
      if (left < 128) break
    }
    return Buffer.concat([Uint8Array.of(tag), Uint8Array.from(length), body])
  }
  const inSpan = (field: Uint8Array) => within(0x0a, within(0x12, within(0x12, field)))
  const deep = Array.from({ length: 200 }).reduce<Uint8Array>(
    (value) => within(0x2a, within(0x0a, value)),
    message(0x18, 1),
  )

  test.each<[string, Uint8Array]>([
    ['random bytes', Uint8Array.from({ length: 999 }, (_, at) => (at * 7919) % 256)],
    [
      'half a message',
      encode({ resourceSpans: [{ scopeSpans: [{ spans: [{ name: 'x'.repeat(99) }] }] }] }).subarray(0, 50),
    ],
    ['a length that is longer than all', message(0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f)],
    ['a varint without an end', new Uint8Array(30).fill(0xff)],
    ['a number in place of a message', message(0x08, 1)],
    ['a number in place of an id', inSpan(message(0x08, 1))],
    ['a message in place of a time', inSpan(message(0x3a, 1, 1))],
    ['a group', message(0x0b, 0x0c)],
    ['two million messages', new Uint8Array(4_000_000).map((_, at) => (at % 2 === 0 ? 0x0a : 0))],
    ['two hundred levels', inSpan(within(0x4a, within(0x12, deep)))],
    ['text that is no UTF-8', inSpan(within(0x2a, message(0xc3, 0x28)))],
  ])('%s is no request', async (_name, bytes) => {
    expect(await protobuf(bytes)).toMatchObject({
      status: 400,
      type: 'application/x-protobuf',
      code: 'invalid_request',
    })
  })

  test.each([
    ['{'],
    ['[]'],
    ['{"resourceSpans":{}}'],
    ['{"resourceSpans":[{"scopeSpans":[{"spans":[7]}]}]}'],
    ['{"resourceSpans":[{"scopeSpans":[{"spans":[{"startTimeUnixNano":"soon"}]}]}]}'],
    ['{"resourceSpans":[{"scopeSpans":[{"spans":[{"parentSpanId":"x\\udc00y\\u0000"}]}]}]}'],
    [`{"a":${'['.repeat(70)}${']'.repeat(70)}}`],
  ])('%s is no request', async (body) => {
    const answer = await service.request(path, { method: 'POST', body })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'application/json'])
    expect(asObject(answer.json)['message']).toMatch(/^invalid_request: /)
  })

  test('more than 300,000 messages in JSON are no request', async () => {
    const body = { resourceSpans: Array.from({ length: 300_000 }, () => ({})) }
    expect((await service.request(path, { method: 'POST', body })).status).toBe(400)
  })

  test('more than 300,000 messages in spans of JSON are no request', async () => {
    const [span] = spansOf('t30', { id: 'many', at: [0, 1] })
    const links = Array.from({ length: 300_000 }, () => ({}))
    expect((await sendSpans(service, [{ ...span, links }])).status).toBe(400)
    expect((await sendSpans(service, [...links, {}])).status).toBe(400)
  })

  test.each([
    { resourceSpans: {} },
    { resourceSpans: [null] },
    { resourceSpans: [{ resource: 5 }] },
    { resourceSpans: [{ scopeSpans: 'none' }] },
    { resourceSpans: [{ scopeSpans: [[]] }] },
    { resourceSpans: [{ scopeSpans: [{ spans: { 0: {} } }] }] },
    { resourceSpans: [{ scopeSpans: [{ spans: [[]] }] }] },
  ])('%j is no request', async (body) => {
    expect((await service.request(path, { method: 'POST', body })).status).toBe(400)
  })

  test('what is unknown is ignored', async () => {
    const span = {
      ...spansOf('t20', { id: 'one', at: [0, 1] })[0],
      flags: 1,
      later: { a: [{}] },
      kind: 'SPAN_KIND_NEW',
    }
    expect(await sendSpans(service, [span])).toMatchObject({ status: 200, json: {} })
  })

  test('what is no gzip is refused', async () => {
    const answer = await protobuf(message(1, 2, 3), { 'Content-Encoding': 'gzip' })
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
  })
})

describe('413', () => {
  test('a body that is larger when inflated is refused, however small it came', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000))
    expect(bomb.length).toBeLessThan(100_000)
    const answer = await protobuf(bomb, { 'Content-Encoding': 'gzip' })
    expect(answer).toMatchObject({ status: 413, code: 'payload_too_large' })
  })
})

describe('415', () => {
  test('a body that is compressed in another way is told what is taken', async () => {
    const answer = await service.request(path, { method: 'POST', headers: { 'Content-Encoding': 'br' }, body: '{}' })
    expect(answer.status).toBe(415)
    expect(asObject(answer.json)['message']).toContain('as application/x-protobuf, compressed by gzip')
  })
})

describe('429', () => {
  test('an instance in which 20,000 spans wait takes no more, and others take theirs', async () => {
    const full = { instance_id: 'acme', trace_id: idOf('full', 32), first_at: new Date(), last_at: new Date() }
    await service.db('waiting_traces').insert({ ...full, spans: 20_000, is_named: false, has_ended: false })
    const spans = spansOf('t21', { id: 'one', at: [0, 1] })
    const answer = await sendSpans(service, spans)
    expect(answer.status).toBe(429)
    expect(asObject(answer.json)['message']).toMatch(/^rate_limited: 20000 spans/)
    expect(answer.headers.get('retry-after')).toBe('10')
    expect(await waiting('t21')).toEqual([])
    const token = await service.token('Recorder', { instances: ['other'] })
    const headers = { Authorization: `Bearer ${token}` }
    const other = await service.request(path.replace('acme', 'other'), {
      method: 'POST',
      headers,
      body: requestOf(spans),
    })
    expect(other.status).toBe(200)
    await service.db('waiting_traces').where({ trace_id: full.trace_id }).delete()
    expect((await sendSpans(service, spans)).status).toBe(200)
  })
})
