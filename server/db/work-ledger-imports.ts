import type { Knex } from 'knex'
import { DatabaseError } from 'pg'
import { inTransaction } from './client.ts'

/** The position of an import in its file, and the counts of its lines. */
export interface WorkLedgerImport {
  /** The position of the next line, in bytes. */
  byteOffset: number
  /** The number of the last read line, counted from 1. Empty lines count only here. */
  line: number
  inserted: number
  updated: number
  unchanged: number
  rejected: number
}

export async function findWorkLedgerImport(
  db: Knex,
  instanceId: string,
  source: string,
): Promise<WorkLedgerImport | undefined> {
  return db<WorkLedgerImportRow>('work_ledger_imports').where({ instance_id: instanceId, source }).first({
    byteOffset: 'byte_offset',
    line: 'line',
    inserted: 'inserted',
    updated: 'updated',
    unchanged: 'unchanged',
    rejected: 'rejected',
  })
}

export async function saveWorkLedgerImport(
  db: Knex,
  instanceId: string,
  source: string,
  { byteOffset, ...counts }: WorkLedgerImport,
): Promise<void> {
  await db<WorkLedgerImportRow>('work_ledger_imports')
    .insert({
      instance_id: instanceId,
      source,
      byte_offset: byteOffset,
      ...counts,
      updated_at: db.fn.now(),
    })
    .onConflict(['instance_id', 'source'])
    .merge()
}

/**
 * Locks `name` against other imports until the connection ends. Returns false when another import holds the lock for 5 s
 * more: a killed import releases it after a moment.
 */
export async function lockForImport(db: Knex, name: string): Promise<boolean> {
  try {
    await inTransaction(db, async (transaction) => {
      // Otherwise the statement timeout could end the wait before the lock timeout does.
      await transaction.raw(`set local lock_timeout = '5s'; set local statement_timeout = 0`)
      await transaction.raw('select pg_advisory_lock(hashtextextended(?, 0))', [`work-ledger-import ${name}`])
    })
    return true
  } catch (error) {
    if (error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false
    throw error
  }
}

/** Enables index-only scans for lists, and updates the planner's statistics. Takes seconds for a million entries. */
export async function vacuumWorkLedger(db: Knex): Promise<void> {
  // VACUUM cannot run in a transaction, so the timeout stays off for this connection.
  await db.raw('set statement_timeout = 0')
  await db.raw('vacuum (analyze) work_ledger_entries')
}

const LOCK_NOT_AVAILABLE = '55P03'

interface WorkLedgerImportRow extends Omit<WorkLedgerImport, 'byteOffset'> {
  instance_id: string
  source: string
  byte_offset: number
  updated_at: Date
}
