import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import type { Knex } from 'knex'
import { inject } from 'vitest'
import { readConfig, type Config } from '../../server/config/config.ts'
import type { CallerRole as Role } from '../../contract/rules/roles.ts'
import { prepare, type Prepared } from '../../server/contract/prepared.ts'
import { createDevelopment } from '../../workshop/development.ts'
import { startService, type ServiceOptions } from '../../server/service.ts'
import { createClient, type Client, type Hook, type Resources } from '../../sdk/src/index.ts'
import { answeredFile } from './proof-reporter.ts'
import { audience, startTestIssuer, type TestIssuer } from './programs/issuer.ts'
import { openTestDatabase } from './programs/postgres.ts'

export interface TestService {
  baseUrl: string
  managementUrl: string
  issuer: TestIssuer
  /** The service's database, for changes that the API cannot make. */
  db: Knex
  databaseUrl: string
  /** The SDK for the instance `acme`, as a correct client uses it. Default role: Administrator. */
  acme(role?: Role): Resources
  /**
   * Like `acme`, without the Idempotency-Key that the SDK sends with every POST. The service does not require the header.
   */
  keyless(role?: Role): Resources
  /** The SDK for the instance `other`, with a token for that instance only. */
  other(role?: Role): Resources
  /** The SDK with a token of this role and with these claims. It never retries: a call is one request. */
  client(role: Role, claims?: Record<string, unknown>): Client
  /**
   * Sends any request, also one that the SDK would not send. `path` begins after the base URL. The token has `role`, unless
   * the headers contain their own.
   */
  request(path: string, options?: RequestOptions): Promise<TestResponse>
  /** A token of the role. Without claims every call returns the same token, as a client uses one until it expires. */
  token(role: Role, claims?: Record<string, unknown>): Promise<string>
  close(): Promise<void>
}

export interface RequestOptions {
  method?: string
  /** Null sends no token. Default: Administrator. */
  role?: Role | null
  headers?: Record<string, string>
  /** Sent as JSON, except a string or bytes, which are sent unchanged. */
  body?: unknown
}

export interface TestResponse {
  status: number
  headers: Headers
  text: string
  /** The parsed body; undefined when there is none. */
  json: unknown
}

/**
 * The whole service with its own database, which has the instances `acme` and `other`. Tokens open `acme` by default. On
 * close, the answered pairs of operation and status are recorded for the report of the run.
 */
export async function startTestService(
  overrides: Partial<Config> = {},
  serviceOptions: ServiceOptions = {},
): Promise<TestService> {
  const database = await openTestDatabase(inject('databaseUrl'))
  const { db } = database
  // Not by the function of the command, which would leave the first record of changes.
  await db('instances').insert(['Acme', 'Other'].map((name) => ({ id: name.toLowerCase(), name })))
  const issuer = await startTestIssuer()
  const service = await startService(
    { ...testConfig(database.url, issuer.url), ...overrides },
    { ...testOptions, prepared: await preparedOnce(), ...serviceOptions },
  )
  if (!service.ok) throw new Error(service.message)

  const { baseUrl, managementUrl } = service
  const sign = (role: Role, claims: Record<string, unknown> = {}) => {
    const sub = `tester-${role}`
    return issuer.sign({ sub, client_id: sub, instances: ['acme'], roles: [role], ...claims })
  }
  const plain = new Map<Role, Promise<string>>()
  const token = (role: Role, claims?: Record<string, unknown>) => {
    if (claims) return sign(role, claims)
    const shared = plain.get(role) ?? sign(role)
    plain.set(role, shared)
    return shared
  }
  const client = (role: Role, claims?: Record<string, unknown>, ...use: Hook[]) =>
    createClient({ baseUrl, token: () => token(role, claims), use, maxRetries: 0, ...patient })
  return {
    baseUrl,
    managementUrl,
    issuer,
    db,
    databaseUrl: database.url,
    token,
    acme: (role = 'Administrator') => client(role).instance('acme'),
    keyless: (role = 'Administrator') => client(role, undefined, withoutKey).instance('acme'),
    other: (role = 'Administrator') => client(role, { instances: ['other'] }).instance('other'),
    client: (role, claims) => client(role, claims),
    request: (path, options = {}) => send(baseUrl + path, options, token),
    async close() {
      await recordAnswered(managementUrl)
      await service.stop()
      await issuer.close()
      await database.close()
    },
  }
}

/** A client that waits as long as a test may take. */
const patient = { timeoutMs: 300_000, attemptTimeoutMs: 300_000 }

/** The accounts of the embedded directory, whose passwords are hashed as cheaply as can be. */
export const development = createDevelopment({ memoryCost: 8, timeCost: 1, parallelism: 1 })

const testOptions: ServiceOptions = {
  evaluation: { limitMs: 120_000, mostWaiting: 1000 },
  development,
  timeouts: { headersTimeout: 600_000, requestTimeout: 600_000, slowReaderTimeoutMs: 600_000 },
}

/** The preparation that all services of a worker share. */
export function preparedOnce(): Promise<Prepared> {
  return (prepared ??= prepare())
}

let prepared: Promise<Prepared> | undefined

/** The configuration of a test's service, with free ports and a silent log. */
export function testConfig(databaseUrl: string, issuer: string): Config {
  const read = readConfig({ DATABASE_URL: databaseUrl, OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  return {
    ...read.config,
    port: 0,
    managementPort: 0,
    identityPort: 0,
    dataDir: join(tmpdir(), 'instance-admin-test'),
    rateLimitPerMinute: 1_000_000,
    connectionTestsPerMinute: 1_000_000,
    // On a busy machine a statement may take its time. Tests of these limits set their own.
    databaseAcquireTimeoutMs: 60_000,
    databaseStatementTimeoutMs: 60_000,
    logLevel: 'silent',
    // 0 switches off the background checks of integrations that tests create.
    checkIntervalMinutes: 0,
    // Its accounts are in the test's own database; other directories have tests of their own.
    identityDirectory: 'embedded',
  }
}

const withoutKey: Hook = (request, next) => {
  request.headers.delete('Idempotency-Key')
  return next(request)
}

async function send(
  url: string,
  { method = 'GET', role = 'Administrator', headers = {}, body }: RequestOptions,
  token: (role: Role) => Promise<string>,
): Promise<TestResponse> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(role !== null && { Authorization: `Bearer ${await token(role)}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
  })
  const text = await readText(response)
  const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '')
  const json: unknown = isJson && text !== '' ? JSON.parse(text) : undefined
  return { status: response.status, headers: response.headers, text, json }
}

/** Of a stream of events, which does not end, the first piece. */
async function readText(response: Response): Promise<string> {
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text()
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) return piece
  return ''
}

/** The metrics count every answer by operation and status, so they show what was really answered. */
async function recordAnswered(managementUrl: string): Promise<void> {
  const metrics = await (await fetch(`${managementUrl}/metrics`)).text()
  const counts = metrics.matchAll(
    /^http_request_duration_seconds_count\{operation="(\w+)",method="\w+",status="(\d+)"\} [1-9]/gm,
  )
  for (const [, operation, status] of counts) appendFileSync(answeredFile(), `${operation} ${status}\n`)
}
