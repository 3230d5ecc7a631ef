import type { Knex } from 'knex'
import { pino } from 'pino'
import type { Config } from '../config/config.ts'
import { openDatabase } from '../db/client.ts'
import { findEmbeddedPostgres } from '../development/postgres/embedded-postgres.ts'

export type CommandDatabase = { ok: true; db: Knex } | { ok: false; message: string }

/** The database of the configuration, or the embedded one of the server that runs here. Warnings go to stderr. */
export async function openCommandDatabase(config: Config, poolSize: number): Promise<CommandDatabase> {
  const url = config.databaseUrl ?? (await findEmbeddedPostgres({ dataDir: config.dataDir }))
  if (!url) {
    const message =
      'The embedded database does not run. Start the server first (npm start), or set DATABASE_URL.'
    return { ok: false, message }
  }
  const db = openDatabase({
    url,
    poolSize,
    acquireTimeoutMs: config.databaseAcquireTimeoutMs,
    statementTimeoutMs: config.databaseStatementTimeoutMs,
    log: pino({ level: 'error' }, process.stderr),
  })
  return { ok: true, db }
}
