import knex, { type Knex } from 'knex'
import { DatabaseError, TypeOverrides, type Client } from 'pg'
import type { BaseLogger } from 'pino'

/**
 * A pool of at most `poolSize` connections, none opened before the first query. A query waits up to
 * `acquireTimeoutMs` for a connection and then runs up to `statementTimeoutMs`; both fail with an error that
 * `isDatabaseUnavailable` knows. `bigint` columns come back as numbers, or as strings beyond 2^53 - 1.
 */
export function openDatabase({ url, poolSize, acquireTimeoutMs, statementTimeoutMs, log }: Options): Knex {
  return knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: 'instance-administration',
      connectionTimeoutMillis: acquireTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: 30_000,
      types: columnTypes(),
    },
    pool: {
      min: 0,
      max: poolSize,
      acquireTimeoutMillis: acquireTimeoutMs,
      createTimeoutMillis: acquireTimeoutMs,
      validate: connectionCheck(),
    },
    // Else the message of an error repeats every value of the query, secrets included.
    compileSqlOnError: false,
    log: {
      warn: (message: unknown) => log.warn(String(message)),
      error: (message: unknown) => log.error(String(message)),
      deprecate: (method, alternative) => log.warn(`knex: ${method} is deprecated, use ${alternative}`),
    },
  })
}

/** Runs `run` in a transaction: a new one, or the one that `db` is already. */
export async function inTransaction<Result>(
  db: Knex,
  run: (transaction: Knex) => Promise<Result>,
): Promise<Result> {
  return db.isTransaction ? run(db) : db.transaction(run)
}

/** Whether a query failed for a reason that may be gone when the caller tries again: the answer is 503. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    // FATAL is about the connection, which was refused or ended, and never about a statement.
    return error.severity === 'FATAL' || TRANSIENT_SQLSTATE.test(error.code ?? '')
  }
  if (!(error instanceof Error)) return false
  if (error.name === 'KnexTimeoutError' || error.name === 'TimeoutError') return true
  if ('code' in error && typeof error.code === 'string') return TRANSIENT_SYSTEM_ERRORS.has(error.code)
  return TRANSIENT_MESSAGE.test(error.message)
}

function columnTypes(): NonNullable<Knex.PgConnectionConfig['types']> {
  const types = new TypeOverrides()
  types.setTypeParser(INT8, toNumberIfSafe)
  return { getTypeParser: (oid, format) => types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text') }
}

function toNumberIfSafe(digits: string): number | string {
  return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits
}

// Knex drops a connection that it knows is gone, but news of a restart may still be unread, and a network lost
// in silence brings none: ask the server, at most every 100 ms of use, which a busy pool does not feel.
function connectionCheck(): (connection: Client) => Promise<boolean> {
  const askedAt = new WeakMap<Client, number>()
  return async (connection) => {
    const now = performance.now()
    if (now - (askedAt.get(connection) ?? -Infinity) < 100) return true
    await connection.query(PING)
    askedAt.set(connection, now)
    return true
  }
}

// The number of the type bigint in pg_type.
const INT8 = 20

const PING = { text: 'select 1', query_timeout: 2_000 }

// Connection exceptions, too little memory, disk or connections, a server that stops or starts, and what gives
// way to others: statement, lock and idle-transaction timeouts, serialization failures, deadlocks; and a server
// that only reads, in the middle of a failover.
const TRANSIENT_SQLSTATE = /^(08...|53...|57P0.|57014|55P03|25P03|25006|40001|40P01)$/

const TRANSIENT_SYSTEM_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

// The driver's and the pool's own errors have no code. Knex puts the query in front of them.
const TRANSIENT_MESSAGE =
  /(^| - )(Connection terminated( unexpectedly| due to connection timeout)?|timeout expired|Query read timeout|Client (was closed|has encountered a connection error) and is not queryable|aborted|Unable to acquire a connection)$/

type Options = {
  url: string
  poolSize: number
  acquireTimeoutMs: number
  statementTimeoutMs: number
  log: Pick<BaseLogger, 'warn' | 'error'>
}
