import type { Knex } from 'knex'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { readConfig } from '../../server/config/config.ts'
import { isDatabaseUnavailable } from '../../server/db/connection/pool.ts'
import { parseDatabaseUrl } from '../../server/db/connection/hosts.ts'
import { openBehindDeadHosts, startBehindDeadHosts, startWriting } from '../helpers/failover.ts'
import { startTestIssuer, type TestIssuer } from '../helpers/programs/issuer.ts'
import { createTestDatabase } from '../helpers/programs/postgres.ts'
import { until } from '../helpers/until.ts'

describe('DATABASE_URL', () => {
  /** What pg makes of each URL. */
  function read(url: string) {
    const parsed = parseDatabaseUrl(url)
    if (!parsed.ok) throw new Error(parsed.problem)
    return parsed.urls.map((connectionString) => {
      const { user, password, host, port, database } = new Client({ connectionString })
      return `${user} ${password} ${host} ${port} ${database}`
    })
  }

  test('lists hosts as libpq does', () => {
    expect(read('postgres://u:p@a:5433,b,[::1]:5434,[fe80::1]/db?target_session_attrs=primary')).toEqual([
      'u p a 5433 db',
      'u p b 5432 db',
      'u p ::1 5434 db',
      'u p fe80::1 5432 db',
    ])
    expect(read('postgresql://u:p%40%2C%2F@a,b/db?port=6000')).toEqual(['u p@,/ a 6000 db', 'u p@,/ b 6000 db'])
    expect(read('postgres://u:p@[::1]/db')).toEqual(['u p ::1 5432 db'])
    expect(read('postgres:///db?host=/run/postgresql')).toEqual(['undefined null /run/postgresql 5432 db'])
  })

  test('keeps its other parameters, for every host', () => {
    const parsed = parseDatabaseUrl(
      'postgres://a,b/db?sslmode=verify-full&target_session_attrs=read-write&options=-c%20x%3D1',
    )
    expect(parsed).toEqual({
      ok: true,
      urls: ['a', 'b'].map((host) => `postgres://${host}/db?sslmode=verify-full&options=-c+x%3D1`),
    })
  })

  test.each([
    ['postgres://u:canary@a,,b/db', 'DATABASE_URL has a list of hosts whose host 2 is no name or address with a port.'],
    [
      'postgres://u:canary@a,b:0/db',
      'DATABASE_URL has a list of hosts whose host 2 is no name or address with a port.',
    ],
    [
      'postgres://u:canary@a:65536,b/db',
      'DATABASE_URL has a list of hosts whose host 1 is no name or address with a port.',
    ],
    // The password has an unescaped slash, so that the URL ends its hosts there.
    ['postgres://u:canary/1@a,b/db', 'DATABASE_URL is no URL of a PostgreSQL.'],
    ['postgres://u:canary%e9@a,b/db', 'DATABASE_URL is no URL of a PostgreSQL.'],
    ['postgres://u:canary@/db?host=a,b', 'DATABASE_URL must list its hosts before the path: //a:5432,b:5432/name.'],
    [
      'postgres://u:canary@a,b/db?target_session_attrs=standby',
      'DATABASE_URL must ask for target_session_attrs=read-write, or leave it out: the service has to write.',
    ],
    [
      'postgres://u:canary@a,b/db?sslrootcert=/nowhere/ca.crt',
      'DATABASE_URL names a file that cannot be read: /nowhere/ca.crt.',
    ],
  ])('%s is refused without its password', (url, problem) => {
    const config = readConfig({ DATABASE_URL: url })
    expect(config.ok ? [] : config.problems).toEqual([problem])
  })
})

// The same of a PostgreSQL that becomes read-only as a whole is in failover.heavy.test.ts.
describe('several hosts', () => {
  let admin: Client
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let name: string
  beforeAll(async () => {
    admin = new Client({ connectionString: inject('databaseUrl') })
    await admin.connect()
  })
  beforeEach(async () => {
    database = await createTestDatabase(inject('databaseUrl'))
    name = new URL(database.url).pathname.slice(1)
  })
  afterEach(() => database.drop())
  afterAll(() => admin.end())

  /** From now on sessions are as on a standby. Those that were open have ended. */
  async function refuseWrites(): Promise<void> {
    await admin.query(`alter database ${name} set default_transaction_read_only = on`)
    await endSessions('true')
  }

  async function endSessions(which: string): Promise<void> {
    await admin.query(`select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = $1 and ${which}`, [
      name,
    ])
  }

  async function takeWrites(): Promise<void> {
    await admin.query(`alter database ${name} reset default_transaction_read_only`)
    await endSessions('true')
  }

  describe('for a pool', () => {
    let db: Knex
    beforeEach(() => void (db = openBehindDeadHosts(database.url)))
    afterEach(() => db.destroy())

    test('the one that takes writes is found behind those that are away', async () => {
      const { rows } = await db.raw<{ rows: unknown[] }>('select 1 as one')
      expect(rows).toEqual([{ one: 1 }])
    })

    test('without one that takes writes, the error says what is wrong with each, and it is unavailability', async () => {
      await refuseWrites()
      const error: unknown = await db.raw('select 1').catch((thrown: unknown) => thrown)
      const { port } = new URL(database.url)
      expect(String(error)).toMatch(
        new RegExp(
          `no host takes writes: 127.0.0.1:1 .*ECONNREFUSED.*; nowhere.invalid:5432 .*; 127.0.0.1:${port} is read-only$`,
        ),
      )
      expect(isDatabaseUnavailable(error)).toBe(true)
    })

    test('a connection whose host became read-only is not handed out again', async () => {
      const pidOf = async () => (await db.raw<{ rows: unknown[] }>('select pg_backend_pid()')).rows
      // It is tested when its last test was 100 ms ago.
      let ms = 0
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => (ms += 1000))
      const before = await pidOf()
      expect(await pidOf()).toEqual(before)
      await db.raw('set default_transaction_read_only = on')
      expect(await pidOf()).not.toEqual(before)
      clock.mockRestore()
    })
  })

  describe('for a service', () => {
    let issuer: TestIssuer
    beforeAll(async () => {
      issuer = await startTestIssuer()
    })
    afterAll(() => issuer.close())

    test('while none takes writes, requests and readiness are 503, and then good again', async () => {
      const { create, isReady, stop } = await startWriting(database.url, issuer)
      expect([await isReady(), (await create('before')).status]).toEqual([200, 201])
      await refuseWrites()
      expect([await isReady(), (await create('meanwhile')).status]).toEqual([503, 503])
      await takeWrites()
      expect([await isReady(), (await create('meanwhile')).status]).toEqual([200, 201])
      await stop()
    })

    test('a server that finds none says why, and does not start', async () => {
      await refuseWrites()
      const { port } = new URL(database.url)
      const started = await startBehindDeadHosts(database.url, issuer)
      expect(started.ok ? '' : started.message).toMatch(
        new RegExp(
          `^The database that DATABASE_URL names cannot be used: no host takes writes: .*:${port} is read-only$`,
        ),
      )
    })

    test('the key of a request that died with the database is free soon after it is back', async () => {
      const { db, create, whileWaiting, stop } = await startWriting(database.url, issuer)
      const died = await whileWaiting('died', async () => {
        await admin.query(`alter database ${name} set default_transaction_read_only = on`)
        await endSessions(`wait_event_type = 'Lock'`)
      })
      expect(died.status).toBe(503)
      await takeWrites()
      await until(async () => expect((await create('died')).status).toBe(201))
      expect(await db('agents').pluck('name')).toHaveLength(1)
      await stop()
    })

    test('a change whose key is no longer its own is not made', async () => {
      const { db, create, whileWaiting, stop } = await startWriting(database.url, issuer)
      const late = await whileWaiting('late', () => db('idempotency_keys').where({ key: 'late' }).delete())
      expect(late.status).toBe(503)
      expect(await db('agents').pluck('name')).toEqual([])
      expect((await create('late')).status).toBe(201)
      await stop()
    })
  })
})
