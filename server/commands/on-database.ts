import type { Knex } from 'knex'
import { pino } from 'pino'
import { requireConfig, type Config } from '../config/config.ts'
import { openDatabase } from '../db/client.ts'
import { isInstanceKnown } from '../db/instances.ts'
import { migrate } from '../db/migrate.ts'
import { findEmbeddedPostgres } from '../development/postgres/embedded-postgres.ts'
import { fail } from './fail.ts'

/**
 * Migrates the database of the configuration, and runs a command on one connection to it. Returns the command's exit code,
 * or 1 after an error of the database, which is printed with `advice` behind it.
 */
export async function onDatabase(run: (db: Knex) => Promise<number>, advice = ''): Promise<number> {
  const migrateAndRun = async (db: Knex) => {
    await migrate(db)
    return run(db)
  }
  return onConnections(requireConfig(process.env), 1, migrateAndRun, advice)
}

/** Runs a command like `onDatabase`, but fails when the instance does not exist. */
export async function onInstance(
  instanceId: string,
  run: (db: Knex) => Promise<number>,
  advice = '',
): Promise<number> {
  return onDatabase(async (db) => {
    if (await isInstanceKnown(db, instanceId)) return run(db)
    return failOnMissingInstance(instanceId)
  }, advice)
}

export function failOnMissingInstance(instanceId: string): number {
  return fail(`There is no instance ${instanceId}. Create it: npm run instances -- create <id>`)
}

/**
 * Runs a command on the database of the configuration, or on the embedded one of the running server, without a migration.
 * Warnings go to stderr.
 */
export async function onConnections(
  config: Config,
  poolSize: number,
  run: (db: Knex) => Promise<number>,
  advice: string,
): Promise<number> {
  const url = config.databaseUrl ?? (await findEmbeddedPostgres({ dataDir: config.dataDir }))
  if (!url)
    return fail(
      'The embedded database does not run. Start the server first (npm start), or set DATABASE_URL.',
    )
  const db = openDatabase({
    url,
    poolSize,
    acquireTimeoutMs: config.databaseAcquireTimeoutMs,
    statementTimeoutMs: config.databaseStatementTimeoutMs,
    log: pino({ level: 'error' }, process.stderr),
  })
  try {
    return await run(db)
  } catch (error) {
    return fail(`The database refused: ${error instanceof Error ? error.message : String(error)}${advice}`)
  } finally {
    await db.destroy()
  }
}
