import type { Knex } from 'knex'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { openDatabase } from '../../server/db/connection/pool.ts'
import { migrate } from '../../server/db/schema/migrate.ts'
import { createEmptyDatabase, ofTest } from './programs/postgres.ts'
import { until } from './until.ts'

/** The migration that builds indexes, and one of them. */
export const indexes = '20261127190100_indexes.ts'
const index = 'users_roles'

/** A migrated database for a file of tests, in which an index is built again and again. */
export function useIndexBuilds() {
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>
  const sessions: Knex[] = []
  beforeAll(async () => {
    database = await createEmptyDatabase(inject('databaseUrl'))
    await migrate(database)
    await openSession()('instances').insert({ id: 'acme', name: 'Acme' })
  })
  afterEach(async () => {
    for (const session of sessions.splice(0)) await session.destroy()
  })
  afterAll(() => database.drop())

  function openSession(): Knex {
    const timeouts = { acquireTimeoutMs: 60_000, statementTimeoutMs: 60_000 }
    const session = openDatabase({ url: database.url, name: ofTest, poolSize: 1, ...timeouts })
    sessions.push(session)
    return session
  }

  /** A session after all migrations have run, except that one index is missing and its migration has not been recorded. */
  async function withoutAnIndex(): Promise<Knex> {
    const session = openSession()
    await session('users').delete()
    await session.raw('drop index ??', [index])
    await session('knex_migrations').where({ name: indexes }).delete()
    return session
  }

  return {
    get url() {
      return database.url
    },
    openSession,
    withoutAnIndex,
    /** A transaction that has written to users, and that a build has to wait for. */
    async beginWriting(): Promise<Knex.Transaction> {
      const writer = await openSession().transaction()
      await insertUser(writer, 'first')
      return writer
    },
  }
}

export async function insertUser(db: Knex, id: string): Promise<void> {
  await db('users').insert({ instance_id: 'acme', id, username: id, email: id, name: 'A' })
}

/** Other sessions of the database that build the index. */
export const building = `datname = current_database() and pid <> pg_backend_pid() and query like 'create index concurrently%${index}%'`

export function untilBuildWaits(db: Knex): Promise<void> {
  return untilSession(db, `${building} and wait_event_type = 'Lock'`)
}

/** Waits for a session of the database. */
export async function untilSession(db: Knex, which: string): Promise<void> {
  const found = db('pg_stat_activity').whereRaw(`datname = current_database() and ${which}`)
  await until(async () => expect(await found.clone().select()).not.toEqual([]))
}

export async function indexState(db: Knex) {
  return db('pg_index')
    .whereRaw('indexrelid = to_regclass(?)', [index])
    .first<{ oid: number; valid: boolean }>('indexrelid as oid', 'indisvalid as valid')
}

/** A build that waits for the writer goes on without its client: a migration waits for that build, and makes no other. */
export async function expectBuiltOnce(database: { url: string }, other: Knex, writer: Knex.Transaction): Promise<void> {
  const left = await indexState(other)
  const migrating = migrate(database)
  // It has found the unfinished index.
  await untilSession(other, `state = 'idle' and query like 'select * from "pg_stat_progress_create_index"%'`)
  await writer.commit()
  expect(await migrating).toEqual([indexes])
  expect(await indexState(other)).toEqual({ oid: left?.oid, valid: true })
}
