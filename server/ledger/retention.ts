import type { Database } from '../db/database.ts'
import type { BaseLogger } from 'pino'
import { listRetentions } from '../db/instances.ts'
import { pruneWorkLedger } from './prune.ts'

/** Deletes the entries that are older than the retention of their instance. Ends after a batch when `signal` aborts. */
export async function applyRetention(db: Database, log: Pick<BaseLogger, 'info'>, signal: AbortSignal): Promise<void> {
  const today = Math.floor(Date.now() / dayMs)
  for (const { id, ledger_retention_days: days } of await listRetentions(db)) {
    const before = new Date((today - days) * dayMs)
    const deleted = await pruneWorkLedger(db, id, before, { signal })
    if (deleted > 0) log.info({ instanceId: id, before, deleted }, 'deleted old ledger entries')
  }
}

const dayMs = 86_400_000
