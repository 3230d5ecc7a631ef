import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config/config.ts'
import { isDatabaseUnavailable, openDatabase } from '../../server/db/connection/pool.ts'
import { parseDatabaseUrl } from '../../server/db/connection/hosts.ts'
import { insertInstance } from '../../server/db/instances.ts'
import { startService } from '../../server/service.ts'
import { summariser } from '../helpers/data/agents.ts'
import { startTestIssuer, type TestIssuer } from '../helpers/programs/issuer.ts'
import { countPlainLockWaits } from '../helpers/lock-waits.ts'
import { createTestDatabase, ofTest, startTestPostgres } from '../helpers/programs/postgres.ts'
import { preparedOnce, testConfig } from '../helpers/service.ts'

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

describe('several hosts', () => {
  const opened: Knex[] = []
  let postgres: Awaited<ReturnType<typeof startTestPostgres>>
  let admin: Client

  beforeAll(async () => {
    postgres = await startTestPostgres()
    admin = new Client({ connectionString: postgres.adminUrl })
    await admin.connect()
    await admin.query('set default_transaction_read_only = off')
  })
  afterEach(async () => {
    await takeWrites()
    for (const db of opened.splice(0)) await db.destroy()
  })
  afterAll(async () => {
    await admin.end()
    await postgres.stop()
  })

  /** Every session is now as on a standby, also those that are open. */
  async function refuseWrites(): Promise<void> {
    await admin.query('alter system set default_transaction_read_only = on')
    await reload('on')
  }

  async function takeWrites(): Promise<void> {
    await admin.query('alter system reset default_transaction_read_only')
    await reload('off')
  }

  async function reload(expected: string): Promise<void> {
    await admin.query('select pg_reload_conf()')
    const look = new Client({ connectionString: postgres.adminUrl })
    await look.connect()
    const shown = async () =>
      (await look.query<{ shown: string }>(`select current_setting('default_transaction_read_only') as shown`)).rows[0]
        ?.shown
    await expect.poll(shown).toBe(expected)
    await look.end()
  }

  /** The URL with two hosts before its own: on one nobody listens, the other has no address. */
  function behindDeadHosts(url: string): string {
    return url.replace('@', '@127.0.0.1:1,nowhere.invalid:5432,')
  }

  function open(url: string): Knex {
    const db = openDatabase({
      url,
      name: ofTest,
      poolSize: 2,
      acquireTimeoutMs: 10_000,
      statementTimeoutMs: 10_000,
    })
    opened.push(db)
    return db
  }

  test('the one that takes writes is found behind those that are away', async () => {
    const { rows } = await open(behindDeadHosts(postgres.adminUrl)).raw<{ rows: unknown[] }>('select 1 as one')
    expect(rows).toEqual([{ one: 1 }])
  })

  test('without one that takes writes, the error says what is wrong with each, and it is unavailability', async () => {
    await refuseWrites()
    const db = open(behindDeadHosts(postgres.adminUrl))
    const error: unknown = await db.raw('select 1').catch((thrown: unknown) => thrown)
    const { port } = new URL(postgres.adminUrl)
    expect(String(error)).toMatch(
      new RegExp(
        `no host takes writes: 127.0.0.1:1 .*ECONNREFUSED.*; nowhere.invalid:5432 .*; 127.0.0.1:${port} is read-only$`,
      ),
    )
    expect(isDatabaseUnavailable(error)).toBe(true)
  })

  test('a connection whose host became read-only is not handed out again', async () => {
    const db = open(behindDeadHosts(postgres.adminUrl))
    const pidOf = async () => (await db.raw<{ rows: unknown[] }>('select pg_backend_pid()')).rows
    const before = await pidOf()
    expect(await pidOf()).toEqual(before)
    await refuseWrites()
    await sleep(200)
    await expect(pidOf()).rejects.toThrow('no host takes writes')
    await takeWrites()
    expect(await pidOf()).not.toEqual(before)
  })

  describe('of a service', () => {
    let issuer: TestIssuer
    beforeAll(async () => {
      issuer = await startTestIssuer()
    })
    afterAll(() => issuer.close())

    async function start(url: string) {
      const config = { ...testConfig(url, issuer.url), databaseAcquireTimeoutMs: 20_000, databasePoolSize: 4 }
      return startService(config, { prepared: await preparedOnce() })
    }

    async function startGood() {
      const database = await createTestDatabase(postgres.adminUrl)
      const url = behindDeadHosts(database.url)
      const db = open(url)
      await insertInstance(db, { id: 'acme', name: 'Acme' })
      const service = await start(url)
      if (!service.ok) throw new Error(service.message)
      const sub = 'tester'
      const token = await issuer.sign({ sub, client_id: sub, instances: ['acme'], roles: ['Editor'] })
      const create = async (key: string) =>
        fetch(`${service.baseUrl}/instances/acme/agents`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${token}`,
            'Content-Type': 'application/json',
            'Idempotency-Key': key,
          },
          body: JSON.stringify(summariser),
        })
      const isReady = async () => (await fetch(`${service.managementUrl}/readyz`)).status
      /** A request that has its key, and waits for a lock that is held until `then` ends. */
      const whileWaiting = async (key: string, then: () => Promise<unknown>) => {
        const holder = new Client({ connectionString: database.url })
        await holder.connect()
        await holder.query('begin; lock table agents')
        const answer = create(key)
        // Not asked by the holder: its transaction sees one state of the sessions for as long as it lasts.
        await expect.poll(() => countPlainLockWaits(db)).toBe(1)
        await then()
        await holder.query('rollback')
        await holder.end()
        return answer
      }
      return { db, create, isReady, whileWaiting, stop: () => service.stop() }
    }

    test('while none takes writes, requests and readiness are 503, and then good again', async () => {
      const { create, isReady, stop } = await startGood()
      expect([await isReady(), (await create('before')).status]).toEqual([200, 201])
      await refuseWrites()
      await sleep(200)
      expect([await isReady(), (await create('meanwhile')).status]).toEqual([503, 503])
      await takeWrites()
      expect([await isReady(), (await create('meanwhile')).status]).toEqual([200, 201])
      await stop()
    })

    test('a server that finds none says why, and does not start', async () => {
      await refuseWrites()
      const { port } = new URL(postgres.adminUrl)
      const started = await start(behindDeadHosts(postgres.adminUrl))
      expect(started.ok ? '' : started.message).toMatch(
        new RegExp(
          `^The database that DATABASE_URL names cannot be used: no host takes writes: .*:${port} is read-only$`,
        ),
      )
    })

    test('the key of a request that died with the database is free soon after it is back', async () => {
      const { db, create, whileWaiting, stop } = await startGood()
      const died = await whileWaiting('died', async () => {
        await refuseWrites()
        await admin.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where wait_event_type = 'Lock'`)
      })
      expect(died.status).toBe(503)
      await takeWrites()
      const until = performance.now() + 10_000
      let again = await create('died')
      while (again.status === 409 && performance.now() < until) again = await create('died')
      expect(again.status).toBe(201)
      expect(await db('agents').pluck('name')).toHaveLength(1)
      await stop()
    })

    test('a change whose key is no longer its own is not made', async () => {
      const { db, create, whileWaiting, stop } = await startGood()
      const late = await whileWaiting('late', () => db('idempotency_keys').where({ key: 'late' }).delete())
      expect(late.status).toBe(503)
      expect(await db('agents').pluck('name')).toEqual([])
      expect((await create('late')).status).toBe(201)
      await stop()
    })
  })
})
