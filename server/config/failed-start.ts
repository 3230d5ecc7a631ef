import { DatabaseError } from 'pg'
import type { Config } from './config.ts'
import { isDatabaseUnavailable } from '../db/connection/pool.ts'
import { MissingSetting } from './development.ts'
import { EarlierSchema } from '../db/schema/migrate.ts'
import { describeDatabaseError } from '../db/connection/describe-error.ts'

/**
 * Explains an error that an operator can correct: a port, or the operator's own database. Null for a fault of the service.
 */
export function explainFailedStart(error: unknown, config: Config): string | null {
  if (!(error instanceof Error)) return null
  if (error instanceof EarlierSchema || error instanceof MissingSetting) return error.message
  const isDatabase = isDatabaseUnavailable(error) || error instanceof DatabaseError
  if (config.databaseUrl && isDatabase)
    return `The database that DATABASE_URL names cannot be used: ${describeDatabaseError(error)}`
  return explainPort(error, config)
}

function explainPort(error: unknown, config: Config): string | null {
  if (!(error instanceof Error)) return null
  if (!('code' in error && 'port' in error)) return explainPort(error.cause, config)
  const port = Number(error.port)
  const names = new Map([
    [config.identityPort, 'IDENTITY_PORT'],
    [config.managementPort, 'MANAGEMENT_PORT'],
    [config.port, 'PORT'],
  ])
  const other = port < 50_000 ? Math.max(port + 1000, 8000) : port - 1000
  const choose = `choose another: ${names.get(port) ?? 'PORT'}=${other} npm start`
  if (error.code === 'EADDRINUSE') return `Port ${port} is taken. Stop what listens there, or ${choose}`
  if (error.code === 'EACCES') return `This user may not listen on port ${port}: ${choose}`
  return null
}
