import { Worker } from 'node:worker_threads'
import type { Knex } from 'knex'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { isDatabaseUnavailable, openDatabase } from '../../server/db/connection/pool.ts'
import { migrate, listMigrations } from '../../server/db/schema/migrate.ts'
import { runScript } from '../../server/db/query/query.ts'
import { failureOf } from '../helpers/failure-of.ts'
import { createEmptyDatabase, createTestDatabase, ofTest } from '../helpers/programs/postgres.ts'
import { fill } from '../helpers/sessions.ts'
import { until } from '../helpers/until.ts'

const opened: Knex[] = []
let url: string
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ url, drop } = await createTestDatabase(inject('databaseUrl')))
})

afterEach(async () => {
  vi.useRealTimers()
  for (const db of opened.splice(0)) await db.destroy()
})

afterAll(() => drop())

// That a crash of PostgreSQL costs no later query, either, is in database-client.heavy.test.ts.
test('connections that ended unnoticed are not handed out', async () => {
  const db = open(url, { poolSize: 4 })
  const sessions = await fill(db, 4)
  endUnnoticed(sessions)
  await Promise.all(Array.from({ length: 20 }, () => db.raw('select 1')))
  expect(sessions).not.toContain((await fill(db, 1))[0])
})

test('no free connection, a slow statement and a server that is away are unavailability', async () => {
  const taken = open(url, { poolSize: 1 })
  const holder = await taken.transaction()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const refused = failureOf(taken.raw('select 1'))
  await vi.advanceTimersByTimeAsync(acquireTimeoutMs)
  expect(isDatabaseUnavailable(await refused)).toBe(true)
  vi.useRealTimers()
  await holder.rollback()
  const slow = await failureOf(open(url, { statementTimeoutMs: 100 }).raw(sleepForEver))
  expect(slow).toMatchObject({ code: '57014' })
  expect(isDatabaseUnavailable(slow)).toBe(true)
  const away = open('postgres://nobody@127.0.0.1:1/none', {})
  expect(isDatabaseUnavailable(await failureOf(away.raw('select 1')))).toBe(true)
})

test('a session that is ended in the middle of a query is unavailability', async () => {
  const db = open(url, { poolSize: 1 })
  const admin = open(url, { poolSize: 1 })
  const cut = failureOf(db.raw(sleepForEver))
  await until(async () => expect(await endSessions(admin, `query = '${sleepForEver}'`)).toBe(1))
  expect(isDatabaseUnavailable(await cut)).toBe(true)
})

test('a mistake in a query is not unavailability, and its message repeats no value', async () => {
  const db = open(url, {})
  const error = await failureOf(db.raw('select * from missing where secret = ?', ['hunter2']))
  expect(isDatabaseUnavailable(error)).toBe(false)
  expect(String(error)).not.toContain('hunter2')
  expect(isDatabaseUnavailable(new Error('an ordinary bug'))).toBe(false)
})

test('a worker of Citus that is lost in a transaction is an outage, another internal error is not', async () => {
  const db = open(url, {})
  const raise = (message: string) =>
    failureOf(db.raw(`do $$ begin raise exception using errcode = 'XX000', message = '${message}'; end $$`))
  expect(isDatabaseUnavailable(await raise('failure on connection marked as essential: app@worker:5432'))).toBe(true)
  const lostAtTheEnd = 'could not commit transaction for shard 102279 on at least one active node'
  expect(isDatabaseUnavailable(await raise(lostAtTheEnd))).toBe(true)
  expect(isDatabaseUnavailable(await raise('cache lookup failed for type 0'))).toBe(false)
})

test('the failed transaction of a script does not reach the next user of its connection', async () => {
  const db = open(url, { poolSize: 1 })
  await expect(runScript(db, 'begin; select 1 / 0; commit')).rejects.toThrow('division by zero')
  expect((await runScript(db, 'select $1 as sent', ['next'])).rows).toEqual([{ sent: 'next' }])
})

test('bigint comes as a number while that is exact', async () => {
  const db = open(url, {})
  const { rows }: { rows: unknown[] } = await db.raw(`select count(*) as few, 9007199254740993 as many`)
  expect(rows).toEqual([{ few: 1, many: '9007199254740993' }])
})

test.each(['UTC', 'Asia/Kolkata', 'America/St_Johns'])(
  'times come in the form of the contract, whatever the time zone of the session: %s',
  async (zone) => {
    const db = open(url, { poolSize: 1 })
    await db.raw(`set time zone '${zone}'`)
    const read = async (time: string) => {
      const { rows } = await db.raw<{ rows: { at: unknown }[] }>('select ?::timestamptz as at', [time])
      return rows[0]?.at
    }
    for (const time of ['2026-01-02T03:04:05.678Z', '2026-07-31T23:59:59.900Z', '0001-01-01T00:00:00.000Z'])
      expect(await read(time)).toBe(time)
    expect(await read('9999-12-31T12:00:00.01Z')).toBe('9999-12-31T12:00:00.010Z')
    expect(await read('2026-01-02T03:04:05.678912Z')).toBe('2026-01-02T03:04:05.678Z')
    expect(await read('infinity')).toBe('infinity')
  },
)

test('two servers that start at once migrate once', async () => {
  const empty = await createEmptyDatabase(inject('databaseUrl'))
  const ran = await Promise.all([migrate(empty), migrate(empty)])
  expect(ran.flat()).toEqual(await listMigrations())
  expect(await migrate(empty)).toEqual([])
  await empty.drop()
})

// That a killed server leaves nothing behind, either, is in database-client.heavy.test.ts.
test('a migration whose session ends in the middle leaves nothing behind', async () => {
  const empty = await createEmptyDatabase(inject('databaseUrl'))
  const db = open(empty.url, {})
  const obstacle = await db.transaction()
  await obstacle.raw('create table integrations (id text)')
  const ended = failureOf(migrate(empty))
  await until(async () => expect(await endSessions(db, `wait_event_type = 'Lock'`)).toBe(1))
  expect(isDatabaseUnavailable(await ended)).toBe(true)
  await obstacle.rollback()
  expect(await migrate(empty)).toEqual(await listMigrations())
  await db.destroy()
  await empty.drop()
})

test('a test database is the migrated one, of its own, and dropped while in use', async () => {
  const [one, two] = await Promise.all([1, 2].map(() => createTestDatabase(inject('databaseUrl'))))
  if (!one || !two) throw new Error('Two were created.')
  await open(one.url, {})('instances').insert({ id: 'i', name: 'n' })
  expect(await open(two.url, {})('instances').select()).toEqual([])
  await Promise.all([one.drop(), two.drop()])
})

const acquireTimeoutMs = 120_000
const sleepForEver = 'select pg_sleep(100000)'

function open(to: string, limits: { poolSize?: number; statementTimeoutMs?: number; givesUp?: boolean }): Knex {
  const db = openDatabase({
    url: to,
    name: ofTest,
    poolSize: 2,
    acquireTimeoutMs,
    statementTimeoutMs: 120_000,
    ...limits,
  })
  opened.push(db)
  return db
}

/** Ends sessions of the database, and returns how many. */
async function endSessions(db: Knex, which: string): Promise<number> {
  const { rowCount }: { rowCount: number } = await db.raw(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and ${which}`,
  )
  return rowCount
}

/** Ends sessions while this thread stands still, so that it can read nothing of it before its next query. */
function endUnnoticed(sessions: readonly number[]): void {
  const done = new Int32Array(new SharedArrayBuffer(4))
  const program = `
    const { workerData: { done, url, sessions } } = require('node:worker_threads')
    const { Client } = require('pg')
    const client = new Client({ connectionString: url })
    client.connect()
      .then(() => client.query('select pg_terminate_backend(pid, 60000) from unnest($1::int[]) as pid', [sessions]))
      .then(() => client.end())
      .then(() => { Atomics.store(done, 0, 1); Atomics.notify(done, 0) })`
  void new Worker(program, { eval: true, workerData: { done, url, sessions } })
  Atomics.wait(done, 0, 0)
}
