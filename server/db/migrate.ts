import { readdir } from 'node:fs/promises'
import type { Knex } from 'knex'
import { isObject } from '../../contract/json.ts'

/**
 * Brings the schema up to date and returns the names of what it ran. All or nothing. Of several servers that
 * start at once, one migrates and the others wait; the lock and a half-done migration go with a killed server.
 * Migrations that a newer release ran are left alone, so that an older one still starts.
 *
 * Since all that are pending run in one transaction, none may hold up traffic: no rewrite of a large table, and no index
 * on one. Build such an index concurrently by hand first, and let the migration say `create index if not exists`.
 */
export async function migrate(db: Knex): Promise<string[]> {
  const migrations = await readMigrations()
  return db.transaction(async (trx) => {
    await trx.raw('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
    await trx.raw('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK])
    // Whoever waits for a table lock makes all later queries of that table wait too.
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

/** The files of `migrations/` in the order of their numbers, by their names without `.ts`. */
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
