import type { Knex } from 'knex'
import { up as initial } from './0001-initial.ts'
import { up as backgroundChecks } from './0002-background-checks.ts'
import { up as workLedgerAtScale } from './0003-work-ledger-at-scale.ts'
import { up as workLedgerDays } from './0004-work-ledger-days.ts'

/**
 * In the order they run; append only. All that are pending run in one transaction, so none may hold up traffic:
 * no rewrite of a large table, and no index on one. Build such an index concurrently by hand first, and
 * let the migration say `create index if not exists`.
 */
export const migrations: Migration[] = [
  { name: '0001-initial', up: initial },
  { name: '0002-background-checks', up: backgroundChecks },
  { name: '0003-work-ledger-at-scale', up: workLedgerAtScale },
  { name: '0004-work-ledger-days', up: workLedgerDays },
]

export type Migration = { name: string; up: (db: Knex) => Promise<void> }
