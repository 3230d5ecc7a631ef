import type { Database } from '../../db/database.ts'
import {
  findIntegration,
  isSameConfiguration,
  lockIntegration,
  recordBackgroundCheck,
  type IntegrationRow,
} from '../../db/integrations.ts'
import { serviceOrigin } from '../../db/query/recorded.ts'
import type { Outcome } from '../../../contract/integration-types.ts'
import type { TraceHeaders } from '../../telemetry/span.ts'
import type { ConnectionTestResult } from '../connection-test/run.ts'
import { testStored, type StoredTestContext } from '../stored-test.ts'
import { afterCheck, msToNextCheck } from './after-check.ts'

/**
 * Does one job: tests the integration, unless it is disabled or deleted, and records the outcome. Rejects when `signal`
 * aborts the test, or after an unexpected error, which is logged. The queue then repeats the job.
 */
export async function checkIntegration(job: CheckJob, context: CheckContext, signal: AbortSignal): Promise<void> {
  try {
    await testAndRecord(job, context, signal)
  } catch (error) {
    const { integrationId } = job
    if (!signal.aborted) context.log.error({ err: error, integrationId }, 'a check broke off')
    throw error
  }
}

async function testAndRecord(
  { instanceId, integrationId }: CheckJob,
  context: CheckContext,
  signal: AbortSignal,
): Promise<void> {
  const row = await findIntegration(context.db, instanceId, integrationId)
  if (!row || row.status === 'inactive') return
  const result = await testStored(row, context, signal)
  const { outcome, durationMs } = result
  context.metrics.countCheck(outcome)
  context.log.debug({ integrationId, type: row.type, outcome, durationMs }, 'checked')
  await record(row, result, context)
}

/** Records nothing when the configuration was changed during the test: the change has its own job. */
async function record(
  tested: IntegrationRow,
  result: ConnectionTestResult,
  { db, intervalMs, log }: CheckContext,
): Promise<void> {
  await db.transaction(async (transaction) => {
    const current = await lockIntegration(transaction, tested.instance_id, tested.id)
    if (!current || !isSameConfiguration(tested, current)) return
    const { outcome } = result
    const found = afterCheck(current, outcome)
    const origin = serviceOrigin(tested.instance_id, 'check-integration')
    await recordBackgroundCheck(transaction, origin, current, found, result, msToNextCheck(current, found, intervalMs))
    if (found.status !== current.status) {
      const { id: integrationId, type } = current
      log.info({ integrationId, type, outcome, status: found.status }, 'status changed')
    }
  })
}

export interface CheckJob {
  instanceId: string
  integrationId: string
  /** The trace of the request that enqueued the check, where it is traced. */
  trace?: TraceHeaders | undefined
}

export type CheckContext = StoredTestContext & {
  db: Database
  intervalMs: number
  metrics: { countCheck(outcome: Outcome): void }
}
