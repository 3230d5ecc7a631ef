import type { PgBoss } from 'pg-boss'
import { listDueAccountChanges, type AccountOwner } from '../db/account-changes.ts'
import { openQueue, type JobPace } from '../db/jobs.ts'
import { mendAccount, type Accounts } from './mend-account.ts'

/**
 * Starts the work on changes of accounts that nobody finished: those of killed servers, and those that wait for the
 * provider. A change is found within `sweepMs` after it is due, by any server. Returns the function that ends this.
 */
export async function startMending(
  accounts: Accounts & { boss: PgBoss; pace: JobPace },
): Promise<() => void> {
  const { boss, db, log, pace } = accounts
  await openQueue(boss, QUEUE, pace)
  await boss.work<AccountOwner>(QUEUE, { pollingIntervalSeconds: pace.pollSeconds }, async ([job]) => {
    if (job) await mendAccount(accounts, job.data)
  })
  const sweep = async () => {
    const due = await listDueAccountChanges(db, 500)
    const jobs = due.map((data) => ({ data, singletonKey: `${data.instanceId}/${data.userId}` }))
    if (jobs.length > 0) await boss.insert(QUEUE, jobs)
  }
  const trySweep = () => {
    sweep().catch((error: unknown) => log.warn({ err: error }, 'due changes of accounts were not enqueued'))
  }
  trySweep()
  const timer = setInterval(trySweep, pace.sweepMs)
  return () => clearInterval(timer)
}

const QUEUE = 'account-changes'
