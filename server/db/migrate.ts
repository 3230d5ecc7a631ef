import { readdir } from 'node:fs/promises'
import type { Knex } from 'knex'
import { isObject } from '../../contract/json.ts'

/**
 * Brings the schema up to date, and returns the names of the migrations that it ran: all pending ones, or none after a
 * failure. When several servers start at once, one migrates and the others wait. A killed server leaves neither the lock nor
 * a half-done migration. Migrations of a newer release are ignored, so that an older release can start.
 *
 * All pending migrations run in one transaction, so no migration may block traffic for long: none may rewrite a large table
 * or build an index on one. Build such an index concurrently by hand first, and write `create index if not exists` in the
 * migration.
 */
export async function migrate(db: Knex): Promise<string[]> {
  const migrations = await readMigrations()
  return db.transaction(async (trx) => {
    await trx.raw('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
    await trx.raw('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK])
    // A statement that waits for a table lock makes all later queries of the table wait, too. So it gives up after 5 s.
    await trx.raw(`set local lock_timeout = '5s'`)
    await trx.raw(
      'create table if not exists migrations (name text primary key, ran_at timestamptz(3) not null default now())',
    )
    const ran = new Set(await trx('migrations').pluck<string[]>('name'))
    const pending = migrations.filter(({ name }) => !ran.has(name))
    for (const { name, up } of pending) {
      await up(trx)
      await trx('migrations').insert({ name })
    }
    return pending.map(({ name }) => name)
  })
}

/** The files of `migrations/`, in the order of their numbers, by name without `.ts`. */
export async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.ts')).sort()
  return Promise.all(
    files.map(async (file) => {
      const migration: unknown = await import(new URL(file, FOLDER).href)
      if (!isMigration(migration)) throw new Error(`server/db/migrations/${file} exports no function up.`)
      return { name: file.slice(0, -'.ts'.length), up: migration.up }
    }),
  )
}

function isMigration(value: unknown): value is Pick<Migration, 'up'> {
  return isObject(value) && typeof value['up'] === 'function'
}

const FOLDER = new URL('migrations/', import.meta.url)

const MIGRATION_LOCK = 5_150_318_823

interface Migration {
  name: string
  up: (db: Knex) => Promise<void>
}
