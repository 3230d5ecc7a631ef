import type { BaseLogger } from 'pino'
import { deleteOldChanges } from './db/changes.ts'
import type { Database } from './db/database.ts'
import { listInstances, type InstanceRow } from './db/instances.ts'
import { deleteOldDeliveries } from './db/webhook-deliveries.ts'
import { recordCommand, serviceOrigin } from './db/query/recorded.ts'
import { forEachInstance } from './lib/for-each-instance.ts'
import { inBatches } from './lib/in-batches.ts'
import { pruneWorkLedger } from './ledger/prune.ts'

/**
 * Deletes the ledger entries and the records of changes that are older than the retention of their instance, and old deliveries
 * to webhooks. Ends after a batch when `signal` aborts.
 */
export async function applyRetention(db: Database, log: Pick<BaseLogger, 'info'>, signal: AbortSignal): Promise<void> {
  const message = 'The retention of some instances was not applied.'
  await forEachInstance(await listInstances(db), (one) => deleteExpired(db, one, log, signal), { signal, message })
}

async function deleteExpired(
  db: Database,
  { id: instanceId, ledger_retention_days: ledger, change_retention_days: changes }: InstanceRow,
  log: Pick<BaseLogger, 'info'>,
  signal: AbortSignal,
): Promise<void> {
  const entries = ledger === null ? 0 : await pruneWorkLedger(db, instanceId, daysAgo(ledger), { signal })
  const origin = serviceOrigin(instanceId, 'ledger:retention')
  if (entries > 0) await recordCommand(db, origin, 'work_ledger', { deleted: entries })
  const records =
    changes === null ? 0 : await inBatches((limit) => deleteOldChanges(db, instanceId, daysAgo(changes), limit), signal)
  await inBatches((limit) => deleteOldDeliveries(db, instanceId, limit), signal)
  if (entries + records > 0) log.info({ instanceId, entries, records }, 'deleted what is older than the retention')
}

/** The beginning of that day in UTC. */
function daysAgo(days: number): Date {
  return new Date((Math.floor(Date.now() / dayMs) - days) * dayMs)
}

const dayMs = 86_400_000
