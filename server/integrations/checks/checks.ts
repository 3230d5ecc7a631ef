import type { Knex } from 'knex'
import { fromKnex, type PgBoss } from 'pg-boss'
import {
  listInstancesWithDueChecks,
  takeDueIntegrations,
  type IntegrationRow,
} from '../../db/integrations.ts'
import { openQueue, type JobPace } from '../../db/connection/jobs.ts'
import { inJob } from '../../telemetry/job.ts'
import { currentSpan } from '../../telemetry/span.ts'
import type { Telemetry } from '../../telemetry/span.ts'
import { vendorHost } from '../vendor-host.ts'
import { checkIntegration, type CheckContext, type CheckJob } from './check-integration.ts'

/** Starts the background checks of integrations: the first soon after a change, further ones at intervals. */
export async function startChecks(options: CheckOptions): Promise<Checks> {
  const { log, boss, concurrency, perHost, pace } = options
  const stopping = new AbortController()
  // At most one job of an integration waits. A running job does not keep another from waiting, because the configuration
  // may have changed since the running job read it.
  await openQueue(boss, QUEUE, pace)
  await boss.work<CheckJob>(
    QUEUE,
    { localConcurrency: concurrency, groupConcurrency: perHost, pollingIntervalSeconds: pace.pollSeconds },
    async ([job]) => {
      if (!job) return
      const { data, signal } = job
      await inJob(
        options.telemetry,
        {
          queue: QUEUE,
          trace: data.trace,
          attributes: { 'instance_admin.instance_id': data.instanceId },
        },
        () => checkIntegration(data, options, AbortSignal.any([signal, stopping.signal])),
      )
    },
  )
  const sweep = () => {
    enqueueDue(options).catch((error: unknown) => log.warn({ err: error }, 'due checks were not enqueued'))
  }
  const timer = setInterval(sweep, pace.sweepMs)

  return {
    async enqueueCheck(transaction, integration) {
      const { data, ...job } = toJob(integration, options)
      await boss.send(QUEUE, data, { ...job, priority: 1, db: fromKnex(transaction) })
    },
    stop() {
      clearInterval(timer)
      stopping.abort()
    },
  }
}

/**
 * Enqueues up to 500 integrations whose check is due. Servers may do so at once: each takes other integrations. A check that
 * `enqueueCheck` or the queue lost becomes due again, too. One transaction an instance, since all rows of an instance are in
 * one place when instances are spread over several databases.
 */
async function enqueueDue({ db, ...options }: CheckOptions): Promise<void> {
  let left = 500
  for (const instanceId of await listInstancesWithDueChecks(db, left)) {
    if (left === 0) return
    left -= await db.transaction(async (transaction) => {
      const due = await takeDueIntegrations(transaction, instanceId, left, options.intervalMs)
      const jobs = due.map((integration) => toJob(integration, options))
      if (jobs.length > 0) await options.boss.insert(QUEUE, jobs, { db: fromKnex(transaction) })
      return jobs.length
    })
  }
}

function toJob(integration: IntegrationRow, { integrationTypes }: Pick<CheckOptions, 'integrationTypes'>) {
  const { instance_id: instanceId, id: integrationId, metadata } = integration
  const type = integrationTypes.get(integration.type)
  const data: CheckJob = { instanceId, integrationId, trace: currentSpan()?.headers() }
  return {
    data,
    singletonKey: `${instanceId}/${integrationId}`,
    group: { id: (type && vendorHost(type, metadata)) ?? integration.type },
  }
}

const QUEUE = 'background-checks'

export interface Checks {
  enqueueCheck: EnqueueCheck
  /** Returns running checks to the queue at once: another server, or the next start, does them. */
  stop(): void
}

/** Enqueues a check of an integration. The check runs soon after `transaction`, which wrote the configuration, commits. */
export type EnqueueCheck = (transaction: Knex, integration: IntegrationRow) => Promise<void>

export type CheckOptions = CheckContext & {
  boss: PgBoss
  pace: JobPace
  telemetry: Telemetry | null
  /** The most checks that this server runs at once. */
  concurrency: number
  /**
   * The most checks of one host that all servers together run at once. Two servers that claim at the same moment may exceed
   * it.
   */
  perHost: number
}
