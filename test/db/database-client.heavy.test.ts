import { once } from 'node:events'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../server/db/connection/pool.ts'
import { migrate, listMigrations } from '../../server/db/schema/migrate.ts'
import { countPlainLockWaits } from '../helpers/lock-waits.ts'
import { spawnAside } from '../helpers/programs/child.ts'
import { createEmptyDatabase, ofTest, startTestPostgres } from '../helpers/programs/postgres.ts'
import { fill } from '../helpers/sessions.ts'
import { until } from '../helpers/until.ts'

const root = join(import.meta.dirname, '../..')
const opened: Knex[] = []
// Of its own, because it crashes.
let postgres: Awaited<ReturnType<typeof startTestPostgres>>

beforeAll(async () => {
  postgres = await startTestPostgres()
})

afterEach(async () => {
  for (const db of opened.splice(0)) await db.destroy()
})

afterAll(() => postgres.stop())

test('a crash and restart of PostgreSQL costs no later query', async () => {
  const db = open(postgres.adminUrl)
  const sessions = await fill(db, 4)
  const [victim] = sessions
  if (victim === undefined) throw new Error('no session')
  process.kill(victim, 'SIGKILL')
  await until(async () => expect(await hasRestarted(postgres.adminUrl, sessions)).toBe(true))
  await Promise.all(Array.from({ length: 20 }, () => db.raw('select 1')))
})

test('a server killed in the middle of a migration leaves nothing behind', async () => {
  const { url } = await createEmptyDatabase(postgres.adminUrl)
  const db = open(url)
  const obstacle = await db.transaction()
  await obstacle.raw('create table integrations (id text)')
  const server = spawnMigration(url)
  await until(async () => expect(await countPlainLockWaits(db)).toBe(1))
  server.kill('SIGKILL')
  await once(server, 'exit')
  await obstacle.rollback()
  expect(await migrate({ url })).toEqual(await listMigrations())
})

function open(url: string): Knex {
  const timeouts = { acquireTimeoutMs: 60_000, statementTimeoutMs: 60_000 }
  const db = openDatabase({ url, name: ofTest, poolSize: 4, ...timeouts })
  opened.push(db)
  return db
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

function spawnMigration(url: string) {
  const script = `
    import { migrate } from './server/db/schema/migrate.ts'
    await migrate({ url: ${JSON.stringify(url)} })`
  return spawnAside(process.execPath, ['--input-type=module', '--eval', script], { cwd: root })
}
