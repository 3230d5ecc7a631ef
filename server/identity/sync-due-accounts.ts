import pLimit from 'p-limit'
import type { PgBoss } from 'pg-boss'
import { listDueSyncs } from '../db/account-syncs.ts'
import { openQueue, type JobPace } from '../db/connection/jobs.ts'
import { inJob } from '../telemetry/job.ts'
import type { Telemetry } from '../telemetry/span.ts'
import { finishUnfinished } from './finish-sync.ts'
import type { Accounts } from './sync-account.ts'

/**
 * Starts the syncs of accounts that nobody finished: those of killed servers, and those that wait for the
 * provider. Within `sweepMs` after one is due, a job for all that are due is enqueued, which any server may do. Returns the
 * function that ends this.
 */
export async function startAccountSyncs(
  accounts: Accounts & { boss: PgBoss; pace: JobPace; telemetry: Telemetry | null },
): Promise<() => void> {
  const { boss, db, log, pace, telemetry } = accounts
  await openQueue(boss, QUEUE, pace)
  await boss.work(QUEUE, { pollingIntervalSeconds: pace.pollSeconds }, async ([job]) => {
    if (job) await inJob(telemetry, { queue: QUEUE }, () => syncDueAccounts(accounts, job.signal))
  })
  const sweep = async () => {
    const due = await listDueSyncs(db, 1)
    if (due.length > 0) await boss.send(QUEUE, {}, { singletonKey: 'all' })
  }
  const trySweep = () => {
    sweep().catch((error: unknown) => log.warn({ err: error }, 'due syncs of accounts were not enqueued'))
  }
  trySweep()
  const timer = setInterval(trySweep, pace.sweepMs)
  return () => clearInterval(timer)
}

/** Works on all that is due, until the provider cannot be reached or the time of the job is over. */
async function syncDueAccounts(accounts: Accounts, signal: AbortSignal): Promise<void> {
  const semaphore = pLimit(5)
  while (!signal.aborted) {
    const due = await listDueSyncs(accounts.db, 20)
    const finished = await Promise.all(due.map((owner) => semaphore(() => finishUnfinished(accounts, owner))))
    if (due.length === 0 || finished.includes('unavailable')) return
  }
}

const QUEUE = 'account-syncs'
