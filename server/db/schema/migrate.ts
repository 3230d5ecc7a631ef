import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Knex } from 'knex'
import { DatabaseError } from 'pg'
import type { Database } from '../database.ts'
import type { DatabaseAddress } from '../connection/pool.ts'
import { withAdvisoryLock, onOwnConnections } from '../connection/advisory-lock.ts'

/** For Knex's migrator, here and in its command (knexfile.js). */
export const migrations = {
  directory: fileURLToPath(new URL('migrations/', import.meta.url)),
  extension: 'ts',
  loadExtensions: ['.ts'],
  stub: fileURLToPath(new URL('migration.stub', import.meta.url)),
  // The migrations of a newer release are ignored, so that an older one can start.
  disableMigrationsListValidation: true,
} satisfies Knex.MigratorConfig

/**
 * Brings the schema up to date, and returns the names of the migrations that it ran. When several servers start at once,
 * one migrates and the others wait. A migration that failed or was killed is done again by the next call: a transaction as
 * a whole, indexes from the one that was not finished. `tell` is told what begins.
 */
export async function migrate(database: DatabaseAddress, tell: (step: Step) => void = () => {}): Promise<string[]> {
  return onOwnConnections(database, async (db) => {
    if ((await findPending(db)).length === 0) return []
    // Before Knex does anything: it also creates its tables.
    return withAdvisoryLock(db, async () => {
      const pending = await findPending(db)
      // Knex's own lock is a row, which stays behind after a kill.
      await db.migrate.forceFreeMigrationsLock(migrations)
      for (const name of pending) await run(db, name, tell)
      return pending
    })
  })
}

/** The database was made before the first release of this service, or by no release. */
export class EarlierSchema extends Error {
  override message =
    'The database was made before the first release, and no migration leads from there. Set DATABASE_URL to an empty ' +
    'database, or, where the service has its own, move DATA_DIR away. Then create the instances and import their ledgers again.'
}

async function findPending(db: Database): Promise<string[]> {
  if (await db.schema.hasTable('migrations')) throw new EarlierSchema()
  const all = await listMigrations()
  if (!(await db.schema.hasTable('knex_migrations'))) return all
  const ran = new Set(await db('knex_migrations').pluck<string[]>('name'))
  return all.filter((name) => !ran.has(name))
}

/** The names of the files of `migrations/`, in their order. */
export async function listMigrations(): Promise<string[]> {
  return (await readdir(migrations.directory)).filter((file) => file.endsWith('.ts')).sort()
}

async function run(db: Database, name: string, tell: (step: Step) => void): Promise<void> {
  tell({ migration: name })
  const tellIndex = ({ sql }: { sql: string }) => {
    const index = /^create (?:unique )?index concurrently (\w+)/.exec(sql)?.[1]
    if (index !== undefined) tell({ migration: name, index })
  }
  db.on('query', tellIndex)
  await runMigration(db, { ...migrations, name })
  db.off('query', tellIndex)
}

/**
 * In a transaction of its own, unless the migration says otherwise. While it waits for the lock of a table, all later queries
 * of the table wait, too: so it gives up soon, lets them pass and tries again. Every fifth try is longer, because PostgreSQL
 * ends an autovacuum only for a statement that has waited for it for a second (`deadlock_timeout`).
 */
export async function runMigration(db: Database, migration: Knex.MigratorConfig): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const waitMs = attempt % 5 === 0 ? longWaitMs : shortWaitMs
    const beforeEach = async (change: Database) => {
      if (!change.isTransaction) return
      await change.raw('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
      await change.raw(`set local lock_timeout = ${waitMs}`)
    }
    try {
      await db.migrate.up({ ...migration, beforeEach })
      return
    } catch (error) {
      if (!hasGivenUp(error) || attempt === attempts) throw error
      await sleep(pauseMs)
    }
  }
}

function hasGivenUp(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === lockNotAvailable || error.code === deadlock)
}

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
