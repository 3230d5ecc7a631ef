import type { Database } from './db/database.ts'
import type { Logger } from 'pino'
import type { DatabaseAccess } from './db/connection/pool.ts'
import { runSchedules, startJobs, type JobTimings, type Schedule } from './db/connection/jobs.ts'
import type { Context } from './contract/operation.ts'
import { startErasures } from './changes/erasure.ts'
import { deleteExpiredIdempotencyKeys } from './db/idempotency-keys.ts'
import { deleteOldRequestCounts } from './db/request-counts.ts'
import { syncDueAccounts } from './identity/sync-due-accounts.ts'
import type { Accounts } from './identity/sync-account.ts'
import type { CheckContext } from './integrations/checks/check-integration.ts'
import { startChecks } from './integrations/checks/checks.ts'
import { flagAllExpiringSecrets } from './integrations/flag-expiring-secrets.ts'
import { startTraces, type TraceContext } from './ledger/traces/complete.ts'
import { inBatches } from './lib/in-batches.ts'
import { applyRetention } from './retention.ts'
import type { Telemetry } from './telemetry/span.ts'
import { startDeliveries, type DeliveryContext } from './webhooks/deliveries.ts'

/** Starts everything that runs without a request: the checks of integrations, and the upkeep on its schedules. */
export async function startBackground(
  { access, db, maintenanceDb, pace, directory, checks, traces, deliveries, telemetry, log }: BackgroundOptions,
  opening: AsyncDisposableStack,
): Promise<Background> {
  const jobs = await startJobs({ database: access, pace, telemetry, log })
  opening.defer(() => jobs.stop())
  const schedules: Schedule[] = [
    {
      name: 'delete-expired-idempotency-keys',
      cron: everyMinute,
      expireInSeconds: 300,
      run: (signal) => inBatches((limit) => deleteExpiredIdempotencyKeys(db, limit), signal),
    },
    {
      name: 'delete-old-request-counts',
      cron: everyMinute,
      expireInSeconds: 300,
      run: (signal) => inBatches((limit) => deleteOldRequestCounts(db, limit), signal),
    },
    {
      name: 'apply-retention',
      cron: '0 3 * * *',
      expireInSeconds: 20 * 3600,
      run: (signal) => applyRetention(maintenanceDb, log, signal),
    },
    {
      name: 'flag-expiring-secrets',
      cron: '0 2 * * *',
      expireInSeconds: 3600,
      run: (signal) => flagAllExpiringSecrets(db, signal),
    },
  ]
  const leased = { cron: everyMinute, expireInSeconds: jobs.pace.leaseSeconds }
  if (directory) {
    const run: Schedule['run'] = (signal) => syncDueAccounts({ db, directory, log }, signal)
    schedules.push({ ...leased, name: 'sync-due-accounts', run })
  }
  const started = checks && (await startChecks(jobs, checks))
  if (started) schedules.push({ ...leased, name: 'enqueue-due-checks', run: started.enqueueDue })
  const { traceQueue, sweep } = await startTraces(jobs, traces)
  schedules.push({ ...leased, name: 'sweep-traces', run: sweep })
  await runSchedules(jobs, schedules)
  return {
    traceQueue,
    enqueueCheck: started?.enqueueCheck ?? (async () => {}),
    enqueueErasure: await startErasures(jobs, maintenanceDb),
    deliveryQueue: await startDeliveries(jobs, deliveries),
  }
}

const everyMinute = '* * * * *'

export interface BackgroundOptions {
  access: DatabaseAccess
  db: Database
  /** Waits longer for a statement than a request does. */
  maintenanceDb: Database
  pace: JobTimings
  /** Null when the service keeps no accounts. */
  directory: Accounts['directory'] | null
  /** Null when integrations are not checked. */
  checks: CheckContext | null
  traces: TraceContext
  deliveries: DeliveryContext
  telemetry: Telemetry | null
  log: Logger
}

/** With these, operations ask for such work. */
type Background = Pick<Context, 'enqueueCheck' | 'enqueueErasure' | 'traceQueue' | 'deliveryQueue'>
