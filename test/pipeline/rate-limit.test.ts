import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { asObject, asString } from '../../contract/json.ts'
import type { Config } from '../../server/config/config.ts'
import { deleteOldRequestCounts } from '../../server/db/request-counts.ts'
import { startService } from '../../server/service.ts'
import { closeDatabase } from '../helpers/close-database.ts'
import { audience } from '../helpers/issuer.ts'
import { end, startServer, type RunningServer } from '../helpers/server-process.ts'
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
      const started = await startService(
        { ...config, logLevel: 'warn' },
        { logTo, prepared: await preparedOnce() },
      )
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

function countsIn({ db }: TestService) {
  return db<{ instance_id: string; requests: number }>('request_counts')
    .select('instance_id', 'requests')
    .orderBy(['instance_id', 'requests'])
}

async function caller({ service }: Servers, sub: string, instances = ['acme']): Promise<string> {
  return service.token('Administrator', { sub, client_id: sub, instances })
}

describe('a limit of 1000 on four servers', () => {
  let servers: Servers
  beforeAll(async () => {
    servers = await startServers(4, { rateLimitPerMinute: 1000 })
  })
  afterAll(() => servers.close())

  test('holds over all of them within 5 %, and refuses nobody before', async () => {
    const { 404: passed = 0, ...refused } = await askAll(
      servers.baseUrls,
      await caller(servers, 'spread'),
      1400,
    )
    expect(passed).toBeGreaterThanOrEqual(1000)
    expect(passed).toBeLessThanOrEqual(1050)
    expect(refused).toEqual({ 429: 1400 - passed })
  })

  test('asks the database for a part of the requests only, and for none that is refused', async () => {
    const [row] = await countsIn(servers.service)
    expect(row).toMatchObject({ instance_id: 'acme' })
    await askAll(servers.baseUrls, await caller(servers, 'spread'), 40)
    expect(await countsIn(servers.service)).toEqual([row])
    await askAll(servers.baseUrls, await caller(servers, 'seldom'), 8)
    expect(await countsIn(servers.service)).toEqual([row])
  })
})

describe('a limit of 25 on four servers', () => {
  let servers: Servers
  beforeAll(async () => {
    servers = await startServers(4, { rateLimitPerMinute: 25 })
  })
  afterAll(() => servers.close())
  afterEach(() => vi.restoreAllMocks())

  test('is exact, for each of several callers at once', async () => {
    const each = ['ann', 'ben', 'cem', 'dee', 'eva'].map(async (sub) =>
      askAll(servers.baseUrls, await caller(servers, sub), 60),
    )
    for (const counts of await Promise.all(each)) expect(counts).toEqual({ 404: 25, 429: 35 })
  })

  test('counts down in the headers, whatever server answers', async () => {
    const token = await caller(servers, 'reader')
    const left: (string | null)[] = []
    for (const baseUrl of [...servers.baseUrls, ...servers.baseUrls]) {
      const { headers } = await ask(baseUrl, token)
      left.push(headers.get('ratelimit'))
      expect(headers.get('ratelimit-policy')).toMatch(/^"25-in-1min"; q=25; w=60; pk=:[\w+/]{16}:$/)
    }
    expect(left.map((header) => header?.replace(/t=(60|[1-5]\d)$/, 't=..'))).toEqual(
      [24, 23, 22, 21, 20, 19, 18, 17].map((left) => `"25-in-1min"; r=${left}; t=..`),
    )
  })

  test('is one count for all instances that a token does not have, and none for a token that is forged', async () => {
    const { service, baseUrls } = servers
    const before = await countsIn(service)
    const forged = `${(await caller(servers, 'guesser')).slice(0, -10)}AAAAAAAAAA`
    expect(await askAll(baseUrls, forged, 60)).toEqual({ 401: 60 })
    expect(await countsIn(service)).toEqual(before)

    const token = await caller(servers, 'guesser')
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        return (await ask(baseUrls[at % 4] ?? '', token, `/instances/made-up-${at}/agents`)).status
      }),
    )
    expect(statuses.filter((status) => status === 404)).toHaveLength(25)
    expect(statuses.filter((status) => status === 429)).toHaveLength(35)
    const added = (await countsIn(service)).filter(({ instance_id: id }) => id === '')
    expect(added).toHaveLength(1)
    expect(await countsIn(service)).toHaveLength(before.length + 1)
  })

  test('begins anew a minute after its first request', async () => {
    const { service, baseUrls } = servers
    const token = await caller(servers, 'patient')
    expect(await askAll(baseUrls, token, 40)).toEqual({ 404: 25, 429: 15 })
    const refused = await ask(baseUrls[0] ?? '', token)
    expect(refused.headers.get('retry-after')).toMatch(/^(60|[1-5]\d)$/)

    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
    // Servers that count the minute as over ask the database, which knows better.
    expect(await askAll(baseUrls, token, 8)).toEqual({ 429: 8 })
    const then = new Date(Date.now() - 61_000)
    await service.db('request_counts').update({ begun_at: then, told_at: then })
    clock.mockImplementation(() => now() + 120_000)
    expect(await askAll(baseUrls, token, 40)).toEqual({ 404: 25, 429: 15 })
  })
})

describe('a limit of an instance', () => {
  let servers: Servers
  beforeAll(async () => {
    servers = await startServers(3, { rateLimitPerMinute: 30, rateLimitPerInstance: 70 })
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
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(await refused.json()).toMatchObject({
      code: 'rate_limited',
      detail:
        'All callers of an instance together may send 70 requests a minute. Wait for the seconds in Retry-After.',
    })
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
    const token = await caller(servers, 'cut-off')
    expect(await askAll(baseUrls, token, 10)).toEqual({ 404: 10 })
    const other = await caller(servers, 'seen')
    expect(await askAll(baseUrls, other, 2)).toEqual({ 404: 2 })
    const reopen = await closeDatabase(service)
    try {
      // Each server knows of the ten, or of most of them, and lets the rest of its own limit pass.
      for (const baseUrl of baseUrls) {
        const { 404: passed = 0, ...refused } = await askAll([baseUrl], token, 30)
        expect(passed).toBeGreaterThanOrEqual(10)
        expect(passed).toBeLessThanOrEqual(15)
        expect(refused).toEqual({ 429: 30 - passed })
      }
      const stranger = await caller(servers, 'stranger')
      expect((await ask(baseUrls[0] ?? '', stranger, '/instances/acme/agents')).status).toBe(503)
      const { 404: passed, ...refused } = await askAll(baseUrls, other, 60)
      expect([36, 37, 38]).toContain(passed)
      expect(refused).toEqual({ 429: 60 - Number(passed) })
    } finally {
      await reopen()
    }
    const warnings = servers.log().match(/rate limits are counted by this server alone/g)
    expect(warnings?.length).toBeLessThanOrEqual(2)
    let at = 0
    const isTogether = async () =>
      (await askAll(baseUrls, await caller(servers, `again-${at++}`), 60))[404] === 20
    await vi.waitUntil(isTogether, { timeout: 60_000, interval: 500 })
  })

  test('a count that waits for a lock holds up one request for a while, and no later one', async () => {
    const { baseUrls, service } = servers
    const lock = await service.db.transaction()
    await lock.raw('lock table request_counts in access exclusive mode')
    try {
      const token = await caller(servers, 'held-up')
      const [baseUrl = ''] = baseUrls
      expect((await ask(baseUrl, token)).status).toBe(404)
      // Later ones are counted here, also while the database is tried again.
      for (const pauseMs of [0, 1100, 1100]) {
        await sleep(pauseMs)
        const startedAt = performance.now()
        expect((await ask(baseUrl, token)).status).toBe(404)
        // The first one took six seconds.
        expect(performance.now() - startedAt).toBeLessThan(5000)
      }
      expect(await askAll([baseUrl], token, 30)).toEqual({ 404: 16, 429: 14 })
    } finally {
      await lock.rollback()
    }
  })
})

test('three processes keep one limit', async () => {
  const service = await startTestService()
  const variables = {
    DATABASE_URL: await databaseUrlOf(service),
    OIDC_ISSUER: service.issuer.url,
    OIDC_AUDIENCE: audience,
    RATE_LIMIT_PER_MINUTE: '30',
    DATABASE_ACQUIRE_TIMEOUT_MS: '20000',
    CHECK_INTERVAL_MINUTES: '0',
    IDENTITY_DIRECTORY: 'none',
  }
  const processes: RunningServer[] = []
  try {
    for (let at = 0; at < 3; at += 1) processes.push(await startServer(variables))
    const urls = processes.map(({ baseUrl }) => baseUrl)
    expect(await askAll(urls, await service.token('Administrator'), 60)).toEqual({ 404: 30, 429: 30 })
  } finally {
    await Promise.all(processes.map((started) => end(started, 'SIGTERM')))
    await service.close()
  }
})

test('counts of minutes that are long over are deleted, some at a time', async () => {
  const service = await startTestService()
  const { db } = service
  await db.raw(`
    insert into request_counts
    select 'acme', key::text, 1, now() - key * interval '1 minute', now() from generate_series(1, 9) key`)
  expect(await deleteOldRequestCounts(db, 3)).toBe(3)
  expect(await deleteOldRequestCounts(db, 3)).toBeLessThan(3)
  expect(await db('request_counts').pluck('key')).toEqual(['1', '2', '3', '4'])
  await service.close()
})
