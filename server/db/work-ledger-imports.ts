import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { DatabaseError } from 'pg'
import { tryLock } from './connection/in-turn.ts'
import { keepsSession } from './connection/pooler.ts'

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
 * Begins a transaction of its own that holds the locks of an import, on a connection beside those of the import: a lock of
 * the session would end with each transaction behind a pooler. It reads nothing, so that it holds no vacuum back.
 */
export async function openImportLocks(db: Knex): Promise<ImportLocks> {
  const transaction = await db.transaction()
  await transaction.raw('set local idle_in_transaction_session_timeout = 0')
  return {
    async lock(name) {
      const { rows } = await transaction.raw<{ rows: [{ key: string }] }>(
        'select hashtextextended(?, 0)::text as key',
        [`work-ledger-import ${name}`],
      )
      const end = performance.now() + WAIT_MS
      // The index at the end of the other import would wait for a statement that waits for it.
      while (!(await tryLock(transaction, rows[0].key))) {
        if (performance.now() > end) return false
        await sleep(200)
      }
      return true
    },
    release: async () => {
      // A lost connection has released them.
      await transaction.rollback().catch(() => {})
    },
  }
}

export interface ImportLocks {
  /**
   * Locks `name` against other imports. False when another import holds the lock for 5 s more: a killed import releases it
   * after a moment.
   */
  lock(name: string): Promise<boolean>
  release(): Promise<void>
}

/**
 * Updates the planner's statistics, and enables index-only scans for lists. Takes seconds for a million entries. False when
 * the account's statement timeout ended the second, which autovacuum then does: behind a pooler a statement outside of
 * transactions can have no other limit.
 */
export async function vacuumWorkLedger(db: Knex): Promise<boolean> {
  await db.transaction(async (transaction) => {
    await transaction.raw('set local statement_timeout = 0')
    await transaction.raw('analyze work_ledger_entries')
  })
  if (keepsSession(db)) await db.raw('set statement_timeout = 0')
  try {
    await db.raw('vacuum work_ledger_entries')
    return true
  } catch (error) {
    if (error instanceof DatabaseError && error.code === QUERY_CANCELED) return false
    throw error
  }
}

const WAIT_MS = 5000
const QUERY_CANCELED = '57014'

interface WorkLedgerImportRow extends Omit<WorkLedgerImport, 'byteOffset'> {
  instance_id: string
  source: string
  byte_offset: number
  updated_at: Date
}
