import type { Database } from '../../db/database.ts'
import { listInstancesWithDueChecks, takeDueIntegrations, type IntegrationRow } from '../../db/integrations.ts'
import { inTransactionOf, openQueue, runJob, type Jobs } from '../../db/connection/jobs.ts'
import { currentSpan } from '../../telemetry/span.ts'
import type { IntegrationType } from '../../../contract/integration-types.ts'
import { chooseAuth } from '../connection-test/authenticate/authenticate.ts'
import { valuesOf } from '../connection-test/run.ts'
import { fill, fillUrl } from '../connection-test/template.ts'
import { checkIntegration, type CheckContext, type CheckJob } from './check-integration.ts'

/** Starts the background checks of integrations: the first soon after a change, further ones by `enqueueDue`. */
export async function startChecks(jobs: Jobs, options: CheckContext) {
  const { boss, pace } = jobs
  // At most one job of an integration waits. A running job does not keep another from waiting, because the configuration
  // may have changed since the running job read it.
  await openQueue(boss, queueName, 'short', { expireInSeconds: pace.leaseSeconds })
  await boss.work<CheckJob>(
    queueName,
    { localConcurrency: checksAtOnce, groupConcurrency: checksPerHost, pollingIntervalSeconds: pace.pollSeconds },
    ([job]) => runJob(jobs, job, async (signal) => job && checkIntegration(job.data, options, signal)),
  )
  const enqueueCheck: EnqueueCheck = async (transaction, integration) => {
    const { data, ...job } = toJob(integration, options)
    await boss.send(queueName, data, { ...job, priority: 1, db: inTransactionOf(transaction) })
  }
  return { enqueueCheck, enqueueDue: (signal: AbortSignal) => enqueueDue(jobs, options, signal) }
}

/**
 * Enqueues the integrations whose check is due. A check that `enqueueCheck` or the queue lost becomes due again, too. One
 * transaction an instance, since all rows of an instance are in one place when instances are distributed over several databases.
 */
async function enqueueDue({ boss }: Jobs, options: CheckContext, signal: AbortSignal): Promise<void> {
  const { db, intervalMs } = options
  let enqueued: number
  do {
    enqueued = 0
    for (const instanceId of await listInstancesWithDueChecks(db, 500)) {
      if (signal.aborted) return
      enqueued += await db.transaction(async (transaction) => {
        const due = await takeDueIntegrations(transaction, instanceId, 500, intervalMs)
        const jobs = due.map((integration) => toJob(integration, options))
        if (jobs.length > 0) await boss.insert(queueName, jobs, { db: inTransactionOf(transaction) })
        return jobs.length
      })
    }
    // None are left, or other servers hold them.
  } while (enqueued > 0)
}

function toJob(integration: CheckedIntegration, { integrationTypes }: Pick<CheckContext, 'integrationTypes'>) {
  const { instance_id: instanceId, id: integrationId, metadata } = integration
  const type = integrationTypes.get(integration.type)
  const data: CheckJob = { instanceId, integrationId, trace: currentSpan()?.headers() }
  return {
    data,
    singletonKey: `${instanceId}/${integrationId}`,
    group: { id: (type && vendorHost(type, metadata)) ?? integration.type },
  }
}

/** The host of a connection test's first request. Null when only an answer of the vendor reveals the host. */
function vendorHost(type: IntegrationType, metadata: Readonly<Record<string, string>>): string | null {
  const values = valuesOf({ type, metadata, secrets: {} })
  const auth = chooseAuth(type.test.auth, values)
  if (auth?.scheme === 'driver_postgresql') return fill(auth.host, values)?.toLowerCase() ?? null
  const tokenUrl = auth && 'tokenUrl' in auth ? auth.tokenUrl : ''
  const urls = [tokenUrl, type.test.request?.url ?? ''].map((template) => fillUrl(template, values))
  return urls.find((url) => url?.hostname)?.hostname ?? null
}

const queueName = 'background-checks'

/** Of each server: enough for some 4,000 integrations every 15 minutes. */
const checksAtOnce = 5

/** The most checks of one host that all servers together run at once. Two servers that claim at the same moment may exceed it. */
const checksPerHost = 2

export type CheckedIntegration = Pick<IntegrationRow, 'instance_id' | 'id' | 'type' | 'metadata'>

/** Enqueues a check of an integration. The check runs soon after `transaction`, which wrote the configuration, commits. */
export type EnqueueCheck = (transaction: Database, integration: CheckedIntegration) => Promise<void>
