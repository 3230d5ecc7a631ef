import type { Knex } from 'knex'
import {
  findIntegration,
  isSameConfiguration,
  lockIntegration,
  recordBackgroundCheck,
  type IntegrationRow,
} from '../../db/integrations.ts'
import type { Outcome } from '../../../contract/integration-types.ts'
import { testStored, type StoredTestContext } from '../stored-test.ts'
import { afterCheck, msToNextCheck } from './after-check.ts'
import type { CheckQueue, ClaimedJob } from './queue.ts'

/**
 * Does one job: tests the integration, unless it is disabled or gone, and records what was found. A configuration
 * that changed meanwhile is tested in its turn, since no second job is accepted while this one runs. Rejects when
 * `signal` aborts a test.
 */
export async function checkIntegration(
  job: ClaimedJob,
  context: CheckContext,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const checked = await check(job, context, signal)
    if (await settle(job, checked, context)) return
  }
}

async function check(job: ClaimedJob, context: CheckContext, signal: AbortSignal): Promise<Checked | null> {
  const row = await findIntegration(context.db, job.instanceId, job.integrationId)
  if (!row || row.status === 'inactive') return null
  const testedAt = new Date()
  const { outcome, durationMs } = await testStored(row, context, signal)
  context.metrics.countCheck(outcome)
  context.log.debug({ integrationId: row.id, type: row.type, outcome, durationMs }, 'checked')
  return { row, testedAt, outcome }
}

/** Ends the job together with what it found; false when there is a configuration that it did not test. */
async function settle(
  job: ClaimedJob,
  checked: Checked | null,
  { db, queue, intervalMs, log }: CheckContext,
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    // Whoever changes an integration locks it and then enqueues. So either this sees the change, or the change
    // comes after the end of the job, and its own is accepted.
    const current = await lockIntegration(transaction, job.instanceId, job.integrationId)
    const tested = current && checked && isSameConfiguration(checked.row, current) ? checked : null
    if (current && current.status !== 'inactive' && !tested) return false
    if (!(await queue.complete(transaction, job)) || !current || !tested) return true

    const found = afterCheck(current, tested.outcome, tested.testedAt)
    await recordBackgroundCheck(transaction, current, found, msToNextCheck(current, found, intervalMs))
    if (found.status !== undefined && found.status !== current.status) {
      const { outcome } = tested
      log.info(
        { integrationId: current.id, type: current.type, outcome, status: found.status },
        'status changed',
      )
    }
    return true
  })
}

export type CheckContext = StoredTestContext & {
  db: Knex
  queue: CheckQueue
  intervalMs: number
  metrics: CheckMetrics
}

/** What counts the checks that ran, by outcome. */
export interface CheckMetrics {
  countCheck(outcome: Outcome): void
}

type Checked = { row: IntegrationRow; testedAt: Date; outcome: Outcome }
