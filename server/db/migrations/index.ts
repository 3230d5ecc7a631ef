import type { Knex } from 'knex'
import { up as initial } from './0001-initial.ts'
import { up as backgroundChecks } from './0002-background-checks.ts'

/**
 * In the order they run; append only. All that are pending run in one transaction, so none may hold up traffic:
 * no rewrite of a large table, and no index on one. Build such an index concurrently by hand first, and
 * let the migration say `create index if not exists`.
 */
export const migrations: Migration[] = [
  { name: '0001-initial', up: initial },
  { name: '0002-background-checks', up: backgroundChecks },
]

export type Migration = { name: string; up: (db: Knex) => Promise<void> }
