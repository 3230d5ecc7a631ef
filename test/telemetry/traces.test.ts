import { once } from 'node:events'
import { createServer } from 'node:http'
import { ROOT_CONTEXT, trace } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { TracerProvider } from '@opentelemetry/sdk-trace'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isObject } from '../../contract/json.ts'
import { createClient, type Hook } from '../../sdk/src/index.ts'
import { callProvider } from '../../server/identity/call-provider.ts'
import { within } from '../../server/telemetry/span.ts'
import { startSdk } from '../../server/telemetry/sdk.ts'
import { citusUrl } from '../helpers/programs/citus.ts'
import { startCollector, type Collector, type ReceivedSpan } from '../helpers/programs/collector.ts'
import { slack } from '../helpers/data/integrations.ts'
import { startTestService, testConfig } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'
import { interceptVendors, nock } from '../helpers/vendors.ts'
import { insertLedgerRows, ledgerRow } from '../helpers/data/work-ledger-entries.ts'

interceptVendors()

let collector: Collector
let spans: ReceivedSpan[]
let vendorHeaders: Record<string, unknown>[]
const log: string[] = []
/** The spans of the front end that calls. */
const tracer = new TracerProvider().getTracer('front end')
const creating = tracer.startSpan('save')
const testing = tracer.startSpan('test')
const unsampled = '00-11111111111111111111111111111111-2222222222222222-00'

/** Spans that there are on Citus alone. */
const onCitus = (...inside: string[][]) => (citusUrl === undefined ? [] : inside)
/** There the row and its record are statements of their own (E-58). */
const ownRecord = onCitus(['INSERT change_heads'], ['INSERT changes'])

beforeAll(async () => {
  collector = await startCollector()
  const service = await startTestService(
    { otelExporterOtlpEndpoint: collector.url, checkIntervalMinutes: 15, logLevel: 'info' },
    {
      lookup: () => Promise.resolve(['93.184.215.14']),
      jobTimings: { pollSeconds: 0.5, schedulePollSeconds: 0.5 },
      logTo: { write: (line) => void log.push(line) },
    },
  )
  vendorHeaders = []
  nock('https://slack.com')
    .persist()
    .post('/api/auth.test')
    .reply(function () {
      vendorHeaders.push(this.req.headers)
      return [200, { ok: true }]
    })
  const client = (use: Hook[]) =>
    createClient({ baseUrl: service.baseUrl, token: () => service.token('Administrator'), use })
  const { id } = await client([traced(creating)])
    .instance('acme')
    .integrations.create(slack)
  const { integrations } = client([traced(testing)]).instance('acme')
  await until(async () => expect(await service.db('integrations').pluck('status')).toEqual(['active']))
  await integrations.test(id)
  await service.request('/instances/acme/agents', { headers: { traceparent: unsampled } })
  await service.request('/instances/acme/agents', { headers: { traceparent: 'not-a-trace' } })
  await service.request('/instances/acme/agents', {
    headers: { traceparent: '00-33333333333333333333333333333333-4444444444444444-01', tracestate: 'desk=7' },
  })
  await service.request('/instances/elsewhere/agents')
  await service.close()
  spans = collector.spans()
})
afterAll(() => collector.close())

/** The hook of the SDK's README, for one span. */
function traced(span: typeof creating): Hook {
  const propagator = new W3CTraceContextPropagator()
  return (request, next) => {
    const set = (headers: Headers, name: string, value: string) => headers.set(name, value)
    propagator.inject(trace.setSpan(ROOT_CONTEXT, span), request.headers, { set })
    return next(request)
  }
}

/** The spans inside a span, as nested lists of names. */
function inside(traceId: string, parent: string): [string, ...unknown[]][] {
  return spans
    .filter((span) => span.traceId === traceId && span.parentSpanId === parent)
    .map((span) => [span.name, ...inside(traceId, span.spanId)])
}

function callOf(span: typeof creating): [string, ...unknown[]][] {
  const { traceId, spanId } = span.spanContext()
  return inside(traceId, spanId)
}

function named(name: string): ReceivedSpan {
  return spans.find((span) => span.name === name) ?? expect.fail(name)
}

test('one trace leads from the call through the request and its statements to the job and the vendor', () => {
  expect(callOf(creating)).toEqual([
    [
      'POST /instances/{instanceId}/integrations',
      // The first request of an instance asks which worker has its rows.
      ...onCitus(['SELECT pg_dist_placement']),
      ['SELECT instances'],
      ['SELECT users'],
      ['INSERT idempotency_keys'],
      ['BEGIN'],
      ['INSERT pgboss.job_common'],
      ['INSERT integrations'],
      ...ownRecord,
      ['UPDATE idempotency_keys'],
      ['COMMIT'],
      [
        'process background-checks',
        ['SELECT integrations'],
        ['test SLACK', ['POST']],
        ['BEGIN'],
        ['SELECT integrations'],
        ['UPDATE integrations'],
        ...ownRecord,
        ['COMMIT'],
      ],
    ],
  ])
})

test('a connection test that somebody asks for is in the trace of the request', () => {
  expect(callOf(testing)).toEqual([
    [
      'POST /instances/{instanceId}/integrations/{integrationId}/test',
      ['INSERT idempotency_keys'],
      ['SELECT integrations'],
      ['test SLACK', ['POST']],
      ...onCitus(['BEGIN']),
      ['UPDATE integrations'],
      ...onCitus(['COMMIT']),
      ['UPDATE idempotency_keys'],
    ],
  ])
})

test('spans tell what the contract says, and how it ended', () => {
  expect(named('POST /instances/{instanceId}/integrations')).toMatchObject({ kind: 2, failed: false })
  expect(named('POST /instances/{instanceId}/integrations').attributes).toEqual({
    'http.request.method': 'POST',
    'http.response.status_code': 201,
    'http.route': '/instances/{instanceId}/integrations',
    'instance_admin.instance_id': 'acme',
    'instance_admin.operation': 'createIntegration',
    'instance_admin.request_id': expect.stringMatching(/^[\da-f-]{36}$/) as unknown,
    'url.scheme': 'http',
  })
  expect(named('INSERT integrations')).toMatchObject({
    kind: 3,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': 'INSERT',
      'db.collection.name': 'integrations',
    },
  })
  expect(named('process background-checks')).toMatchObject({
    kind: 5,
    attributes: { 'messaging.destination.name': 'background-checks', 'instance_admin.instance_id': 'acme' },
  })
  expect(named('test SLACK').attributes).toEqual({
    'instance_admin.integration_type': 'SLACK',
    'instance_admin.outcome': 'ok',
  })
  expect(named('POST').attributes).toEqual({
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'server.address': 'slack.com',
  })
})

test('a vendor is not told of the trace', () => {
  expect(vendorHeaders).toHaveLength(2)
  for (const headers of vendorHeaders) expect(Object.keys(headers).join()).not.toMatch(/trace|baggage/)
})

test('the identity provider is told of it, because the operator names it', async () => {
  const asked: unknown[] = []
  const server = createServer((request, response) => {
    asked.push([request.headers['traceparent'], request.headers['tracestate']])
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const config = testConfig('postgres://any', 'https://any.example')
  const telemetry = startSdk(collector.url, config, pino({ level: 'silent' }))
  const traceparent = '00-55555555555555555555555555555555-6666666666666666-01'
  const span = telemetry.openSpan({ name: 'request' }, { traceparent, tracestate: 'desk=7' })
  const address = server.address()
  const url = new URL(`http://127.0.0.1:${isObject(address) ? String(address['port']) : ''}/users?q=secret`)
  await within(span, () => callProvider({ method: 'GET', url }, new AbortController().signal))
  span.end()
  await telemetry.stop()
  server.close()
  const call = collector.spans().find(({ name, traceId }) => name === 'GET' && /^5+$/.test(traceId))
  expect(asked).toEqual([[`00-${'5'.repeat(32)}-${call?.spanId}-01`, 'desk=7']])
  expect(call?.attributes).toEqual({
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'server.address': '127.0.0.1',
  })
})

test('the caller decides whether a request is traced, and its state travels along', () => {
  const ofCaller = (traceId: string) => spans.filter((span) => span.traceId === traceId)
  expect(ofCaller('1'.repeat(32))).toEqual([])
  expect(ofCaller('3'.repeat(32)).map(({ traceState }) => traceState)).toEqual(['desk=7', 'desk=7'])
})

test('a header that is no trace context begins a trace, and the request is served', () => {
  const [first, second, third] = requestLines('listAgents')
  expect([first, second, third]).toMatchObject([
    { status: 200, traceId: '1'.repeat(32) },
    { status: 200, traceId: expect.stringMatching(/^[\da-f]{32}$/) as unknown },
    { status: 200, traceId: '3'.repeat(32) },
  ])
  expect(inside(String(second?.['traceId']), '')).toEqual([['GET /instances/{instanceId}/agents', ['SELECT agents']]])
})

test('an instance that the caller does not reach is not named', () => {
  const foreign = spans.find(({ attributes }) => attributes['http.response.status_code'] === 404)
  expect(foreign?.attributes['instance_admin.operation']).toBe('listAgents')
  expect(foreign?.attributes).not.toHaveProperty(['instance_admin.instance_id'])
})

test('the log line of a request names its trace', () => {
  const [line] = requestLines('createIntegration')
  expect(line?.['traceId']).toBe(creating.spanContext().traceId)
})

test('what nobody asked for is not traced: only requests and jobs begin a trace', () => {
  const roots = spans.filter(({ kind }) => kind === 2 || kind === 5).map(({ spanId }) => spanId)
  const others = spans.filter(({ kind }) => kind !== 2 && kind !== 5)
  const all = new Set(spans.map(({ spanId }) => spanId))
  expect(roots.length).toBeGreaterThan(5)
  expect(others.filter(({ parentSpanId }) => !all.has(parentSpanId))).toEqual([])
})

test('requests that wait for a connection keep their traces apart', async () => {
  const busy = await startCollector()
  const service = await startTestService({
    otelExporterOtlpEndpoint: busy.url,
    databasePoolSize: 2,
  })
  await insertLedgerRows(
    service,
    Array.from({ length: 1500 }, (_, at) => ledgerRow({ id: `entry-${at}` })),
  )
  const ids = Array.from({ length: 20 }, (_, at) => String(at + 10).repeat(16))
  await service.request('/instances/acme/agents')
  const answers = await Promise.all(
    ids.map((id, at) => {
      const headers = { traceparent: `00-${id}-1234567890abcdef-01` }
      // A caller has two exports at once.
      if (at % 10 === 0) return service.request('/instances/acme/work-ledger/export?format=csv', { headers })
      const body = { name: 'Ada', type: 'HUMAN', active: true }
      const keyed = { ...headers, 'Idempotency-Key': id }
      return service.request('/instances/acme/agents', { method: 'POST', headers: keyed, body })
    }),
  )
  expect(answers.map(({ status }) => status)).toEqual(ids.map((_id, at) => (at % 10 === 0 ? 200 : 201)))
  await service.close()
  spans = busy.spans()
  await busy.close()
  const [file, creation] = ids.map((id) => inside(id, '1234567890abcdef'))
  expect(creation).toEqual([
    [
      'POST /instances/{instanceId}/agents',
      ['INSERT idempotency_keys'],
      ['BEGIN'],
      ['INSERT agents'],
      ...ownRecord,
      ['UPDATE idempotency_keys'],
      ['COMMIT'],
    ],
  ])
  expect(file?.[0]?.slice(1).length).toBeGreaterThan(2)
  for (const [at, id] of ids.entries()) expect(inside(id, '1234567890abcdef')).toEqual(at % 10 === 0 ? file : creation)
})

function requestLines(operationId: string): Record<string, unknown>[] {
  return log
    .map((line): unknown => JSON.parse(line))
    .filter(isObject)
    .filter((line) => line['msg'] === 'request' && line['operationId'] === operationId)
}
