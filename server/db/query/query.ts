import type { Database } from '../database.ts'
import { Query, type Client, type QueryResult } from 'pg'
import sql, { raw, type Sql } from 'sql-template-tag'
import { clientOf, keepsSession, markLost } from '../connection/knex-client.ts'

/**
 * Runs a statement, and returns its rows; in the transaction when `db` is one. PostgreSQL plans it with its values.
 * Takes a connection from Knex's pool without Knex's builder, which would take as long as PostgreSQL takes for a row (E-42).
 */
export async function query<Row extends object>(db: Database, { text, values }: Statement): Promise<Row[]> {
  return run<Row>(db, { text, values })
}

/**
 * Like `query`, but PostgreSQL parses and plans the statement once for each connection, not for each request. For
 * statements without optional conditions: their texts are few, and one plan is right for all values. Behind a pooler of
 * transactions it is `query`: the next transaction may have another connection, which does not know the name.
 */
export async function queryPrepared<Row extends object>(db: Database, { text, values }: Statement): Promise<Row[]> {
  return run<Row>(db, keepsSession(db) ? { name: nameOf(text), text, values } : { text, values })
}

/** The one row of a prepared statement; null when it has none. */
export async function queryRow<Row extends object>(db: Database, statement: Statement): Promise<Row | null> {
  const [row] = await queryPrepared<Row>(db, statement)
  return row ?? null
}

/** The one row of a prepared statement that has one in any case. */
export async function queryOne<Row extends object>(db: Database, statement: Statement): Promise<Row> {
  const row = await queryRow<Row>(db, statement)
  if (!row) throw new Error(`This has a row in any case, and had none: ${statement.text}`)
  return row
}

/**
 * Returns the function that finds the row of an instance by its id. With `for update` it also locks the row against changes by
 * others until the transaction ends.
 */
export function finderOf<Row extends object>(table: string, columns: Sql, lock: '' | 'for update' = '') {
  const [from, end] = [raw(table), raw(lock)]
  return (db: Database, instanceId: string, id: string): Promise<Row | null> =>
    queryRow<Row>(db, sql`select ${columns} from ${from} where instance_id = ${instanceId} and id = ${id} ${end}`)
}

/**
 * Makes others who lock the same name wait until the transaction ends. Nobody else waits. An advisory lock, which asks no
 * worker of Citus: a lock on the row of an instance would ask the first worker, whichever has the instance.
 */
export async function lockName(transaction: Database, name: string): Promise<void> {
  await queryPrepared(transaction, sql`select ${lockOf(name)}`)
}

/** The call that takes the lock of `lockName`, inside another statement. */
export function lockOf(name: string): Sql {
  return sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`
}

/** Asks the database for an answer. Throws the error of a database that cannot give one. */
export async function ping(db: Database): Promise<void> {
  await query(db, sql`select 1`)
}

/** The time of the database, which is the only clock of stored times. */
export async function readTime(db: Database): Promise<string> {
  return (await queryOne<{ time: string }>(db, sql`select now()::timestamptz(3) as time`)).time
}

/**
 * Runs the statements of a text that may begin and end transactions of its own. After a failure the connection is closed: it
 * may be inside such a transaction. Several statements have several results.
 */
export async function runScript(db: Database, text: string, values?: unknown[]): Promise<QueryResult> {
  const client = clientOf(db)
  const connection = await client.acquireConnection()
  try {
    return await connection.query(text, values)
  } catch (error) {
    discard(connection, error)
    throw error
  } finally {
    await client.releaseConnection(connection)
  }
}

async function run<Row extends object>(db: Database, statement: Statement & { name?: string }): Promise<Row[]> {
  const client = clientOf(db)
  const connection = await client.acquireConnection()
  try {
    return await send<Row>(connection, statement)
  } finally {
    await client.releaseConnection(connection)
  }
}

/**
 * By callback, because of what pg's promises cost: they keep every result until the next full garbage collection, which
 * more than doubled the memory of a loaded server and took a tenth of its processor time.
 */
function send<Row extends object>(connection: Client, statement: Statement & { name?: string }): Promise<Row[]> {
  // A query of pg is sent as it is. Anything else is copied first, which takes 3 us.
  const sent = Object.assign(new Query(statement.text), statement)
  return new Promise((resolve, reject) => {
    connection.query<Row>(sent, (error: Error | null, result) => {
      if (!error) return resolve(result.rows)
      // Its host may be gone without a word: whatever follows on this connection would wait as long again.
      if (error.message === 'Query read timeout') discard(connection, error)
      reject(error)
    })
  })
}

/** Closes a connection, which takes a moment. */
function discard(connection: Client, reason: unknown): void {
  markLost(connection, reason)
  connection.end(() => {})
}

/** PostgreSQL knows prepared statements by name, one name for one text. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `statement_${names.size + 1}`
  names.set(text, name)
  return name
}

const names = new Map<string, string>()

/** `sql-template-tag` makes them. */
export type Statement = Pick<Sql, 'text' | 'values'>
