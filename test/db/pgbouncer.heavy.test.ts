import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { asObject } from '../../contract/json.ts'
import { createClient, type Resources } from '../../sdk/src/index.ts'
import { openDatabase } from '../../server/db/connection/pool.ts'
import { insertInstance } from '../../server/db/instances.ts'
import { listMigrations } from '../../server/db/schema/migrate.ts'
import { generateEntries } from '../../sdk/src/testing/world/generate-entries.ts'
import type { Pooler } from '../../server/db/connection/pooler.ts'
import { startService } from '../../server/service.ts'
import { summariser } from '../helpers/data/agents.ts'
import { audience, startTestIssuer } from '../helpers/programs/issuer.ts'
import { slack } from '../helpers/data/integrations.ts'
import { pgbouncerPath, startPgbouncer } from '../helpers/programs/pgbouncer.ts'
import { run } from '../helpers/programs/server-process.ts'
import { development, preparedOnce, testConfig } from '../helpers/service.ts'
import { completeInput } from '../helpers/data/twu-models.ts'
import { userInput } from '../helpers/data/users.ts'
import { interceptVendors, nock } from '../helpers/vendors.ts'

test.runIf(process.env['CI'])('CI has the pooler', () => {
  expect(pgbouncerPath, 'Install pgbouncer: apt-get install pgbouncer').not.toBeNull()
})

/** More than the index of the imported ledger takes on a busy machine. */
const statementTimeoutMs = 20_000

interceptVendors()

describe.skipIf(pgbouncerPath === null)('behind PgBouncer (skipped where pgbouncer is missing)', () => {
  const stops: (() => Promise<unknown>)[] = []
  const name = `pooled_${randomBytes(4).toString('hex')}`
  const password = randomBytes(12).toString('hex')
  let admin: Knex
  let acme: Resources
  let url: string

  const start = async (issuer: string, databasePooler: Pooler = 'transaction') =>
    startService(
      {
        ...testConfig(url, issuer),
        databasePooler,
        // Five times as many as PgBouncer has to PostgreSQL.
        databasePoolSize: 20,
        checkIntervalMinutes: 15,
      },
      {
        development,
        prepared: await preparedOnce(),
        lookup: () => Promise.resolve(['93.184.215.14']),
        jobTimings: { pollSeconds: 0.5, schedulePollSeconds: 0.5 },
      },
    )

  beforeAll(async () => {
    const direct = new URL(inject('databaseUrl'))
    admin = openDatabase({
      url: direct.href,
      poolSize: 2,
      acquireTimeoutMs: 20_000,
      statementTimeoutMs: 0,
    })
    stops.unshift(() => admin.destroy())
    await admin.raw(`create role ${name} login password '${password}'`)
    await admin.raw(`create database ${name} owner ${name} template template0 locale 'C.UTF-8'`)
    stops.unshift(async () => {
      await admin.raw(`drop database ${name} with (force)`)
      await admin.raw(`drop role ${name}`)
    })
    const pooler = await startPgbouncer(pgbouncerPath ?? '', {
      postgresPort: Number(direct.port),
      accounts: { [name]: password },
      poolSize: 4,
    })
    stops.unshift(() => pooler.close())
    url = `postgres://${name}:${password}@127.0.0.1:${pooler.port}/${name}?sslmode=disable`
    const issuer = await startTestIssuer()
    stops.unshift(() => issuer.close())

    const unaware = await start(issuer.url, 'none')
    expect(unaware.ok ? '' : unaware.message).toContain('set DATABASE_POOLER=transaction')
    const refused = await start(issuer.url)
    expect(refused.ok ? '' : refused.message).toContain(
      `alter role ${name} set statement_timeout = ${testConfig(url, issuer.url).databaseStatementTimeoutMs};\n`,
    )
    await admin.raw(`alter role ${name} set statement_timeout = ${statementTimeoutMs}`)
    await admin.raw(`alter role ${name} set idle_in_transaction_session_timeout = 30000`)
    await admin.raw(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where usename = '${name}'`)

    const service = await start(issuer.url)
    if (!service.ok) throw new Error(service.message)
    stops.unshift(() => service.stop())
    const db = openDatabase({ ...pooled(), poolSize: 1 })
    await insertInstance(db, { id: 'acme', name: 'Acme' })
    await db.destroy()
    const claims = {
      sub: 'tester',
      client_id: 'tester',
      instances: ['acme'],
      roles: ['Administrator', 'Editor'],
    }
    const token = await issuer.sign({ ...claims, aud: audience })
    const patience = { timeoutMs: 300_000, attemptTimeoutMs: 300_000 }
    const client = createClient({ baseUrl: service.baseUrl, token: () => token, maxRetries: 0, ...patience })
    acme = client.instance('acme')
  })

  afterAll(async () => {
    for (const stop of stops) await stop()
  })

  const pooled = () => ({ url, acquireTimeoutMs: 20_000, statementTimeoutMs, pooler: 'transaction' }) as const

  test('the first start ran every migration, through the pooler', async () => {
    const db = openDatabase({ ...pooled(), poolSize: 1 })
    const ran = await db('knex_migrations').orderBy('name').pluck<string[]>('name')
    await db.destroy()
    expect(ran).toEqual(await listMigrations())
  })

  test('agents, users and TWU models are created, read, listed and changed', async () => {
    const agent = await acme.agents.create(summariser)
    await acme.agents.update(agent.id, { ...summariser, name: 'Renamed' })
    expect(await acme.agents.get(agent.id)).toMatchObject({ name: 'Renamed' })
    expect((await acme.agents.list({ name: 'renam' })).items).toHaveLength(1)
    await acme.agents.delete(agent.id)

    const user = await acme.users.create(userInput('ada'))
    await acme.users.update(user.id, { familyName: 'Lovelace' })
    expect(await acme.users.get(user.id)).toMatchObject({ familyName: 'Lovelace' })
    expect((await acme.users.list({ username: 'ada', sort: 'username,asc' })).items).toHaveLength(1)

    const model = await acme.twuModels.create(completeInput())
    await acme.twuModels.versions.update(model.id, 1, completeInput('Returns'))
    await acme.twuModels.publish(model.id)
    expect(await acme.twuModels.get(model.id)).toMatchObject({ name: 'Returns' })
    expect((await acme.twuModels.list()).items).toHaveLength(1)
    expect((await acme.twuModels.versions.list(model.id)).items).toHaveLength(1)
  })

  test('an integration is checked in the background, listed, changed and disabled', async () => {
    nock('https://slack.com').persist().post('/api/auth.test').reply(200, { ok: true })
    const { id } = await acme.integrations.create(slack)
    const isActive = async () => (await acme.integrations.get(id)).status === 'active'
    await expect.poll(isActive, { interval: 50 }).toBe(true)
    expect(await acme.integrations.test(id)).toMatchObject({ outcome: 'ok' })
    await acme.integrations.update(id, { ...slack, name: 'Sales workspace' })
    await expect.poll(isActive, { interval: 50 }).toBe(true)
    expect((await acme.integrations.list({ type: 'SLACK' })).items).toMatchObject([{ name: 'Sales workspace' }])
    expect(await acme.integrations.disable(id)).toMatchObject({ status: 'inactive' })
    nock.cleanAll()
  })

  test('of many requests at once with one key, one creates', async () => {
    const send = () => acme.agents.create({ ...summariser, name: 'Once' }, { idempotencyKey: 'once' })
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, () =>
        send().then(
          ({ id }) => id,
          (error: unknown) => asObject(error)['code'],
        ),
      ),
    )
    const { id } = await send()
    expect(outcomes.filter((outcome) => outcome !== id && outcome !== 'idempotency_key_in_use')).toEqual([])
    expect((await acme.agents.list({ name: 'Once' })).items).toMatchObject([{ id }])
  })

  test('many times more requests than connections are all answered', async () => {
    const created = await Promise.all(
      Array.from({ length: 300 }, (_, number) => acme.agents.create({ ...summariser, name: `Crowd ${number}` })),
    )
    const read = await Promise.all(created.map(({ id }) => acme.agents.get(id)))
    expect(read).toEqual(created)
    const { rows } = await admin.raw<{ rows: unknown[] }>(`select from pg_stat_activity where usename = '${name}'`)
    expect(rows.length).toBeLessThanOrEqual(4)
  })

  test('the ledger is imported by the command, and searched', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pooled-ledger-'))
    const file = join(folder, 'entries.ndjson')
    const entries = [...generateEntries({ seed: 1, count: 5000, until: new Date('2026-11-21') })]
    writeFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    const variables = { DATABASE_URL: url, DATABASE_POOLER: 'transaction' }
    const commands = [1, 2].map(() =>
      run('node', ['server/commands/ledger.ts', 'import', '--instance', 'acme', file], variables),
    )
    const ran = await Promise.all(commands)
    rmSync(folder, { recursive: true })
    // The second one waits for the lock, and then finds the file imported, or gives up.
    const isOther = ({ stdout, stderr }: { stdout: string; stderr: string }) =>
      /was imported into acme in full before|Another import of/.test(stdout + stderr)
    expect(ran.filter(isOther), JSON.stringify(ran)).toHaveLength(1)
    // Who finds the file imported repeats the counts of that import.
    const inserted = ran.filter(({ code, stdout }) => code === 0 && /^Imported .* Inserted: +5,?000\n/s.test(stdout))
    expect(inserted, JSON.stringify(ran)).toHaveLength(1)

    const [first] = entries
    expect(await acme.workLedger.get(first?.id ?? '')).toEqual(first)
    expect((await acme.workLedger.list({ search: first?.title.slice(0, 10) ?? '' })).items.length).toBeGreaterThan(0)
    expect((await acme.workLedger.summarise()).total.count).toBe(5000)
  })

  test('no connection to PostgreSQL keeps anything of those who used it', async () => {
    const db = openDatabase({ ...pooled(), poolSize: 4 })
    // As many transactions at once as there are connections see each of them.
    const sessions = await Promise.all(
      Array.from({ length: 4 }, () =>
        db.transaction(async (transaction) => {
          const { rows } = await transaction.raw<{ rows: unknown[] }>(
            `select current_setting('statement_timeout') as timeout, pg_sleep(1)::text as slept,
                    (select count(*) from pg_prepared_statements) as prepared,
                    (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`,
          )
          return rows[0]
        }),
      ),
    )
    await db.destroy()
    const clean = { timeout: `${statementTimeoutMs / 1000}s`, slept: '', prepared: 0, locks: 0 }
    expect(sessions).toEqual([clean, clean, clean, clean])
  })
})
