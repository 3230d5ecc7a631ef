import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database.ts'
import { planned } from '../query/query.ts'
import { openDatabase, type DatabaseAddress } from './pool.ts'

/**
 * Runs `run` on connections of its own, whose statements have no time limit unless the database or the account sets one.
 * There are two: one for the lock of `withAdvisoryLock`, one for the work.
 */
export async function onOwnConnections<Result>(
  database: DatabaseAddress,
  run: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = openDatabase({ ...database, poolSize: 2, acquireTimeoutMs: 30_000, statementTimeoutMs: 0 })
  try {
    return await run(db)
  } finally {
    await db.destroy()
  }
}

/**
 * Runs `run` in one process at a time; the others wait. The lock is a transaction's, so it also holds behind a pooler that
 * lends a connection for each transaction, and it ends with a killed process.
 */
export async function withAdvisoryLock<Result>(db: Database, run: () => Promise<Result>): Promise<Result> {
  while (true) {
    const turn = await db.transaction(async (lock) => {
      await lock.raw('set local idle_in_transaction_session_timeout = 0')
      if (!(await tryLock(lock, advisoryLock))) return null
      return { result: await run() }
    })
    if (turn) return turn.result
    await sleep(200)
  }
}

/**
 * Locks `key` until the transaction ends. False when another has the lock: ask again.
 * Does not wait in PostgreSQL: a statement that waits has a snapshot, and `create index concurrently` waits for every
 * snapshot, so that the two would wait for each other for ever. A transaction between two statements has none, unless the
 * last statement had parameters: PostgreSQL keeps that one open, with its snapshot.
 */
export async function tryLock(transaction: Database, key: string): Promise<boolean> {
  const lock = transaction.raw(`select pg_try_advisory_xact_lock(${key}) as taken`)
  const [row] = await planned<{ taken: boolean }>(transaction, lock)
  return row?.taken === true
}

const advisoryLock = '5150318824'
