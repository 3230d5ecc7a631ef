import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { asObject, asString } from '../../contract/json.ts'
import type { Config } from '../../server/config/config.ts'
import { deleteOldRequestCounts } from '../../server/db/request-counts.ts'
import { startService } from '../../server/service.ts'
import { closeDatabase } from '../helpers/close-database.ts'
import { audience } from '../helpers/programs/issuer.ts'
import { end, startServer, type RunningServer } from '../helpers/programs/server-process.ts'
import { openTestDatabase } from '../helpers/programs/postgres.ts'
import { preparedOnce, startTestService, testConfig, type TestService } from '../helpers/service.ts'

/** Needs no database but for the count. */
const free = '/instances/acme/integration-types/NONE'

interface Servers {
  service: TestService
  baseUrls: string[]
  log(): string
  close(): Promise<void>
}

/** So many servers on one database. */
async function startServers(number: number, overrides: Partial<Config>): Promise<Servers> {
  let written = ''
  const logTo = { write: (line: string) => void (written += line) }
  const service = await startTestService({ ...overrides, logLevel: 'warn' }, { logTo })
  const config = { ...testConfig(await databaseUrlOf(service), service.issuer.url), ...overrides }
  const others = await Promise.all(
    Array.from({ length: number - 1 }, async () => {
      const started = await startService({ ...config, logLevel: 'warn' }, { logTo, prepared: await preparedOnce() })
      if (!started.ok) throw new Error(started.message)
      return started
    }),
  )
  return {
    service,
    baseUrls: [service.baseUrl, ...others.map(({ baseUrl }) => baseUrl)],
    log: () => written,
    async close() {
      await Promise.all(others.map((other) => other.stop()))
      await service.close()
    },
  }
}

async function databaseUrlOf({ db }: TestService): Promise<string> {
  const row: unknown = await db.select(db.raw('current_database() as name')).first()
  const url = new URL(inject('databaseUrl'))
  url.pathname = asString(asObject(row)['name'])
  return url.href
}

function ask(baseUrl: string, token: string, path = free): Promise<Response> {
  return fetch(baseUrl + path, { headers: { Authorization: `Bearer ${token}` } })
}

/** Sends requests to all servers in turn, 40 at once, and returns how many got each status. */
async function askAll(baseUrls: string[], token: string, requests: number, path = free) {
  const counts: Record<number, number> = {}
  let sent = 0
  const askOn = async () => {
    while (sent < requests) {
      const baseUrl = baseUrls[sent++ % baseUrls.length] ?? ''
      const response = await ask(baseUrl, token, path)
      await response.text()
      counts[response.status] = (counts[response.status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 40 }, askOn))
  return counts
}

/** The requests that the servers told each other of, in all counts. */
async function exchanged({ db }: TestService): Promise<number[]> {
  return db('request_counts').orderBy('requests').pluck<number[]>('requests')
}

/** Asks one server again and again until it refuses, and returns how many requests passed. */
async function askUntilRefused(baseUrl: string, token: string): Promise<number> {
  let passed = 0
  await vi.waitUntil(
    async () => {
      const { status } = await ask(baseUrl, token)
      if (status !== 429) passed += 1
      return status === 429
    },
    { timeout: 60_000, interval: 300 },
  )
  return passed
}

async function caller({ service }: Servers, sub: string, instances = ['acme']): Promise<string> {
  return service.token('Administrator', { sub, client_id: sub, instances })
}

describe('a limit of 25 on one server', () => {
  let servers: Servers
  beforeAll(async () => {
    servers = await startServers(1, { rateLimitPerMinute: 25 })
  })
  afterAll(() => servers.close())
  afterEach(() => vi.restoreAllMocks())

  test('is exact, for each of several callers at once', async () => {
    const each = ['ann', 'ben', 'cem', 'dee', 'eva'].map(async (sub) =>
      askAll(servers.baseUrls, await caller(servers, sub), 60),
    )
    for (const counts of await Promise.all(each)) expect(counts).toEqual({ 404: 25, 429: 35 })
  })

  test('counts down in the headers, before and after an exchange', async () => {
    const token = await caller(servers, 'reader')
    const left: (string | null)[] = []
    for (let at = 0; at < 8; at += 1) {
      const { headers } = await ask(servers.baseUrls[0] ?? '', token)
      left.push(headers.get('ratelimit'))
      expect(headers.get('ratelimit-policy')).toMatch(/^"25-in-1min"; q=25; w=60; pk=:[\w+/]{16}:$/)
      if (at === 3)
        await vi.waitFor(async () => expect(await exchanged(servers.service)).toContain(4), {
          timeout: 60_000,
        })
    }
    expect(left.map((header) => header?.replace(/t=(60|[1-5]\d)$/, 't=..'))).toEqual(
      [24, 23, 22, 21, 20, 19, 18, 17].map((left) => `"25-in-1min"; r=${left}; t=..`),
    )
  })

  test('is one count for all instances that a token does not have, and none for a token that is forged', async () => {
    const [baseUrl = ''] = servers.baseUrls
    const forged = `${(await caller(servers, 'guesser')).slice(0, -10)}AAAAAAAAAA`
    expect(await askAll(servers.baseUrls, forged, 60)).toEqual({ 401: 60 })
    const token = await caller(servers, 'guesser')
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        return (await ask(baseUrl, token, `/instances/made-up-${at}/agents`)).status
      }),
    )
    expect(statuses.filter((status) => status === 404)).toHaveLength(25)
    expect(statuses.filter((status) => status === 429)).toHaveLength(35)
  })

  test('begins anew a minute after its first request, by the clock of the database', async () => {
    const { service, baseUrls } = servers
    const token = await caller(servers, 'returning')
    expect(await askAll(baseUrls, token, 40)).toEqual({ 404: 25, 429: 15 })
    const refused = await ask(baseUrls[0] ?? '', token)
    expect(refused.headers.get('retry-after')).toMatch(/^(60|[1-5]\d)$/)
    // Six callers before this one have sent 25, too.
    const full = async () => (await exchanged(service)).filter((requests) => requests === 25)
    await vi.waitFor(async () => expect(await full()).toHaveLength(7), { timeout: 60_000 })

    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
    // The server counts the minute as over, until the database says that it is not.
    expect(await askUntilRefused(baseUrls[0] ?? '', token)).toBeLessThan(25)
    await service.db('request_counts').update({ begun_at: new Date(Date.now() - 61_000) })
    clock.mockImplementation(() => now() + 120_000)
    expect(await askAll(baseUrls, token, 40)).toEqual({ 404: 25, 429: 15 })
  })
})

describe('a limit of 25 on three servers', () => {
  let servers: Servers
  beforeAll(async () => {
    servers = await startServers(3, { rateLimitPerMinute: 25 })
  })
  afterAll(() => servers.close())

  test('that one server has reached is kept by the others as soon as they hear of it', async () => {
    const token = await caller(servers, 'visitor')
    const [first = '', ...others] = servers.baseUrls
    expect(await askAll([first], token, 40)).toEqual({ 404: 25, 429: 15 })
    for (const other of others) {
      const passed = await askUntilRefused(other, token)
      expect(passed).toBeGreaterThan(0)
      expect(passed).toBeLessThan(25)
    }
  })

  test('refuses nobody before, and lets no more pass in one moment than each server alone would', async () => {
    const { 404: passed = 0, ...refused } = await askAll(servers.baseUrls, await caller(servers, 'burst'), 150)
    expect(passed).toBeGreaterThanOrEqual(25)
    expect(passed).toBeLessThanOrEqual(75)
    expect(refused).toEqual({ 429: 150 - passed })
  })

  test('is kept for many callers by one statement, with one row for each', async () => {
    for (let at = 0; at < 40; at += 1)
      await ask(servers.baseUrls[at % 3] ?? '', await caller(servers, `one-of-many-${at % 20}`))
    await vi.waitFor(
      async () => {
        const counts = await exchanged(servers.service)
        expect(counts.filter((requests) => requests === 2)).toHaveLength(20)
      },
      { timeout: 60_000 },
    )
  })
})

describe('a limit of an instance', () => {
  let servers: Servers
  beforeAll(async () => {
    servers = await startServers(1, { rateLimitPerMinute: 30, rateLimitPerInstance: 70 })
  })
  afterAll(() => servers.close())

  test('holds for all callers together, beside the limit of each', async () => {
    const { baseUrls } = servers
    const tokens = await Promise.all(['ann', 'ben', 'cem'].map((sub) => caller(servers, sub)))
    const passed = async (token: string) => (await askAll(baseUrls, token, 40))[404] ?? 0
    expect(await passed(tokens[0] ?? '')).toBe(30)
    const others = await Promise.all(tokens.slice(1).map(passed))
    expect(others.reduce((sum, more) => sum + more, 30)).toBe(70)

    const refused = await ask(baseUrls[0] ?? '', await caller(servers, 'dee'))
    expect(refused.status).toBe(429)
    expect(refused.headers.get('ratelimit')).toMatch(/^"70-in-1min"; r=0; t=\d+$/)
    expect(refused.headers.get('ratelimit-policy')).toContain('q=70')
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeLessThanOrEqual(60)
    const detail = `All callers of an instance together may send 70 requests a minute. Send this one again in ${seconds} seconds.`
    expect(await refused.json()).toMatchObject({ code: 'rate_limited', detail })
    const elsewhere = await caller(servers, 'dee', ['other'])
    expect((await ask(baseUrls[0] ?? '', elsewhere, free.replace('acme', 'other'))).status).toBe(404)
  })
})

describe('without the database', () => {
  let servers: Servers
  beforeAll(async () => {
    servers = await startServers(2, { rateLimitPerMinute: 20, databaseAcquireTimeoutMs: 12_000 })
  })
  afterAll(() => servers.close())

  test('each server counts for itself, at once, until the database is back', async () => {
    const { baseUrls, service } = servers
    const tokens = await Promise.all(baseUrls.map((_, at) => caller(servers, `cut-off-${at}`)))
    // The servers remember instance and user then, and need no database.
    for (const [at, baseUrl] of baseUrls.entries()) expect((await ask(baseUrl, tokens[at] ?? '')).status).toBe(404)
    const reopen = await closeDatabase(service)
    try {
      for (const [at, baseUrl] of baseUrls.entries()) {
        expect(await askAll([baseUrl], tokens[at] ?? '', 30)).toEqual({ 404: 19, 429: 11 })
      }
      const stranger = await caller(servers, 'stranger')
      expect((await ask(baseUrls[0] ?? '', stranger, '/instances/acme/agents')).status).toBe(503)
      await vi.waitFor(() => expect(servers.log()).toMatch(/rate limits are counted by this server alone/), {
        timeout: 60_000,
      })
    } finally {
      await reopen()
    }
    const warnings = servers.log().match(/rate limits are counted by this server alone/g)
    expect(warnings?.length).toBeLessThanOrEqual(2)
    const token = await caller(servers, 'again')
    expect(await askAll(baseUrls.slice(0, 1), token, 30)).toEqual({ 404: 20, 429: 10 })
    expect(await askUntilRefused(baseUrls[1] ?? '', token)).toBeLessThan(20)
  })

  test('no request waits for an exchange that waits for a lock', async () => {
    const { baseUrls, service } = servers
    const lock = await service.db.transaction()
    await lock.raw('lock table request_counts in access exclusive mode')
    try {
      const token = await caller(servers, 'held-up')
      for (const pauseMs of [0, 1100, 1100]) {
        await sleep(pauseMs)
        const startedAt = performance.now()
        expect((await ask(baseUrls[0] ?? '', token)).status).toBe(404)
        expect(performance.now() - startedAt).toBeLessThan(5000)
      }
      expect(await askAll(baseUrls.slice(0, 1), token, 30)).toEqual({ 404: 17, 429: 13 })
    } finally {
      await lock.rollback()
    }
  })
})

test('of two processes, the other keeps a limit that one has reached', async () => {
  const service = await startTestService()
  const variables = {
    DATABASE_URL: await databaseUrlOf(service),
    OIDC_ISSUER: service.issuer.url,
    OIDC_AUDIENCE: audience,
    RATE_LIMIT_PER_MINUTE: '30',
    CHECK_INTERVAL_MINUTES: '0',
    IDENTITY_DIRECTORY: 'none',
  }
  const processes: RunningServer[] = []
  try {
    for (let at = 0; at < 2; at += 1) processes.push(await startServer(variables))
    const [first = '', other = ''] = processes.map(({ baseUrl }) => baseUrl)
    const token = await service.token('Administrator')
    expect(await askAll([first], token, 60)).toEqual({ 404: 30, 429: 30 })
    expect(await askUntilRefused(other, token)).toBeLessThan(30)
  } finally {
    await Promise.all(processes.map((started) => end(started, 'SIGTERM')))
    await service.close()
  }
})

test('counts of minutes that are long over are deleted, some at a time', async () => {
  // Without a service, which would delete them, too.
  const database = await openTestDatabase(inject('databaseUrl'))
  const { db } = database
  await db.raw(`
    insert into request_counts
    select key::text, 1, now() - key * interval '1 minute' from generate_series(1, 9) key`)
  expect(await deleteOldRequestCounts(db, 3)).toBe(3)
  expect(await deleteOldRequestCounts(db, 3)).toBeLessThan(3)
  expect(await db('request_counts').pluck('key')).toEqual(['1', '2', '3', '4'])
  await database.close()
})
