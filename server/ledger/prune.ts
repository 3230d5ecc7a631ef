import type { Database } from '../db/database.ts'
import { deleteExecutions } from '../db/executions.ts'
import { deleteEmptyDays, deleteEntries, findOldEntries, lockLedger } from '../db/work-ledger-writes.ts'
import { deleteShares } from '../db/work-ledger-shares.ts'
import { inBatches } from '../lib/in-batches.ts'

/**
 * Deletes the entries of an instance that were created before an instant, the oldest first. Every batch is a transaction
 * that also updates the sums by day, so others wait for a fraction of a second at most. Returns the number of deleted
 * entries. After a kill, finished batches stay deleted. When `signal` aborts, the current batch is the last one.
 */
export async function pruneWorkLedger(
  db: Database,
  instanceId: string,
  before: Date,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (deleted: number) => void } = {},
): Promise<number> {
  const deleted = await inBatches((limit) => deleteBatch(db, instanceId, before, limit), signal, onProgress)
  await deleteEmptyDays(db, instanceId)
  return deleted
}

async function deleteBatch(db: Database, instanceId: string, before: Date, limit: number): Promise<number> {
  return db.transaction(async (transaction) => {
    await lockLedger(transaction, instanceId)
    const ids = await findOldEntries(transaction, instanceId, before, limit)
    if (ids.length === 0) return 0
    await deleteEntries(transaction, instanceId, ids)
    await deleteExecutions(transaction, instanceId, ids)
    await deleteShares(transaction, instanceId, ids)
    return ids.length
  })
}
