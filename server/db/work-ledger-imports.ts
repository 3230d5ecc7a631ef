import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './database.ts'
import sql from 'sql-template-tag'
import { tryLock } from './connection/advisory-lock.ts'
import { keepsSession } from './connection/knex-client.ts'
import { isStatementTimeout } from './connection/pool.ts'
import { query, queryPrepared, queryRow } from './query/query.ts'

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
  const found = sql`select byte_offset as "byteOffset", line, inserted, updated, unchanged, rejected
    from work_ledger_imports where instance_id = ${instanceId} and source = ${source}`
  return queryRow<WorkLedgerImport>(db, found)
}

export async function saveWorkLedgerImport(
  db: Database,
  instanceId: string,
  source: string,
  { byteOffset, line, inserted, updated, unchanged, rejected }: WorkLedgerImport,
): Promise<void> {
  const counts = sql`${byteOffset}, ${line}, ${inserted}, ${updated}, ${unchanged}, ${rejected}`
  await queryPrepared(
    db,
    sql`insert into work_ledger_imports
          (instance_id, source, byte_offset, line, inserted, updated, unchanged, rejected, updated_at)
        values (${instanceId}, ${source}, ${counts}, now())
        on conflict (instance_id, source) do update
           set (byte_offset, line, inserted, updated, unchanged, rejected, updated_at) = row(
             excluded.byte_offset, excluded.line, excluded.inserted, excluded.updated, excluded.unchanged,
             excluded.rejected, excluded.updated_at)`,
  )
}

/**
 * Begins a transaction of its own that holds the locks of an import, on a connection beside those of the import: a lock of
 * the session would end with each transaction behind a pooler. It reads nothing, so that it holds no vacuum back.
 */
export async function openImportLocks(db: Database): Promise<ImportLocks> {
  const transaction = await db.transaction()
  await query(transaction, sql`set local idle_in_transaction_session_timeout = 0`)
  return {
    async lock(name) {
      const hash = sql`select hashtextextended(${`work-ledger-import ${name}`}, 0)::text as key`
      const [{ key } = { key: '' }] = await query<{ key: string }>(transaction, hash)
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

interface ImportLocks extends AsyncDisposable {
  /**
   * Locks `name` against other imports. False when another import holds the lock for 5 s more: a killed import releases it
   * after a moment.
   */
  lock(name: string): Promise<boolean>
}

/**
 * Updates the planner's statistics, and enables index-only scans for lists. Takes seconds for a million entries. False when
 * the account's statement timeout ended the second, which autovacuum then does: behind a pooler a statement outside of
 * transactions can have no other limit.
 */
export async function vacuumWorkLedger(db: Database): Promise<boolean> {
  await db.transaction(async (transaction) => {
    await query(transaction, sql`set local statement_timeout = 0`)
    await query(transaction, sql`analyze work_ledger_entries`)
  })
  if (keepsSession(db)) await query(db, sql`set statement_timeout = 0`)
  try {
    await query(db, sql`vacuum work_ledger_entries`)
    return true
  } catch (error) {
    if (isStatementTimeout(error)) return false
    throw error
  }
}

const waitMs = 5000
