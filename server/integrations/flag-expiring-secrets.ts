import { flagExpiringSecrets, listInstancesWithExpiringSecrets } from '../db/integrations.ts'
import type { Database } from '../db/database.ts'
import { serviceOrigin } from '../db/query/recorded.ts'
import { inBatches } from '../retention.ts'

/** Leaves a record for each integration whose secrets end within 14 days, once for each day that is entered. */
export async function flagAllExpiringSecrets(db: Database, signal: AbortSignal): Promise<void> {
  for (const instanceId of await listInstancesWithExpiringSecrets(db)) {
    const origin = serviceOrigin(instanceId, 'flag-expiring-secrets')
    await inBatches(() => flagExpiringSecrets(db, origin), signal)
  }
}
