import type { Knex } from 'knex'

/** A pool of connections, or a transaction on one of them. */
export type Database = Knex
