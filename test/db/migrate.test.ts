import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../../server/db/connection/pool.ts'
import type { Database } from '../../server/db/database.ts'
import { down } from '../../server/db/schema/forward-only.ts'
import { migrate, runMigration } from '../../server/db/schema/migrate.ts'
import { onOwnConnections } from '../../server/db/connection/advisory-lock.ts'
import { startService } from '../../server/service.ts'
import {
  building,
  expectBuiltOnce,
  indexes,
  indexState,
  insertUser,
  untilBuildWaits,
  untilSession,
  useIndexBuilds,
} from '../helpers/index-builds.ts'
import { runCommandHere } from '../helpers/programs/command.ts'
import { createEmptyDatabase } from '../helpers/programs/postgres.ts'
import { startProxy } from '../helpers/programs/proxy.ts'
import { development, preparedOnce, testConfig } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

describe('a migrated database', () => {
  const database = useIndexBuilds()

  test('has an index built while others write', async () => {
    const other = await database.withoutAnIndex()
    const writer = await database.beginWriting()
    const migrating = migrate(database)
    await untilBuildWaits(other)
    // Waits for ever where the build keeps others from writing.
    await insertUser(other, 'second')
    await writer.commit()
    expect(await migrating).toEqual([indexes])
    expect(await indexState(other)).toMatchObject({ valid: true })
  })

  test('has an index built by one; somebody else who migrates waits, and does nothing', async () => {
    const other = await database.withoutAnIndex()
    const writer = await database.beginWriting()
    const migrating = migrate(database)
    await untilBuildWaits(other)
    const second = migrate(database)
    // It has asked for its turn, and has not got it.
    await untilSession(other, `state = 'idle' and query ilike 'commit%'`)
    await writer.commit()
    expect([await migrating, await second]).toEqual([[indexes], []])
  })

  test('has an index built again whose build was interrupted', async () => {
    const other = await database.withoutAnIndex()
    const writer = await database.beginWriting()
    const migrating = migrate(database).catch(String)
    await untilBuildWaits(other)
    await other('pg_stat_activity').select(other.raw('pg_terminate_backend(pid)')).whereRaw(building)
    expect(await migrating).toContain('terminating connection')
    const left = await indexState(other)
    expect(left).toMatchObject({ valid: false })
    await writer.commit()
    expect(await migrate(database)).toEqual([indexes])
    const built = await indexState(other)
    expect(built).toMatchObject({ valid: true })
    expect(built?.oid).not.toBe(left?.oid)
  })

  // The same after a kill is in migrate.heavy.test.ts.
  test('has a build waited for, and not done twice, with which PostgreSQL goes on after its client is gone', async () => {
    const other = await database.withoutAnIndex()
    const writer = await database.beginWriting()
    const proxy = await startProxy(database.url)
    const lost = migrate({ url: proxy.url }).catch(String)
    await untilBuildWaits(other)
    proxy.cutAll()
    expect(await lost).toMatch(/Connection terminated|connection error/)
    await expectBuiltOnce(database, other, writer)
    proxy.close()
  })

  test('that a newer release has migrated is left as it is by an older one', async () => {
    const newer = { name: '20990101000000_newer.ts' }
    const other = await database.withoutAnIndex()
    await other('knex_migrations').insert(newer)
    expect(await migrate(database)).toEqual([indexes])
    expect(await migrate(database)).toEqual([])
    await other('knex_migrations').where(newer).delete()
  })

  test('is changed when a long reader has ended, and others of the table do not wait for that', async () => {
    const reader = await database.openSession().transaction()
    await reader('users').select()
    const other = database.openSession()
    let givenUp = 0
    let passed = Promise.resolve<unknown>(undefined)
    const migration = {
      down,
      up: async (change: Database) => {
        const changed = Promise.resolve(change.schema.alterTable('users', (table) => table.text('test')))
        // Sent behind the change, which waits by then most often.
        if (givenUp === 0) passed = Promise.resolve(other('users').select())
        await changed.catch((error: unknown) => {
          givenUp += 1
          throw error
        })
      },
    }
    const migrationSource = {
      getMigrations: async () => ['test'],
      getMigrationName: (name: string) => name,
      getMigration: async () => migration,
    }
    const migrating = onOwnConnections(database, (db) =>
      runMigration(db, { migrationSource, disableMigrationsListValidation: true }),
    )
    await until(() => expect(givenUp).toBeGreaterThan(0))
    await passed
    await reader.commit()
    await migrating
    await other('users').select('test')
  })
})

describe('a database', () => {
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>
  beforeEach(async () => {
    database = await createEmptyDatabase(inject('databaseUrl'))
  })
  afterEach(() => database.drop())

  // A server in a process of its own is in migrate.heavy.test.ts.
  test('from before the first release is refused, and told what to do', async () => {
    await execute('create table migrations (name text primary key)')
    const refused = expectText('Set DATABASE_URL to an empty database')
    expect(await runMigrate(database.url)).toMatchObject({ code: 1, stderr: refused })
    const config = testConfig(database.url, 'http://127.0.0.1:1')
    expect(await startService(config, { development, prepared: await preparedOnce() })).toMatchObject({
      ok: false,
      message: refused,
    })
  })

  test('that is something else is named as such', async () => {
    await execute('create table instances ()')
    expect(await runMigrate(database.url)).toMatchObject({
      code: 1,
      stderr: expectText('Is it a worker of Citus, or the database of something else?'),
    })
  })

  test('that knows no letters beyond ASCII is migrated, with a warning', async () => {
    const url = new URL(database.url)
    const name = `${url.pathname.slice(1)}_c`
    await execute(`create database ${name} template template0 locale_provider libc locale 'C'`)
    url.pathname = name
    try {
      const inAscii = await runMigrate(url.href)
      expect(inAscii).toMatchObject({ code: 0, stderr: expectText('LC_CTYPE C') })
      expect((await runMigrate(database.url)).stderr).not.toContain('LC_CTYPE')
    } finally {
      await execute(`drop database ${name}`)
    }
  })

  async function execute(statements: string): Promise<void> {
    const db = openDatabase({ url: database.url, poolSize: 1, acquireTimeoutMs: 60_000, statementTimeoutMs: 60_000 })
    await db.raw(statements)
    await db.destroy()
  }
})

function runMigrate(url: string) {
  return runCommandHere('migrate', [], { DATABASE_URL: url })
}

function expectText(text: string): unknown {
  return expect.stringContaining(text)
}
