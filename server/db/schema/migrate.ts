import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database.ts'
import { DatabaseError } from 'pg'
import sql, { raw } from 'sql-template-tag'
import { isObject } from '../../../contract/json.ts'
import { query } from '../query/query.ts'
import { buildIndex, type IndexDefinition } from './build-index.ts'
import type { DatabaseAddress } from '../connection/pool.ts'
import { withAdvisoryLock, onOwnConnections } from '../connection/advisory-lock.ts'

/**
 * Brings the schema up to date, and returns the names of the migrations that it ran. When several servers start at once,
 * one migrates and the others wait. A migration that failed or was killed is done again by the next call: a transaction as
 * a whole, indexes from the one that was not finished. Migrations of a newer release are ignored, so that an older release
 * can start. `tell` is told what begins.
 */
export async function migrate(database: DatabaseAddress, tell: (step: Step) => void = () => {}): Promise<string[]> {
  const migrations = await readMigrations()
  return onOwnConnections(database, async (db) => {
    if ((await findPending(db, migrations)).length === 0) return []
    return withAdvisoryLock(db, async () => {
      const pending = await findPending(db, migrations)
      for (const migration of pending) await run(db, migration, tell)
      return pending.map(({ name }) => name)
    })
  })
}

/** The database was made before the first release of this service, or by no release. */
export class EarlierSchema extends Error {
  override message =
    'The database was made before the first release, and no migration leads from there. Set DATABASE_URL to an empty ' +
    'database, or, where the service has its own, move DATA_DIR away. Then create the instances and import their ledgers again.'
}

async function findPending(db: Database, migrations: Migration[]): Promise<Migration[]> {
  const tables = await query(db, sql`select where to_regclass('migrations') is not null`)
  if (tables.length === 0) return migrations
  const rows = await query<{ name: string }>(db, sql`select name from migrations`)
  const ran = new Set(rows.map(({ name }) => name))
  if (ran.size > 0 && !ran.has(firstMigration)) throw new EarlierSchema()
  return migrations.filter(({ name }) => !ran.has(name))
}

/** The files of `migrations/`, in the order of their numbers, by name without `.ts`. */
export async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).sort()
  return Promise.all(
    files.map(async (file) => {
      const migration: unknown = await import(new URL(file, folder).href)
      const name = file.slice(0, -'.ts'.length)
      if (hasUp(migration)) return { name, up: migration.up }
      if (hasIndexes(migration)) return { name, indexes: migration.indexes }
      throw new Error(`server/db/schema/migrations/${file} exports neither a function up nor indexes.`)
    }),
  )
}

async function run(db: Database, migration: Migration, tell: (step: Step) => void): Promise<void> {
  const { name } = migration
  if ('up' in migration) {
    tell({ migration: name })
    return changeSchema(db, migration)
  }
  for (const [index, definition] of Object.entries(migration.indexes)) {
    tell({ migration: name, index })
    await buildIndex(db, index, definition)
  }
  await query(db, sql`insert into migrations (name) values (${name})`)
}

/**
 * In a transaction of its own. While it waits for the lock of a table, all later queries of the table wait, too: so it gives
 * up soon, lets them pass and tries again. Every fifth try is longer, because PostgreSQL ends an autovacuum only for
 * somebody who has waited for it for a second (`deadlock_timeout`).
 */
export async function changeSchema(db: Database, { name, up }: Up): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(async (transaction) => {
        await query(
          transaction,
          sql`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
        )
        const waitMs = attempt % 5 === 0 ? longWaitMs : shortWaitMs
        await query(transaction, raw(`set local lock_timeout = ${waitMs}`))
        await query(
          transaction,
          sql`create table if not exists migrations
                (name text primary key, ran_at timestamptz(3) not null default now())`,
        )
        const ran = await query(transaction, sql`select from migrations where name = ${name}`)
        if (ran.length > 0) return
        await up(transaction)
        await query(transaction, sql`insert into migrations (name) values (${name})`)
      })
    } catch (error) {
      if (!hasGivenUp(error) || attempt === attempts) throw error
      await sleep(pauseMs)
    }
  }
}

function hasGivenUp(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === lockNotAvailable || error.code === deadlock)
}

function hasUp(value: unknown): value is Pick<Up, 'up'> {
  return isObject(value) && typeof value['up'] === 'function'
}

function hasIndexes(value: unknown): value is Pick<Indexes, 'indexes'> {
  return isObject(value) && isObject(value['indexes'])
}

/** It had other names while it made other columns (E-05). */
const firstMigration = '0001-first-tables'

const folder = new URL('migrations/', import.meta.url)

const shortWaitMs = 500
const longWaitMs = 1500
const pauseMs = 1000
const attempts = 30

const lockNotAvailable = '55P03'
const deadlock = '40P01'

export interface Step {
  migration: string
  index?: string
}

/** A migration changes the schema in a short transaction, or builds indexes while others read and write: never both. */
type Migration = Up | Indexes

interface Up {
  name: string
  up: (db: Database) => Promise<void>
}

interface Indexes {
  name: string
  indexes: Readonly<Record<string, IndexDefinition>>
}
