import type { Job, JobResult } from 'pg-boss'
import type { AccountOwner } from '../db/account-syncs.ts'
import { eraseNames, findHead } from '../db/changes.ts'
import { inTransactionOf, openQueue, runJob, type Jobs } from '../db/connection/jobs.ts'
import type { Database } from '../db/database.ts'
import { currentSpan, type TraceHeaders } from '../telemetry/span.ts'

/** Starts the jobs that erase the names of deleted users from the records of changes. */
export async function startErasures(jobs: Jobs, db: Database): Promise<EnqueueErasure> {
  const { boss, pace, log } = jobs
  // Tried for two weeks: pg-boss keeps no job for longer.
  await openQueue(boss, queueName, 'standard', { expireInSeconds: 300, retryLimit: 20_000, retryDelay: 60 })
  const erase = async (job: Job<ErasureJob>) => {
    try {
      await runJob(jobs, job, (signal) => eraseUser(db, job.data, { signal }))
      return 'completed'
    } catch (error) {
      log.warn({ err: error }, 'a deleted user has names in the records of changes still; tried again in a minute')
      return 'failed'
    }
  }
  // Many users may be deleted at once, and a worker fetches no more than this each time.
  const options = { pollingIntervalSeconds: pace.schedulePollSeconds, batchSize: 50, perJobResults: true } as const
  await boss.work(queueName, options, async (batch: Job<ErasureJob>[]) => {
    const results: JobResult[] = []
    for (const job of batch) results.push({ id: job.id, status: await erase(job) })
    return results
  })
  return async (transaction, owner) => {
    const data: ErasureJob = { ...owner, trace: currentSpan()?.headers() }
    // Twice: a request of the user that was let in before the deletion may leave its record after the first job.
    await boss.insert(queueName, [{ data }, { data, startAfter: 600 }], { db: inTransactionOf(transaction) })
  }
}

/** Erases the names of a user from the records that there are, and returns from how many. Throws when `signal` aborts. */
export async function eraseUser(
  db: Database,
  owner: AccountOwner,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (erased: number, share: number) => void },
): Promise<number> {
  const { sequence, expired } = await findHead(db, owner.instanceId)
  let count = 0
  for (let after = expired; after < sequence; after += recordsPerBatch) {
    signal?.throwIfAborted()
    count += await eraseNames(db, owner, after, after + recordsPerBatch)
    onProgress?.(count, Math.min(1, (after + recordsPerBatch - expired) / (sequence - expired)))
  }
  return count
}

const queueName = 'erase-names'

const recordsPerBatch = 10_000

type ErasureJob = AccountOwner & { trace: TraceHeaders | undefined }

/** Enqueues an erasure, which runs soon after `transaction`, which deletes the user, commits. */
export type EnqueueErasure = (transaction: Database, owner: AccountOwner) => Promise<void>
