import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { asObject } from '../../contract/json.ts'
import type { Config } from '../../server/config/config.ts'
import { insertInstance } from '../../server/db/instances.ts'
import type { Telemetry } from '../../server/telemetry/span.ts'
import { startSdk } from '../../server/telemetry/sdk.ts'
import { startCollector, type Collector } from '../helpers/programs/collector.ts'
import { audience, startTestIssuer, type TestIssuer } from '../helpers/programs/issuer.ts'
import { openTestDatabase } from '../helpers/programs/postgres.ts'
import { end, run, startServer, type RunningServer, type Variables } from '../helpers/programs/server-process.ts'
import { testConfig } from '../helpers/service.ts'

let folder: string
let database: Awaited<ReturnType<typeof openTestDatabase>>
let issuer: TestIssuer
let token: string
let collector: Collector
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'telemetry-'))
  database = await openTestDatabase(inject('databaseUrl'))
  await insertInstance(database.db, { id: 'acme', name: 'Acme' })
  issuer = await startTestIssuer()
  collector = await startCollector()
  token = await issuer.sign({ sub: 'c', client_id: 'c', instances: ['acme'], roles: ['Administrator'] })
})
afterAll(async () => {
  await collector.close()
  await issuer.close()
  await database.close()
  rmSync(folder, { recursive: true })
})

function start(variables: Variables): Promise<RunningServer> {
  return startServer({
    DATABASE_URL: database.url,
    OIDC_ISSUER: issuer.url,
    OIDC_AUDIENCE: audience,
    CHECK_INTERVAL_MINUTES: '0',
    // A machine that runs all tests at once is no fault of the server.
    DATABASE_STATEMENT_TIMEOUT_MS: '60000',
    DATABASE_ACQUIRE_TIMEOUT_MS: '20000',
    ...variables,
  })
}

async function listAgents({ baseUrl }: RunningServer): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` }
  return (await fetch(`${baseUrl}/instances/acme/agents`, { headers })).status
}

function warnings(server: RunningServer): Record<string, unknown>[] {
  return server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{"level":40') || line.startsWith('{"level":50'))
    .map((line) => asObject(JSON.parse(line)))
}

/** Makes a process tell which modules it loads. */
function preload(name: string): Variables {
  const hooks = fileURLToPath(new URL('loaded-modules.mjs', import.meta.url))
  return { NODE_OPTIONS: `--import=${hooks}`, LOADED_MODULES: join(folder, name) }
}

function loadedBy(name: string): Set<string> {
  const urls = readFileSync(join(folder, name), 'utf8').split('\n')
  return new Set(urls.filter((url) => url.includes('@opentelemetry/')))
}

test('a server without a collector loads what prom-client brings of OpenTelemetry, and nothing else', async () => {
  const alone = await run(process.execPath, ['--eval', 'require("prom-client")'], preload('prom-client'))
  expect(alone).toMatchObject({ code: 0 })
  const server = await start(preload('off'))
  expect(await listAgents(server)).toBe(200)
  await end(server, 'SIGTERM')
  expect(loadedBy('off')).toEqual(loadedBy('prom-client'))
})

describe('a server with a collector', () => {
  beforeAll(async () => {
    const server = await start({
      ...preload('on'),
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20secret,team=desk',
      OTEL_SERVICE_NAME: 'admin-of-acme',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    })
    for (let sent = 0; sent < 7; sent++) await listAgents(server)
    await fetch(`${server.baseUrl}/nowhere`)
    expect(await end(server, 'SIGTERM')).toBe(0)
    expect(warnings(server)).toEqual([])
  })

  test('loads its SDK', () => {
    expect([...loadedBy('on')].join()).toContain('sdk-trace')
  })

  test('sends what is left when it stops, with the headers and the attributes of the environment', () => {
    expect(new Set(collector.bodies.map((body) => body.path))).toEqual(new Set(['/v1/traces']))
    for (const { headers, text } of collector.bodies) {
      expect(headers).toMatchObject({ 'api-key': 'a secret', team: 'desk' })
      expect(headers['content-type']).toBe('application/json')
      expect(text).toContain('{"key":"service.name","value":{"stringValue":"admin-of-acme"}}')
      expect(text).toContain('{"key":"deployment.environment.name","value":{"stringValue":"test"}}')
    }
  })
})

test.each([
  ['always_on', 0, ['wanted', 'unwanted', 'own']],
  ['always_off', 1, []],
  ['traceidratio', 1, ['wanted', 'unwanted', 'own']],
  ['traceidratio', 0, []],
  ['parentbased_always_on', 0, ['wanted', 'own']],
  ['parentbased_always_off', 1, ['wanted']],
  ['parentbased_traceidratio', 1, ['wanted', 'own']],
  ['parentbased_traceidratio', 0, ['wanted']],
] as const)('the sampler %s %d takes %j of traces', async (otelTracesSampler, otelTracesSamplerArg, taken) => {
  collector.bodies.length = 0
  const telemetry = open({ otelTracesSampler, otelTracesSamplerArg })
  const traceparent = '00-33333333333333333333333333333333-4444444444444444'
  telemetry.openSpan({ name: 'wanted' }, { traceparent: `${traceparent}-01` }).end()
  telemetry.openSpan({ name: 'unwanted' }, { traceparent: `${traceparent}-00` }).end()
  telemetry.openSpan({ name: 'own' }, {}).end()
  await telemetry.stop()
  expect(collector.spans().map(({ name }) => name)).toEqual(taken)
})

function open(config: Partial<Config>): Telemetry {
  const all = { ...testConfig(database.url, issuer.url), ...config }
  return startSdk(collector.url, all, pino({ level: 'silent' }))
}

test.each(['refuses', 'hangs', 'is away'] as const)(
  'a collector that %s costs no request, and one line of the log',
  async (mode) => {
    if (mode !== 'is away') collector.be(mode)
    const server = await start({
      // Nobody listens on the port of `discard`.
      OTEL_EXPORTER_OTLP_ENDPOINT: mode === 'is away' ? 'http://127.0.0.1:9' : collector.url,
      OTEL_EXPORTER_OTLP_TIMEOUT: '200',
    })
    const statuses = new Set<number>()
    // Several batches of 512 spans.
    for (let sent = 0; sent < 1200; sent += 20) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => listAgents(server)))
      for (const status of answers) statuses.add(status)
    }
    expect(await end(server, 'SIGTERM')).toBe(0)
    collector.be('takes')
    expect([...statuses]).toEqual([200])
    const told = warnings(server).map(({ msg }) => msg)
    expect(told).toContain('the collector takes no traces: they are dropped')
    expect(told).toEqual([...new Set(told)])
    // The SDK would write to standard error.
    expect(server.output()).not.toMatch(/otlp|opentelemetry/i)
  },
)

test('a collector that hangs gets two seconds when the server stops, and its request ten', async () => {
  collector.be('hangs')
  const telemetry = open({})
  telemetry.openSpan({ name: 'any' }, {}).end()
  const stopping = performance.now()
  await telemetry.stop()
  expect(performance.now() - stopping).toBeLessThan(6_000)
  collector.be('takes')
})

test('while the collector is busy, no more spans wait than the queue holds; further ones are dropped', async () => {
  collector.bodies.length = 0
  const telemetry = open({})
  for (let at = 0; at < 20_000; at++) telemetry.openSpan({ name: 'any' }, {}).end()
  await telemetry.stop()
  // The queue, and one batch that is under way.
  expect(collector.spans()).toHaveLength(2048 + 512)
})
