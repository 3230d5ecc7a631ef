import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { migrate } from '../../server/db/schema/migrate.ts'
import { createEmptyDatabase } from './programs/postgres.ts'
import { until } from './until.ts'

/** The migration that builds indexes, and one of them. */
export const indexes = '0002-indexes'
const index = 'users_roles'

/** A migrated database for a file of tests, in which an index is built again and again. */
export function useIndexBuilds() {
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>
  const clients: Client[] = []
  beforeAll(async () => {
    database = await createEmptyDatabase(inject('databaseUrl'))
    await migrate(database)
    const client = await connect(`insert into instances values ('acme', 'Acme')`)
    await client.end()
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.end()
  })
  afterAll(() => database.drop())

  async function connect(statements = ''): Promise<Client> {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    await client.query(statements)
    clients.push(client)
    return client
  }

  /** A session after all migrations have run, except that one index is missing and its migration has not been recorded. */
  async function withoutAnIndex(): Promise<Client> {
    const client = await connect('delete from users')
    await client.query(`drop index ${index}; delete from migrations where name = '${indexes}'`)
    return client
  }

  return {
    get url() {
      return database.url
    },
    connect,
    withoutAnIndex,
    /** A transaction that has written to users, and that a build has to wait for. */
    beginWriting: () => connect(`begin; ${insertUser('first')}`),
  }
}

export function insertUser(id: string): string {
  return `insert into users (instance_id, id, username, email, name) values ('acme', '${id}', '${id}', '${id}', 'A')`
}

/** Other sessions of the database that build the index. */
export const building = `datname = current_database() and pid <> pg_backend_pid() and query like 'create index concurrently%${index}%'`

export function untilBuildWaits(client: Client): Promise<void> {
  return untilSession(client, `${building} and wait_event_type = 'Lock'`)
}

/** Waits for a session of the database. */
export async function untilSession(client: Client, which: string): Promise<void> {
  const text = `select from pg_stat_activity where datname = current_database() and ${which}`
  await until(async () => expect((await client.query(text)).rowCount).not.toBe(0))
}

export async function indexState(client: Client) {
  const { rows } = await client.query<{ oid: number; valid: boolean }>(
    `select indexrelid as oid, indisvalid as valid from pg_index where indexrelid = to_regclass('${index}')`,
  )
  return rows[0]
}

/** A build that waits for the writer goes on without its client: a migration waits for that build, and makes no other. */
export async function expectBuiltOnce(database: { url: string }, other: Client, writer: Client): Promise<void> {
  const left = await indexState(other)
  const migrating = migrate(database)
  // It has found the unfinished index.
  await untilSession(other, `state = 'idle' and query like 'select from pg_stat_progress_create_index%'`)
  await writer.query('commit')
  expect(await migrating).toEqual([indexes])
  expect(await indexState(other)).toEqual({ oid: left?.oid, valid: true })
}
