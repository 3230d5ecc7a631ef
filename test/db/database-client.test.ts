import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, connect as connectTo, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isDatabaseUnavailable, openDatabase } from '../../server/db/connection/pool.ts'
import { migrate, readMigrations } from '../../server/db/schema/migrate.ts'
import { runScript } from '../../server/db/query/query.ts'
import { spawnAside } from '../helpers/programs/child.ts'
import { createTestDatabase, ofTest, startTestPostgres } from '../helpers/programs/postgres.ts'

const root = join(import.meta.dirname, '../..')

const terminateAll = `
  import { Client } from 'pg'
  const client = new Client(process.env.URL)
  await client.connect()
  await client.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'")
  await client.end()`

const opened: Knex[] = []
let postgres: Awaited<ReturnType<typeof startTestPostgres>>

beforeAll(async () => {
  postgres = await startTestPostgres()
})

afterEach(async () => {
  for (const db of opened.splice(0)) await db.destroy()
})

afterAll(async () => {
  await postgres.stop()
})

test('connections that ended unnoticed are not handed out', async () => {
  const db = open(postgres.adminUrl, { poolSize: 4 })
  await fill(db, 4)
  // Nothing of it can be read before the next query, as on a busy server.
  const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', terminateAll], {
    cwd: root,
    env: { URL: postgres.adminUrl },
  })
  const answers = Array.from({ length: 20 }, () => db.raw('select 1'))
  expect(status).toBe(0)
  await Promise.all(answers)
})

test('a crash and restart of PostgreSQL costs no later query', async () => {
  const db = open(postgres.adminUrl, { poolSize: 4 })
  const sessions = await fill(db, 4)
  const [victim] = sessions
  if (victim === undefined) throw new Error('no session')
  process.kill(victim, 'SIGKILL')
  await expect.poll(() => hasRestarted(postgres.adminUrl, sessions), { timeout: 60_000 }).toBe(true)
  await Promise.all(Array.from({ length: 20 }, () => db.raw('select 1')))
})

test('a connection that lost its network in silence is replaced', async () => {
  const proxy = await startProxy(postgres.adminUrl)
  const db = open(proxy.url, { poolSize: 1 })
  await db.raw('select 1')
  proxy.freezeAll()
  await sleep(200)
  await db.raw('select 1')
  await db.destroy()
  proxy.close()
})

test('a statement that lost its network in silence fails in time, when it is meant to, and the next has a connection', async () => {
  const proxy = await startProxy(postgres.adminUrl)
  const db = open(proxy.url, {
    poolSize: 1,
    statementTimeoutMs: 200,
    acquireTimeoutMs: 10_000,
    givesUp: true,
  })
  await db.raw('select 1')
  proxy.freezeAll()
  const startedAt = performance.now()
  expect(isDatabaseUnavailable(await failureOf(db.raw('select 2')))).toBe(true)
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  await db.raw('select 3')
  await db.destroy()
  proxy.close()
})

test('no free connection, a slow statement and a server that is away are unavailability', async () => {
  const taken = open(postgres.adminUrl, { poolSize: 1, acquireTimeoutMs: 3000 })
  const holder = await taken.transaction()
  expect(isDatabaseUnavailable(await failureOf(taken.raw('select 1')))).toBe(true)
  await holder.rollback()
  const slow = await failureOf(open(postgres.adminUrl, { statementTimeoutMs: 300 }).raw('select pg_sleep(60)'))
  expect(slow).toMatchObject({ code: '57014' })
  expect(isDatabaseUnavailable(slow)).toBe(true)
  const away = open('postgres://nobody@127.0.0.1:1/none', {})
  expect(isDatabaseUnavailable(await failureOf(away.raw('select 1')))).toBe(true)
})

test('a session that is ended in the middle of a query is unavailability', async () => {
  const db = open(postgres.adminUrl, { poolSize: 1 })
  const admin = open(postgres.adminUrl, { poolSize: 1 })
  const cut = failureOf(db.raw('select pg_sleep(20)'))
  await expect
    .poll(() =>
      admin
        .raw(`select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(20)'`)
        .then(({ rowCount }: { rowCount: number }) => rowCount),
    )
    .toBe(1)
  expect(isDatabaseUnavailable(await cut)).toBe(true)
})

test('a mistake in a query is not unavailability, and its message repeats no value', async () => {
  const db = open(postgres.adminUrl, {})
  const error = await failureOf(db.raw('select * from missing where secret = ?', ['hunter2']))
  expect(isDatabaseUnavailable(error)).toBe(false)
  expect(String(error)).not.toContain('hunter2')
  expect(isDatabaseUnavailable(new Error('an ordinary bug'))).toBe(false)
})

test('a worker of Citus that is lost in a transaction is an outage, another internal error is not', async () => {
  const db = open(postgres.adminUrl, {})
  const raise = (message: string) =>
    failureOf(db.raw(`do $$ begin raise exception using errcode = 'XX000', message = '${message}'; end $$`))
  expect(isDatabaseUnavailable(await raise('failure on connection marked as essential: app@worker:5432'))).toBe(true)
  const lostAtTheEnd = 'could not commit transaction for shard 102279 on at least one active node'
  expect(isDatabaseUnavailable(await raise(lostAtTheEnd))).toBe(true)
  expect(isDatabaseUnavailable(await raise('cache lookup failed for type 0'))).toBe(false)
})

test('the failed transaction of a script does not reach the next user of its connection', async () => {
  const db = open(postgres.adminUrl, { poolSize: 1 })
  await expect(runScript(db, 'begin; select 1 / 0; commit')).rejects.toThrow('division by zero')
  expect((await runScript(db, 'select $1 as sent', ['next'])).rows).toEqual([{ sent: 'next' }])
})

test('bigint comes as a number while that is exact', async () => {
  const db = open(postgres.adminUrl, {})
  const { rows }: { rows: unknown[] } = await db.raw(`select count(*) as few, 9007199254740993 as many`)
  expect(rows).toEqual([{ few: 1, many: '9007199254740993' }])
})

test.each(['UTC', 'Asia/Kolkata', 'America/St_Johns'])(
  'times come in the form of the contract, whatever the time zone of the session: %s',
  async (zone) => {
    const db = open(postgres.adminUrl, { poolSize: 1 })
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
  const url = await createEmptyDatabase()
  const ran = await Promise.all([migrate({ url }), migrate({ url })])
  const migrations = await readMigrations()
  expect(ran.flat()).toEqual(migrations.map(({ name }) => name))
  expect(await migrate({ url })).toEqual([])
})

test('a server killed in the middle of a migration leaves nothing behind', async () => {
  const url = await createEmptyDatabase()
  const db = open(url, {})
  const obstacle = await db.transaction()
  await obstacle.raw('create table integrations (id text)')
  const server = spawnMigration(url)
  await expect.poll(() => isWaiting(db), { timeout: 60_000 }).toBe(true)
  server.kill('SIGKILL')
  await once(server, 'exit')
  await obstacle.rollback()
  expect(await migrate({ url })).toEqual((await readMigrations()).map(({ name }) => name))
})

test('a test database is the migrated one, of its own, and dropped while in use', async () => {
  const [one, two] = await Promise.all([createTestDatabase(postgres.adminUrl), createTestDatabase(postgres.adminUrl)])
  await open(one.url, {})('instances').insert({ id: 'i', name: 'n' })
  expect(await open(two.url, {})('instances').select()).toEqual([])
  await Promise.all([one.drop(), two.drop()])
})

function open(
  url: string,
  limits: { poolSize?: number; acquireTimeoutMs?: number; statementTimeoutMs?: number; givesUp?: boolean },
): Knex {
  const db = openDatabase({
    url,
    name: ofTest,
    poolSize: 2,
    acquireTimeoutMs: 10_000,
    statementTimeoutMs: 30_000,
    ...limits,
  })
  opened.push(db)
  return db
}

/** Opens that many connections and returns the process numbers of their sessions. */
async function fill(db: Knex, count: number): Promise<number[]> {
  const sessions = Array.from({ length: count }, async () => {
    const { rows }: { rows: { pid: number }[] } = await db.raw('select pg_backend_pid() as pid, pg_sleep(1)')
    return rows.map(({ pid }) => pid)
  })
  return (await Promise.all(sessions)).flat()
}

/** Whether PostgreSQL answers, and has ended these sessions: it may answer for a moment before it notices the crash. */
async function hasRestarted(url: string, sessions: readonly number[]): Promise<boolean> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rowCount } = await client.query('select from pg_stat_activity where pid = any($1)', [sessions])
    await client.end()
    return rowCount === 0
  } catch {
    return false
  }
}

async function failureOf(query: PromiseLike<unknown>): Promise<unknown> {
  try {
    await query
  } catch (error) {
    return error
  }
  throw new Error('the query did not fail')
}

async function createEmptyDatabase(): Promise<string> {
  const name = `empty_${opened.length}_${Date.now()}`
  await open(postgres.adminUrl, {}).raw(`create database ${name}`)
  return Object.assign(new URL(postgres.adminUrl), { pathname: name }).href
}

async function isWaiting(db: Knex): Promise<boolean> {
  const { rows }: { rows: unknown[] } = await db.raw(
    `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return rows.length > 0
}

function spawnMigration(url: string) {
  const script = `
    import { migrate } from './server/db/schema/migrate.ts'
    await migrate({ url: ${JSON.stringify(url)} })`
  return spawnAside(process.execPath, ['--input-type=module', '--eval', script], { cwd: root })
}

// Stands between pool and server, to break connections in ways that a server does not.
async function startProxy(target: string) {
  const { port } = new URL(target)
  const pairs: [Socket, Socket][] = []
  const server = createServer((client) => {
    const upstream = connectTo(Number(port), '127.0.0.1')
    pairs.push([client, upstream])
    client.pipe(upstream).on('error', () => {})
    upstream.pipe(client).on('error', () => {})
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  const url = new URL(target)
  url.port = String(address.port)
  return {
    url: url.href,
    freezeAll: () =>
      pairs.splice(0).forEach(([client, upstream]) => [client.unpipe(upstream), upstream.unpipe(client)]),
    close: () => {
      pairs.flat().forEach((socket) => socket.destroy())
      server.close()
    },
  }
}
