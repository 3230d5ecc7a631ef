import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './database.ts'
import { tryLock } from './connection/advisory-lock.ts'
import { isStatementTimeout, keepsSession } from './connection/pool.ts'
import { planned } from './query/query.ts'

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
  db: Database,
  instanceId: string,
  source: string,
): Promise<WorkLedgerImport | null> {
  const found = await db('work_ledger_imports')
    .where({ instance_id: instanceId, source })
    .first<WorkLedgerImport>('byte_offset as byteOffset', 'line', 'inserted', 'updated', 'unchanged', 'rejected')
  return found ?? null
}

export async function saveWorkLedgerImport(
  db: Database,
  instanceId: string,
  source: string,
  { byteOffset, line, inserted, updated, unchanged, rejected }: WorkLedgerImport,
): Promise<void> {
  const counts = { byte_offset: byteOffset, line, inserted, updated, unchanged, rejected, updated_at: db.fn.now() }
  await db('work_ledger_imports')
    .insert({ instance_id: instanceId, source, ...counts })
    .onConflict(['instance_id', 'source'])
    .merge(Object.keys(counts))
}

/**
 * Begins a transaction of its own that holds the locks of an import, on a connection of its own: a lock of
 * the session would end with each transaction behind a pooler. It reads nothing, so that it holds no vacuum back.
 */
export async function openImportLocks(db: Database) {
  const transaction = await db.transaction()
  await transaction.raw('set local idle_in_transaction_session_timeout = 0')
  return {
    /** Locks `name`. False when another import holds it for 5 s more: a killed import releases it after a moment. */
    async lock(name: string): Promise<boolean> {
      const hash = transaction.raw('select hashtextextended(?, 0)::text as key', [`work-ledger-import ${name}`])
      const [{ key } = { key: '' }] = await planned<{ key: string }>(transaction, hash)
      const end = performance.now() + waitMs
      // The index at the end of the other import would wait for a statement that waits for it.
      while (!(await tryLock(transaction, key))) {
        if (performance.now() > end) return false
        await sleep(200)
      }
      return true
    },
    [Symbol.asyncDispose]: async () => {
      // A lost connection has released them.
      await Promise.resolve(transaction.rollback()).catch(() => {})
    },
  }
}

/**
 * Updates the planner's statistics, and enables index-only scans for lists. Takes seconds for a million entries. False when
 * the account's statement timeout ended the second, which autovacuum then does: behind a pooler a statement outside of
 * transactions can have no other limit.
 */
export async function vacuumWorkLedger(db: Database): Promise<boolean> {
  await db.transaction(async (transaction) => {
    await transaction.raw('set local statement_timeout = 0')
    await transaction.raw('analyze work_ledger_entries')
  })
  if (keepsSession(db)) await db.raw('set statement_timeout = 0')
  try {
    await db.raw('vacuum work_ledger_entries')
    return true
  } catch (error) {
    if (isStatementTimeout(error)) return false
    throw error
  }
}

const waitMs = 5000
