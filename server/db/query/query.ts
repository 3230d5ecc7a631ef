import type { Knex } from 'knex'
import type { QueryResult } from 'pg'
import type { Database } from '../database.ts'
import { clientOf, keepsSession } from '../connection/pool.ts'

/**
 * The rows of a statement that PostgreSQL parses and plans once for each connection, not for each request: for statements
 * without optional conditions, whose texts are few, and for which one plan is right whatever the values. Behind a pooler of
 * transactions it is not prepared: the next transaction may have another connection.
 */
export async function prepared<Row extends object>(db: Database, statement: Statement): Promise<Row[]> {
  const { sql, bindings } = statement.toSQL()
  return (await db.raw<{ rows: Row[] }>(sql, bindings).options(nameFor(db, sql))).rows
}

/** Of the builder, or in SQL. */
type Statement = Knex.QueryBuilder | Knex.Raw

/** The one row of a prepared statement; null when it has none. */
export async function preparedRow<Row extends object>(db: Database, statement: Statement): Promise<Row | null> {
  const [row] = await prepared<Row>(db, statement)
  return row ?? null
}

/** The row of a prepared statement that has one in any case. */
export async function preparedOne<Row extends object>(db: Database, statement: Statement): Promise<Row> {
  const row = await preparedRow<Row>(db, statement)
  if (!row) throw new Error(`This has a row in any case, and had none: ${statement.toSQL().sql}`)
  return row
}

/** PostgreSQL knows prepared statements by name, one name for one text. */
function nameFor(db: Database, text: string): { name?: string | undefined } {
  if (!keepsSession(db)) return {}
  if (!names.has(text)) names.set(text, `statement_${names.size + 1}`)
  return { name: names.get(text) }
}

const names = new Map<string, string>()

/** The rows of a statement that PostgreSQL plans with its values. */
export async function planned<Row extends object>(db: Database, statement: Statement): Promise<Row[]> {
  const { sql, bindings } = statement.toSQL()
  return (await db.raw<{ rows: Row[] }>(sql, bindings)).rows
}

/**
 * Returns the function that sends a prepared statement of the builder with values. The builder writes it once, with `$1`, `$2` and
 * so on in the place of the values: for what requests read most, because to write it each time takes 10 to 80 us of 300 to 700
 * (E-42).
 */
export function writtenOnce(write: (db: Database, ...values: Knex.Raw[]) => Knex.QueryBuilder): SendValues {
  let text: string | undefined
  return async <Row extends object>(db: Database, ...values: Knex.Value[]) => {
    text ??= textOf(write(db, ...values.map((_, at) => db.raw(`$${at + 1}`))))
    return (await db.raw<{ rows: Row[] }>(text).options({ ...nameFor(db, text), values })).rows
  }
}

function textOf(statement: Knex.QueryBuilder): string {
  const { sql, bindings } = statement.toSQL()
  if (bindings.length > 0) throw new Error(`A constant is not in the text of this statement: ${sql}`)
  return sql
}

export type SendValues = <Row extends object>(db: Database, ...values: Knex.Value[]) => Promise<Row[]>

/** Returns the function that finds the row of an instance by its id, and may lock it until the transaction ends. */
export function finderOf<Row extends object>(table: string, columns: readonly string[], lock: '' | 'for update' = '') {
  const find = writtenOnce((db, instanceId, id) => {
    const found = db(table).select(columns).where({ instance_id: instanceId, id })
    return lock ? found.forUpdate() : found
  })
  return async (db: Database, instanceId: string, id: string): Promise<Row | null> => {
    const [row] = await find<Row>(db, instanceId, id)
    return row ?? null
  }
}

/** Inserts rows of an instance, whose members are columns: one text of a statement, however many they are. */
export function insertRows(
  db: Database,
  table: string,
  instanceId: string,
  columns: readonly string[],
  rows: readonly object[],
): Knex.QueryBuilder {
  const sent = db.raw(`json_populate_recordset(null::${table}, ?::json)`, [JSON.stringify(rows)])
  const selected = db.select(db.raw('?::text', [instanceId]), ...columns).from(sent)
  // Knex has no other way to name the columns of an insert that selects its rows.
  return db(db.raw(`${table} (instance_id, ${columns.join(', ')})`)).insert(selected)
}

/**
 * Makes other transactions that lock the same name wait until this one ends, and no others. An advisory lock, which asks no
 * worker of Citus: a lock on the row of an instance would ask the first worker, whichever has the instance.
 */
export async function lockName(transaction: Database, name: string): Promise<void> {
  await prepared(transaction, transaction.select(lockOf(transaction, name)))
}

/** The call that takes the lock of `lockName`, inside another statement. */
export function lockOf(db: Database, name: string): Knex.Raw {
  return db.raw('pg_advisory_xact_lock(hashtextextended(:name, 0))', { name })
}

/** Asks the database for an answer. Throws the error of a database that cannot give one. */
export async function ping(db: Database): Promise<void> {
  await db.raw('select 1')
}

/** The time of the database, which is the only clock of stored times. */
export async function readTime(db: Database): Promise<string> {
  return (await preparedOne<{ time: string }>(db, db.raw('select now()::timestamptz(3) as time'))).time
}

/** A text of SQL with values `$1`, `$2` and so on, as other libraries write it. */
export function sendText(db: Database, text: string, values: readonly unknown[] = []): Knex.Raw<QueryResult> {
  return db.raw<QueryResult>(text.replaceAll('?', '\\?')).options({ values })
}

/**
 * Runs such a text on a connection of its own. It may have several statements, and begin and end transactions of its own: a
 * failure leaves none open.
 */
export async function runScript(db: Database, text: string, values: readonly unknown[] = []): Promise<QueryResult> {
  const client = clientOf(db)
  const connection: unknown = await client.acquireConnection()
  try {
    return await sendText(db, text, values).connection(connection)
  } catch (error) {
    // A connection that is lost cannot, and is not used again.
    await db
      .raw('rollback')
      .connection(connection)
      .catch(() => {})
    throw error
  } finally {
    await client.releaseConnection(connection)
  }
}
