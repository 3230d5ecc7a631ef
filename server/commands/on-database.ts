import type { Database } from '../db/database.ts'
import { requireConfig, type Config } from '../config/config.ts'
import { databaseAccess, openDatabase, withLongWait, type DatabaseAddress } from '../db/connection/pool.ts'
import { describeDatabaseError } from '../db/connection/describe-error.ts'
import { wasInstance } from '../db/deleted-instances.ts'
import { isInstanceKnown } from '../db/instances.ts'
import { EarlierSchema, migrate } from '../db/schema/migrate.ts'
import { MissingSetting, ofCommands, standIn } from '../config/development.ts'
import { FileError } from '../ledger/file-error.ts'
import { fail } from './fail.ts'

/**
 * Migrates the database of the configuration, and runs a command on up to two connections to it. Returns the command's exit code,
 * or 1 after an error of the database, which is printed with `advice` behind it.
 */
export async function onDatabase(
  run: (db: Database, database: DatabaseAddress) => Promise<number>,
  advice = '',
): Promise<number> {
  const migrateAndRun = async (db: Database, database: DatabaseAddress) => {
    await migrate(database)
    return run(db, database)
  }
  return onConnections(requireConfig(process.env), 2, migrateAndRun, advice)
}

/** Runs a command like `onDatabase`, but fails when the instance does not exist. */
export async function onInstance(
  instanceId: string,
  run: (db: Database, database: DatabaseAddress) => Promise<number>,
  advice = '',
): Promise<number> {
  return onDatabase(async (db, database) => {
    if (await isInstanceKnown(db, instanceId)) return run(db, database)
    return failOnMissingInstance(db, instanceId)
  }, advice)
}

export async function failOnMissingInstance(db: Database, instanceId: string): Promise<number> {
  if (await wasInstance(db, instanceId))
    return fail(`The instance ${instanceId} is deleted, and its id is not given again.`)
  return fail(`There is no instance ${instanceId}. Create it: npm run instances -- create <id>`)
}

/**
 * Runs a command on the database of the configuration, or on the embedded one of the running server, without a migration.
 * `run` also gets the address of the database, for work that needs connections of its own. Warnings go to stderr.
 */
export async function onConnections(
  config: Config,
  poolSize: number,
  run: (db: Database, database: DatabaseAddress) => Promise<number>,
  advice: string,
): Promise<number> {
  const url = config.databaseUrl ?? (await standIn(ofCommands.development, 'DATABASE_URL').findDatabase(config))
  if (!url) return fail('The embedded database does not run. Start the server first (npm start), or set DATABASE_URL.')
  const access = databaseAccess(config, url)
  const db = openDatabase({ ...withLongWait(access), poolSize })
  try {
    return await run(db, access)
  } catch (error) {
    // Their messages say all there is to say; `runCommand` prints them.
    if ([EarlierSchema, FileError, MissingSetting].some((kind) => error instanceof kind)) throw error
    return fail(
      `The database refused: ${error instanceof Error ? describeDatabaseError(error) : String(error)}${advice}`,
    )
  } finally {
    await db.destroy()
  }
}
