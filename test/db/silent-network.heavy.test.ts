import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { inTransaction, isDatabaseUnavailable, openDatabase } from '../../server/db/connection/pool.ts'
import { failureOf } from '../helpers/failure-of.ts'
import { createTestDatabase, ofTest } from '../helpers/programs/postgres.ts'
import { startProxy } from '../helpers/programs/proxy.ts'

let url: string
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ url, drop } = await createTestDatabase(inject('databaseUrl')))
})
afterAll(() => drop())

test('a connection that lost its network in silence is replaced', async () => {
  const { db, proxy } = await openBehindProxy()
  proxy.freezeAll()
  await selectLater(db)
  await db.destroy()
  proxy.close()
})

test('a statement that lost its network in silence fails in time, when it is meant to, and the next has a connection', async () => {
  const { db, proxy } = await openBehindProxy({ statementTimeoutMs: 100_000, givesUp: true })
  // The connection is not tested again as long as this clock stands.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  await db.raw('select 1')
  proxy.freezeAll()
  const failed = vi.fn<(error: unknown) => void>()
  const failing = failureOf(db.raw('select 2')).then(failed)
  await vi.advanceTimersByTimeAsync(101_000)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2000)
  await failing
  expect(isDatabaseUnavailable(failed.mock.calls[0]?.[0])).toBe(true)
  vi.useRealTimers()
  await selectLater(db)
  await db.destroy()
  proxy.close()
})

test('a transaction whose statement lost its network in silence fails as soon as that, not once its end is given up, too', async () => {
  const { db, proxy } = await openBehindProxy({ statementTimeoutMs: 100_000, givesUp: true })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const failed = vi.fn<(error: unknown) => void>()
  const begun = Promise.withResolvers<void>()
  const failing = failureOf(
    inTransaction(db, async (transaction) => {
      await transaction.raw('select 1')
      proxy.freezeAll()
      begun.resolve()
      await transaction.raw('select 2')
    }),
  ).then(failed)
  await begun.promise
  await vi.advanceTimersByTimeAsync(102_500)
  expect(isDatabaseUnavailable(failed.mock.calls[0]?.[0])).toBe(true)
  await failing
  await vi.advanceTimersByTimeAsync(5000)
  vi.useRealTimers()
  await db.destroy()
  proxy.close()
})

/** Asks when the connection was not tested for so long that it is tested before: its last test was 100 ms ago or more. */
async function selectLater(db: Knex): Promise<void> {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(Infinity)
  await db.raw('select 3')
  clock.mockRestore()
}

/** A pool with one connection, which a proxy can cut from its network. */
async function openBehindProxy(limits: { statementTimeoutMs?: number; givesUp?: boolean } = {}) {
  const proxy = await startProxy(url)
  const pool = { name: ofTest, poolSize: 1, acquireTimeoutMs: 20_000, statementTimeoutMs: 120_000 }
  const db = openDatabase({ ...pool, url: proxy.url, ...limits })
  await db.raw('select 1')
  return { db, proxy }
}
