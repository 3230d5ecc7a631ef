import { flagExpiringSecrets, listInstancesWithExpiringSecrets } from '../db/integrations.ts'
import type { Database } from '../db/database.ts'
import { serviceOrigin } from '../db/query/recorded.ts'
import { forEachInstance } from '../lib/for-each-instance.ts'
import { inBatches } from '../lib/in-batches.ts'

/** Leaves a record for each integration whose secrets end within 14 days, once for each day that is entered. */
export async function flagAllExpiringSecrets(db: Database, signal: AbortSignal): Promise<void> {
  const flag = async (instanceId: string) => {
    const origin = serviceOrigin(instanceId, 'flag-expiring-secrets')
    await inBatches(() => flagExpiringSecrets(db, origin), signal)
  }
  const message = 'The expiring secrets of some instances were not flagged.'
  await forEachInstance(await listInstancesWithExpiringSecrets(db), flag, { signal, message })
}
