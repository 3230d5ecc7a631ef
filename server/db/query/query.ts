import type { Knex } from 'knex'
import type { Client, QueryResult } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { isObject } from '../../../contract/json.ts'
import { markLost } from '../connection/client.ts'
import { keepsSession } from '../connection/pooler.ts'

/**
 * Runs a statement, and returns its rows; in the transaction when `db` is one. PostgreSQL plans it with its values.
 * Takes a connection from Knex's pool without Knex's builder, which would take as long as PostgreSQL takes for a row (E-42).
 */
export async function query<Row extends object>(db: Knex, { text, values }: Sql): Promise<Row[]> {
  return run<Row>(db, { text, values })
}

/**
 * Like `query`, but PostgreSQL parses and plans the statement once for each connection, not for each request. For
 * statements without optional conditions: their texts are few, and one plan is right for all values. Behind a pooler of
 * transactions it is `query`: the next transaction may have another connection, which does not know the name.
 */
export async function queryPrepared<Row extends object>(db: Knex, { text, values }: Sql): Promise<Row[]> {
  return run<Row>(db, keepsSession(db) ? { name: nameOf(text), text, values } : { text, values })
}

/** Asks the database for an answer. Throws the error of a database that cannot give one. */
export async function ping(db: Knex): Promise<void> {
  await query(db, sql`select 1`)
}

/**
 * Runs the statements of a text that may begin and end transactions of its own. After a failure the connection is closed: it
 * may be inside such a transaction. Several statements have several results.
 */
export async function runScript(db: Knex, text: string, values?: unknown[]): Promise<QueryResult> {
  const pool = poolOf(db)
  const connection = await pool.acquireConnection()
  try {
    return await connection.query(text, values)
  } catch (error) {
    discard(connection, error)
    throw error
  } finally {
    await pool.releaseConnection(connection)
  }
}

async function run<Row extends object>(db: Knex, statement: Statement): Promise<Row[]> {
  const pool = poolOf(db)
  const connection = await pool.acquireConnection()
  try {
    return await send<Row>(connection, statement)
  } finally {
    await pool.releaseConnection(connection)
  }
}

/**
 * By callback, because of what pg's promises cost: they keep every result until the next full garbage collection, which
 * more than doubled the memory of a loaded server and took a tenth of its processor time.
 */
function send<Row extends object>(connection: Client, statement: Statement): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    connection.query<Row>(statement, (error: Error | null, result) => {
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

interface Statement {
  name?: string
  text: string
  values: unknown[]
}

/** The pool of a Knex, or the one connection of a transaction. Knex exposes it without a type. */
function poolOf({ client }: { client: unknown }): ConnectionPool {
  if (!isPool(client)) throw new Error('This Knex has no pool of connections.')
  return client
}

function isPool(client: unknown): client is ConnectionPool {
  return isObject(client) && 'acquireConnection' in client && 'releaseConnection' in client
}

interface ConnectionPool {
  acquireConnection(): Promise<Client>
  releaseConnection(connection: Client): Promise<void>
}
