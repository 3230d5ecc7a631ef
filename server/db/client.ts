import knex, { type Knex } from 'knex'
import { DatabaseError, TypeOverrides, types as defaultTypes, type Client } from 'pg'
import type { BaseLogger } from 'pino'

/**
 * A pool of at most `poolSize` connections; the first query opens the first one. A query waits up to `acquireTimeoutMs` for
 * a connection, and then runs up to `statementTimeoutMs`. After either limit it fails with an error for which
 * `isDatabaseUnavailable` is true. `bigint` columns are numbers, beyond 2^53 - 1 strings; times are texts in the
 * contract's form, `2026-11-21T09:30:00.000Z`.
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
    // Otherwise the message of an error repeats every value of the query, also secrets.
    compileSqlOnError: false,
    log: {
      warn: (message: unknown) => log.warn(String(message)),
      error: (message: unknown) => log.error(String(message)),
      deprecate: (method, alternative) => log.warn(`knex: ${method} is deprecated, use ${alternative}`),
    },
  })
}

/** Calls `run` with a new transaction, or with `db` where that is already a transaction. */
export async function inTransaction<Result>(
  db: Knex,
  run: (transaction: Knex) => Promise<Result>,
): Promise<Result> {
  return db.isTransaction ? run(db) : db.transaction(run)
}

/** Whether a query failed for a reason that may be temporary. The answer to the caller is then 503. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    // FATAL means that the server refused or ended the connection. Errors of statements are never FATAL.
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
  types.setTypeParser(TIMESTAMPTZ, toTimestamp)
  types.setTypeParser(TEXT_ARRAY, toTexts)
  return { getTypeParser: (oid, format) => types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text') }
}

function toNumberIfSafe(digits: string): number | string {
  return Number.isSafeInteger(Number(digits)) ? Number(digits) : digits
}

/** Rewrites the text of PostgreSQL, because a detour by `Date` takes ten times as long. Milliseconds are kept. */
function toTimestamp(text: string): string {
  const withMilliseconds = '2026-11-21 09:30:00.000+00'.length
  if (!text.endsWith('+00') || text.length > withMilliseconds) return parseTimestamp(text)
  if (text.length === withMilliseconds) return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`
  const milliseconds = text.slice(20, -3).padEnd(3, '0')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`
}

/** PostgreSQL quotes elements with other characters. pg's parser takes each character by itself. */
function toTexts(text: string): unknown {
  if (text === '{}') return []
  if (/^\{[A-Za-z,]+\}$/.test(text) && !/\bNULL\b/i.test(text)) return text.slice(1, -1).split(',')
  return parseAsUsual(TEXT_ARRAY, text)
}

/** For a PostgreSQL in another time zone, and for finer times. */
function parseTimestamp(text: string): string {
  const parsed = parseAsUsual(TIMESTAMPTZ, text)
  return parsed instanceof Date ? parsed.toISOString() : text
}

function parseAsUsual(type: number, text: string): unknown {
  const parse: unknown = defaultTypes.getTypeParser(type)
  return typeof parse === 'function' ? Reflect.apply(parse, undefined, [text]) : null
}

// Knex drops a connection that it knows is lost. A restart may be unnoticed yet, and a network may fail without a sign. So a
// connection is tested with a query, at most every 100 ms, which costs a busy pool little.
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

// The ids of the types bigint, timestamptz and text[] in pg_type.
const INT8 = 20
const TIMESTAMPTZ = 1184
const TEXT_ARRAY = 1009

const PING = { text: 'select 1', query_timeout: 2_000 }

// Connection exceptions; too little memory, disk or connections; a server that stops or starts; timeouts of statements,
// locks and idle transactions; serialization failures and deadlocks; a server that is read-only during a failover.
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

// The messages of errors without a code, from the driver and the pool. Knex puts the query before the message.
const TRANSIENT_MESSAGE =
  /(^| - )(Connection terminated( unexpectedly| due to connection timeout)?|timeout expired|Query read timeout|Client (was closed|has encountered a connection error) and is not queryable|aborted|Unable to acquire a connection)$/

type Options = {
  url: string
  poolSize: number
  acquireTimeoutMs: number
  statementTimeoutMs: number
  log: Pick<BaseLogger, 'warn' | 'error'>
}
