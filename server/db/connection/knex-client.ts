import type { Knex } from 'knex'
import PostgresClient from 'knex/lib/dialects/postgres/index.js'
import type { Client } from 'pg'
import type { Database } from '../database.ts'
import type { Pooler } from './pooler.ts'

/** Knex's client for PostgreSQL. This file alone knows what Knex has inside; Knex is pinned exactly for it. */
export class DatabaseClient extends PostgresClient {
  declare readonly config: DatabaseClientConfig

  /** Opens a connection. Knex itself knows one host only, and cannot ask which of several takes writes. */
  override async _acquireOnlyConnection(): Promise<Client> {
    const connection = await this.config.connect()
    connection.on('error', (error) => markLost(connection, error))
    connection.on('end', () => markLost(connection, 'the connection ended'))
    return connection
  }
}

export interface DatabaseClientConfig extends Knex.Config {
  pooler: Pooler
  isDistributed?: boolean
  connect: () => Promise<Client>
}

/** The pool of a database, or the one connection of a transaction. */
export function clientOf({ client }: Database): DatabaseClient {
  if (!(client instanceof DatabaseClient)) throw new Error('A database has been opened by openDatabase.')
  return client
}

/** Whether what one transaction sets or prepares is there in the next: not behind a pooler of transactions. */
export function keepsSession(db: Database): boolean {
  return clientOf(db).config.pooler === 'none'
}

/** Whether the rows of instances are on workers of Citus: not before `findParts` has asked. */
export function isDistributed(db: Database): boolean {
  return clientOf(db).config.isDistributed === true
}

export function markDistributed(db: Database): void {
  clientOf(db).config.isDistributed = true
}

/** The connections of the pool, and the queries that wait for one. */
export function countConnections(db: Database): Record<'used' | 'free' | 'waiting', number> {
  const { pool } = clientOf(db)
  if (!pool || !('numUsed' in pool)) throw new Error('The pool of Knex is the one of tarn.')
  return { used: pool.numUsed(), free: pool.numFree(), waiting: pool.numPendingAcquires() }
}

/** The pool hands out no connection that is marked. */
export function markLost(connection: Client, reason: unknown): void {
  Object.assign(connection, { __knex__disposed: reason })
}
