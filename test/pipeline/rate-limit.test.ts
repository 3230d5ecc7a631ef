import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Config } from '../../server/config/config.ts'
import { deleteOldRequestCounts } from '../../server/db/request-counts.ts'
import { startService } from '../../server/service.ts'
import { closeDatabase } from '../helpers/close-database.ts'
import { stopDeadlines } from '../helpers/deadlines.ts'
import { countLockWaits } from '../helpers/lock-waits.ts'
import { openTestDatabase } from '../helpers/programs/postgres.ts'
import { ask, askAll, askUntilRefused, inOneMinute, untilCounted } from '../helpers/rate-limits.ts'
import { development, preparedOnce, startTestService, testConfig, type TestService } from '../helpers/service.ts'
import { shortenSleeps } from '../helpers/short-sleeps.ts'
import { until } from '../helpers/until.ts'

// No minute passes by itself, except in the database; the servers exchange their counts every 50 ms.
const clock = stopDeadlines()
shortenSleeps()

/** A test of a limit, with callers whom nobody has counted. */
function testLimit(name: string, on: () => TestService, run: (caller: Caller) => Promise<void>) {
  test(name, () =>
    inOneMinute(on().db, () => {
      const attempt = randomUUID()
      return run((name, instances = ['acme']) => {
        const sub = `${name}-${attempt}`
        return on().token('Administrator', { sub, client_id: sub, instances })
      })
    }),
  )
}

type Caller = (name: string, instances?: string[]) => Promise<string>

describe('a limit of 10', () => {
  let service: TestService
  let other: Extract<Awaited<ReturnType<typeof startService>>, { ok: true }>
  let log = ''
  beforeAll(async () => {
    const limits: Partial<Config> = { rateLimitPerMinute: 10, logLevel: 'warn' }
    const logTo = { write: (line: string) => void (log += line) }
    service = await startTestService(limits, { logTo })
    const config = { ...testConfig(service.databaseUrl, service.issuer.url), ...limits }
    const started = await startService(config, { logTo, development, prepared: await preparedOnce() })
    if (!started.ok) throw new Error(started.message)
    other = started
  })
  afterAll(async () => {
    await other.stop()
    await service.close()
  })
  const servers = () => [service.baseUrl, other.baseUrl]

  testLimit(
    'is exact, for each of several callers at once',
    () => service,
    async (caller) => {
      const each = ['ann', 'ben', 'cem'].map(async (name) => askAll(service.baseUrl, await caller(name), 15))
      for (const counts of await Promise.all(each)) expect(counts).toEqual({ 404: 10, 429: 5 })
    },
  )

  testLimit(
    'counts down in the headers, before and after an exchange',
    () => service,
    async (caller) => {
      const token = await caller('reader')
      const left: (string | null)[] = []
      for (let at = 0; at < 6; at += 1) {
        const response = await ask(service.baseUrl, token)
        left.push(response.headers.get('ratelimit'))
        expect(response.headers.get('ratelimit-policy')).toMatch(/^"10-in-1min"; q=10; w=60; pk=:[\w+/]{16}:$/)
        if (at === 2) await untilCounted(service.db, response, 3)
      }
      expect(left.map((header) => header?.replace(/t=\d+$/, 't=..'))).toEqual(
        [9, 8, 7, 6, 5, 4].map((left) => `"10-in-1min"; r=${left}; t=..`),
      )
    },
  )

  testLimit(
    'is one count for all instances that a token does not have, and none for a token that is forged',
    () => service,
    async (caller) => {
      const token = await caller('guesser')
      const forged = `${token.slice(0, -10)}AAAAAAAAAA`
      expect(await askAll(service.baseUrl, forged, 15)).toEqual({ 401: 15 })
      const madeUp = (at: number) => `/instances/made-up-${at}/agents`
      expect(await askAll(service.baseUrl, token, 15, madeUp)).toEqual({ 404: 10, 429: 5 })
    },
  )

  testLimit(
    'begins anew a minute after its first request, by the clock of the database',
    () => service,
    async (caller) => {
      const { baseUrl, db } = service
      const token = await caller('returning')
      expect(await askAll(baseUrl, token, 15)).toEqual({ 404: 10, 429: 5 })
      const refused = await ask(baseUrl, token)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
      await untilCounted(db, refused, 10)
      clock.pass(60_000)
      // The server counts the minute as over, until the database says that it is not.
      expect(await askUntilRefused(db, baseUrl, token, 10)).toBeLessThan(10)
      await db('request_counts').update({ begun_at: db.raw(`now() - interval '61 s'`) })
      clock.pass(60_000)
      expect(await askAll(baseUrl, token, 15)).toEqual({ 404: 10, 429: 5 })
    },
  )

  testLimit(
    'that one server has reached is kept by the others as soon as they hear of it',
    () => service,
    async (caller) => {
      const token = await caller('visitor')
      expect(await askAll(service.baseUrl, token, 15)).toEqual({ 404: 10, 429: 5 })
      const passed = await askUntilRefused(service.db, other.baseUrl, token, 10)
      expect(passed).toBeGreaterThan(0)
      expect(passed).toBeLessThan(10)
    },
  )

  testLimit(
    'refuses nobody before, and lets no more pass in one moment than each server alone would',
    () => service,
    async (caller) => {
      const token = await caller('burst')
      const [one = {}, another = {}] = await Promise.all(servers().map((baseUrl) => askAll(baseUrl, token, 30)))
      const passed = (one[404] ?? 0) + (another[404] ?? 0)
      expect(passed).toBeGreaterThanOrEqual(10)
      expect(passed).toBeLessThanOrEqual(20)
      expect((one[429] ?? 0) + (another[429] ?? 0)).toBe(60 - passed)
    },
  )

  testLimit(
    'is kept for many callers, in one row for each',
    () => service,
    async (caller) => {
      const each = Array.from({ length: 6 }, async (_, at) => {
        const token = await caller(`one-of-many-${at}`)
        const responses = await Promise.all(servers().map((baseUrl) => ask(baseUrl, token)))
        for (const response of responses) await untilCounted(service.db, response, 2)
      })
      await Promise.all(each)
    },
  )

  describe('without the database', () => {
    testLimit(
      'is counted by each server for itself, at once, until it is back',
      () => service,
      async (caller) => {
        log = ''
        const tokens = await Promise.all(servers().map((_, at) => caller(`cut-off-${at}`)))
        // The servers remember instance and user then, and need no database.
        for (const [at, baseUrl] of servers().entries()) expect((await ask(baseUrl, tokens[at] ?? '')).status).toBe(404)
        const reopen = await closeDatabase(service)
        try {
          for (const [at, baseUrl] of servers().entries())
            expect(await askAll(baseUrl, tokens[at] ?? '', 15)).toEqual({ 404: 9, 429: 6 })
          const stranger = await caller('stranger')
          expect((await ask(service.baseUrl, stranger, '/instances/acme/agents')).status).toBe(503)
          await until(() => expect(log).toMatch(/rate limits are counted by this server alone/))
        } finally {
          await reopen()
        }
        expect(log.match(/rate limits are counted by this server alone/g)?.length).toBeLessThanOrEqual(2)
        const token = await caller('again')
        expect(await askAll(service.baseUrl, token, 15)).toEqual({ 404: 10, 429: 5 })
        expect(await askUntilRefused(service.db, other.baseUrl, token, 10)).toBeLessThan(10)
      },
    )

    testLimit(
      'no request waits for an exchange that waits for a lock',
      () => service,
      async (caller) => {
        const token = await caller('held-up')
        const lock = await service.db.transaction()
        await lock.raw('lock table request_counts in access exclusive mode')
        try {
          expect((await ask(service.baseUrl, token)).status).toBe(404)
          await until(async () => expect(await countLockWaits(service.db)).toBeGreaterThan(0))
          expect(await askAll(service.baseUrl, token, 15)).toEqual({ 404: 9, 429: 6 })
        } finally {
          await lock.rollback()
        }
      },
    )
  })
})

test('counts of minutes that are long over are deleted, some at a time', async () => {
  // Without a service, which would delete them, too.
  const database = await openTestDatabase(inject('databaseUrl'))
  const { db } = database
  await db.raw(`
    insert into request_counts
    select key::text, 1, now() - (key - 5) * interval '1 hour' from generate_series(1, 9) key`)
  expect(await deleteOldRequestCounts(db, 3)).toBe(3)
  expect(await deleteOldRequestCounts(db, 3)).toBeLessThan(3)
  expect(await db('request_counts').pluck('key')).toEqual(['1', '2', '3', '4', '5'])
  await database.close()
})
