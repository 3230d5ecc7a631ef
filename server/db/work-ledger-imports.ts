import type { Knex } from 'knex'
import { DatabaseError } from 'pg'
import { inTransaction } from './client.ts'

/** How far a file has been imported, and what became of its lines. */
export interface WorkLedgerImport {
  /** Where the next line begins. */
  byteOffset: number
  /** The last line that was dealt with, counted from 1; empty lines count here, and nowhere else. */
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
 * Keeps other imports from what is named until the connection ends. Answers false when another one has it and has not
 * ended within 5 s: one that was killed takes a moment.
 */
export async function lockForImport(db: Knex, name: string): Promise<boolean> {
  try {
    await inTransaction(db, async (transaction) => {
      // Else a statement of 5 s ends for being one, before it has waited for the lock for so long.
      await transaction.raw(`set local lock_timeout = '5s'; set local statement_timeout = 0`)
      await transaction.raw('select pg_advisory_lock(hashtextextended(?, 0))', [`work-ledger-import ${name}`])
    })
    return true
  } catch (error) {
    if (error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false
    throw error
  }
}

/** Lets lists read indexes alone, and tells the planner what there is. Takes seconds a million entries. */
export async function vacuumWorkLedger(db: Knex): Promise<void> {
  // Cannot run in a transaction; the timeout stays off for this connection.
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
