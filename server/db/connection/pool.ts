import knex, { type Knex } from 'knex'
import { DatabaseError, TypeOverrides, types as defaultTypes, type Client } from 'pg'
import type { Database } from '../database.ts'
import { parseDatabaseUrl } from './hosts.ts'
import type { Pooler } from './pooler.ts'
import { followPrimary } from './primary.ts'
import type { traceConnection } from './traced-connection.ts'

/**
 * A pool of at most `poolSize` connections; the first query opens the first one. A query waits up to `acquireTimeoutMs` for
 * a connection, and then runs up to `statementTimeoutMs`. After either limit it fails with an error for which
 * `isDatabaseUnavailable` is true. `bigint` columns are numbers, beyond 2^53 - 1 strings; times are texts in the
 * contract's form, `2026-11-21T09:30:00.000Z`. When `url` lists several hosts, each connection goes to the one that takes
 * writes. Behind a pooler of transactions, the limit of statements is that of the account.
 */
export function openDatabase({
  url,
  poolSize,
  acquireTimeoutMs,
  statementTimeoutMs,
  pooler = 'none',
  givesUp = false,
  name = 'instance-administration',
  afterCreate,
}: DatabaseOptions): Database {
  const parsed = parseDatabaseUrl(url)
  if (!parsed.ok) throw new Error(`The URL of the database ${parsed.problem}`)
  const { urls } = parsed
  const connection = {
    connectionString: urls[0],
    application_name: name,
    connectionTimeoutMillis: acquireTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A pooler refuses a session with limits of its own: others use its connection after it.
    ...(pooler === 'none' && {
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: 30_000,
    }),
    ...(givesUp && { query_timeout: statementTimeoutMs + 2000 }),
    types: columnTypes(),
  }
  const primary = urls.length > 1 ? followPrimary(urls, connection) : null
  const db = knex({
    client: 'pg',
    connection: primary?.connection ?? connection,
    pool: {
      min: 0,
      max: poolSize,
      acquireTimeoutMillis: acquireTimeoutMs,
      createTimeoutMillis: acquireTimeoutMs,
      validate: connectionCheck(primary?.isCurrent ?? answers),
      ...(afterCreate && { afterCreate }),
    },
    // Otherwise the message of an error repeats every value of the query, also secrets.
    compileSqlOnError: false,
    // Each query that waits for a connection gets the error, too: the pool's lines would flood the log of an outage.
    log: { warn() {}, error() {} },
  })
  db.userParams = { pooler }
  poolOf(db).on('createFail', () => primary?.forget())
  return db
}

/** Whether what one transaction sets or prepares is there in the next: not behind a pooler of transactions. */
export function keepsSession({ userParams }: Database): boolean {
  return userParams['pooler'] === 'none'
}

/** Whether the rows of instances are on workers of Citus: not before `findParts` has asked. */
export function isDistributed({ userParams }: Database): boolean {
  return userParams['isDistributed'] === true
}

export function markDistributed({ userParams }: Database): void {
  userParams['isDistributed'] = true
}

/** The connections of the pool, and the queries that wait for one. */
export function countConnections(db: Database): Record<'used' | 'free' | 'waiting', number> {
  const pool = poolOf(db)
  return { used: pool.numUsed(), free: pool.numFree(), waiting: pool.numPendingAcquires() }
}

function poolOf(db: Database) {
  const { pool } = clientOf(db)
  if (!pool || !('numUsed' in pool)) throw new Error('The pool of Knex is the one of tarn.')
  return pool
}

/** Knex's types say nothing of its client. */
export function clientOf({ client }: Database): Knex.Client {
  if (!(client instanceof knex.Client)) throw new Error('A database has been opened by openDatabase.')
  return client
}

/** How the configuration reaches the database with this URL, its own or the embedded one. */
export function databaseAccess(config: DatabaseConfig, url: string): DatabaseAccess {
  return {
    url,
    acquireTimeoutMs: config.databaseAcquireTimeoutMs,
    statementTimeoutMs: config.databaseStatementTimeoutMs,
    pooler: config.databasePooler,
  }
}

/**
 * For work that no request waits for, such as a start: where processors are scarce, opening a connection takes seconds, and a
 * server that gave up would be started again and again.
 */
export function withLongWait(access: DatabaseAccess): DatabaseAccess {
  return { ...access, acquireTimeoutMs: Math.max(access.acquireTimeoutMs, 15_000) }
}

/** Calls `run` with a new transaction, or with `db` where that is already a transaction. */
export async function inTransaction<Result>(
  db: Database,
  run: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  return db.isTransaction ? run(db) : transact(db, run)
}

/** Calls `run` with a transaction in which all statements read the same state. */
export async function inSnapshot<Result>(db: Database, run: (snapshot: Database) => Promise<Result>): Promise<Result> {
  return transact(db, run, { isolationLevel: 'repeatable read', readOnly: true })
}

/** Where a statement had no answer in its time, nobody waits for Knex, which waits five seconds for that of its `ROLLBACK`. */
async function transact<Result>(
  db: Database,
  run: (transaction: Database) => Promise<Result>,
  config?: Knex.TransactionConfig,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const giveUp = async (error: unknown): Promise<never> => {
    if (hadNoAnswer(error)) reject(error)
    throw error
  }
  db.transaction((transaction) => run(transaction).catch(giveUp), config).then(resolve, reject)
  return promise
}

/** Whether a query failed for a reason that may be temporary. The answer to the caller is then 503. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseError) {
    // FATAL means that the server refused or ended the connection. Errors of statements are never FATAL.
    return error.severity === 'FATAL' || transientSqlstate.test(error.code ?? '') || lostWorker.test(error.message)
  }
  if (!(error instanceof Error)) return false
  if (unavailable.has(error.name)) return true
  if ('code' in error && typeof error.code === 'string') return transientSystemErrors.has(error.code)
  return transientMessage.test(error.message)
}

/** Whether PostgreSQL refused what was to be stored: data exceptions, broken constraints, and what exceeds a limit of its own. */
export function isValueRefused(error: unknown): boolean {
  return error instanceof DatabaseError && /^(22|23|54)/.test(error.code ?? '')
}

/** Whether a statement took longer than its limit. */
export function isStatementTimeout(error: unknown): boolean {
  if (error instanceof DatabaseError) return error.code === '57014'
  return hadNoAnswer(error)
}

function hadNoAnswer(error: unknown): boolean {
  return error instanceof Error && error.message.endsWith('Query read timeout')
}

/** Whether a statement failed before it left, for want of a connection. */
export function wasNeverSent(error: unknown): boolean {
  return error instanceof Error && ['KnexTimeoutError', 'TimeoutError', 'NoPrimaryError'].includes(error.name)
}

const { builtins } = defaultTypes

function columnTypes() {
  const types = new TypeOverrides()
  types.setTypeParser(builtins.INT8, toNumberIfSafe)
  types.setTypeParser(builtins.TIMESTAMPTZ, toTimestamp)
  types.setTypeParser(builtins.DATE, String)
  types.setTypeParser(builtins.NUMERIC, Number)
  return {
    getTypeParser: (oid: number, format?: string): unknown =>
      types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text'),
  }
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

/** For a PostgreSQL in another time zone, and for finer times. */
function parseTimestamp(text: string): string {
  const parse: unknown = defaultTypes.getTypeParser(builtins.TIMESTAMPTZ)
  const parsed: unknown = typeof parse === 'function' ? Reflect.apply(parse, undefined, [text]) : null
  return parsed instanceof Date ? parsed.toISOString() : text
}

// Knex drops a connection that it knows is lost. A restart may be unnoticed yet, a network may fail without a sign, and one
// of several hosts may have become a standby. So a connection is tested with a query, at most every 100 ms, which costs a
// busy pool little.
function connectionCheck(test: (connection: Client) => Promise<boolean>) {
  const askedAt = new WeakMap<Client, number>()
  return async (connection: Client): Promise<boolean> => {
    const now = performance.now()
    if (now - (askedAt.get(connection) ?? -Infinity) < 100) return true
    if (!(await test(connection))) return false
    askedAt.set(connection, now)
    return true
  }
}

async function answers(connection: Client): Promise<boolean> {
  await connection.query(ping)
  return true
}

const ping = { text: 'select 1', query_timeout: 2_000 }

// Connection exceptions; too little memory, disk or connections; a server that stops or starts; timeouts of statements,
// locks and idle transactions; serialization failures and deadlocks; a server that is read-only during a failover.
const transientSqlstate = /^(08...|53...|57P0.|57014|55P03|25P03|25006|40001|40P01)$/

// Citus says this of a worker that it lost in a transaction, or at its end, with the code of an internal error.
const lostWorker = /failure on connection marked as essential|could not commit transaction for shard/

// Of Knex and its pool, of `followPrimary` and of `storeAnswer`.
const unavailable = new Set(['KnexTimeoutError', 'TimeoutError', 'NoPrimaryError', 'ClaimLostError'])

const transientSystemErrors = new Set([
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
const transientMessage =
  /(^| - )(Connection terminated( unexpectedly| due to connection timeout)?|timeout expired|Query read timeout|Client (was closed|has encountered a connection error) and is not queryable|aborted|Unable to acquire a connection)$/

/** The settings, as the configuration names them. */
export interface DatabaseConfig {
  databaseAcquireTimeoutMs: number
  databaseStatementTimeoutMs: number
  databasePooler: Pooler
}

export interface DatabaseAddress {
  url: string
  /** Default: none. */
  pooler?: Pooler
}

export interface DatabaseAccess extends DatabaseAddress {
  acquireTimeoutMs: number
  statementTimeoutMs: number
}

export interface DatabaseOptions extends DatabaseAccess {
  poolSize: number
  /**
   * Whether a statement fails 2 s after its limit, because its host may be gone without a word: then PostgreSQL cannot end
   * it, and the system would wait for a quarter of an hour. Not for work that lifts the limit of its statements.
   */
  givesUp?: boolean
  /** The name of the connections in `pg_stat_activity`. */
  name?: string
  /** Is given each new connection, and calls back. */
  afterCreate?: typeof traceConnection | undefined
}
