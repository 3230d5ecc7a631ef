import type { Database } from '../db/database.ts'
import { deleteExecutions } from '../db/executions.ts'
import { deleteEmptyDays, deleteEntries, findOldEntries, lockLedger } from '../db/work-ledger-writes.ts'

/**
 * Deletes the entries of an instance that were created before an instant, the oldest first. Every batch is a transaction
 * that also updates the sums by day, so others wait for a fraction of a second at most. Returns the number of deleted
 * entries. After a kill, finished batches stay deleted. When `signal` aborts, the current batch is the last one.
 */
export async function pruneWorkLedger(
  db: Database,
  instanceId: string,
  before: Date,
  { signal, onProgress }: PruneOptions = {},
): Promise<number> {
  let deleted = 0
  for (;;) {
    const found = await deleteBatch(db, instanceId, before)
    deleted += found
    onProgress?.(deleted)
    if (found < entriesPerBatch || signal?.aborted) break
  }
  await deleteEmptyDays(db, instanceId)
  return deleted
}

async function deleteBatch(db: Database, instanceId: string, before: Date): Promise<number> {
  return db.transaction(async (transaction) => {
    await lockLedger(transaction, instanceId)
    const ids = await findOldEntries(transaction, instanceId, before, entriesPerBatch)
    if (ids.length === 0) return 0
    await deleteEntries(transaction, instanceId, ids)
    await deleteExecutions(transaction, instanceId, ids)
    return ids.length
  })
}

const entriesPerBatch = 2000

interface PruneOptions {
  signal?: AbortSignal
  /** Called after each batch, with the number of entries deleted so far. */
  onProgress?: (deleted: number) => void
}
