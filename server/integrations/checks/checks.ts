import type { Knex } from 'knex'
import { fromKnex, PgBoss } from 'pg-boss'
import { takeDueIntegrations, type IntegrationRow } from '../../db/integrations.ts'
import { vendorHost } from '../vendor-host.ts'
import { checkIntegration, type CheckContext, type CheckJob } from './check-integration.ts'

/**
 * Starts the background checks of integrations: the first soon after a change, further ones at intervals. pg-boss keeps the
 * jobs in the schema `pgboss` of the service's database; any server may do them.
 */
export async function startChecks(options: CheckOptions): Promise<Checks> {
  const { log, concurrency, perHost } = options
  const pace = { ...usualPace, ...options.pace }
  const boss = await startBoss(options, pace)
  const stopping = new AbortController()
  await boss.work<CheckJob>(
    QUEUE,
    { localConcurrency: concurrency, groupConcurrency: perHost, pollingIntervalSeconds: pace.pollSeconds },
    async ([job]) => {
      if (!job) return
      await checkIntegration(job.data, options, AbortSignal.any([job.signal, stopping.signal]))
    },
  )
  const sweep = () => {
    enqueueDue(boss, options).catch((error: unknown) =>
      log.warn({ err: error }, 'due checks were not enqueued'),
    )
  }
  const timer = setInterval(sweep, pace.sweepMs)

  return {
    async enqueueCheck(transaction, integration) {
      const { data, ...job } = toJob(integration, options)
      await boss.send(QUEUE, data, { ...job, priority: 1, db: fromKnex(transaction) })
    },
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await boss.stop()
    },
  }
}

async function startBoss({ databaseUrl, statementTimeoutMs, log }: CheckOptions, pace: CheckPace) {
  const boss = new PgBoss({
    // pg-boss has its own connection, because it sends a whole transaction as one text: after a failure, the connection
    // would return to the service's pool inside the transaction. It has only one, so that the workers of this server claim
    // jobs one after the other, and each sees how many checks of a host the others run.
    connectionString: databaseUrl,
    max: 1,
    application_name: 'instance-administration checks',
    options: `-c statement_timeout=${statementTimeoutMs}`,
    schedule: false,
    superviseIntervalSeconds: pace.superviseSeconds,
    monitorIntervalSeconds: pace.superviseSeconds,
    maintenanceIntervalSeconds: 600,
  })
  // Without a listener an error, such as a restart of the database, would end the process.
  boss.on('error', (error) => log.warn({ err: error }, 'the queue of background checks failed'))
  boss.on('warning', ({ message }) => log.warn(message))
  try {
    await boss.start()
    const rules = { expireInSeconds: pace.leaseSeconds, deleteAfterSeconds: 3600 }
    // At most one job of an integration waits. A running job does not keep another from waiting, because the configuration
    // may have changed since the running job read it.
    await boss.createQueue(QUEUE, { policy: 'short', ...rules })
    await boss.updateQueue(QUEUE, rules)
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }
  return boss
}

/**
 * Enqueues up to 500 integrations whose check is due. Servers may do so at once: each takes other integrations. A check that
 * `enqueueCheck` or the queue lost becomes due again, too.
 */
async function enqueueDue(boss: PgBoss, options: CheckOptions): Promise<void> {
  await options.db.transaction(async (transaction) => {
    const due = await takeDueIntegrations(transaction, 500, options.intervalMs)
    const jobs = due.map((integration) => toJob(integration, options))
    if (jobs.length > 0) await boss.insert(QUEUE, jobs, { db: fromKnex(transaction) })
  })
}

function toJob(integration: IntegrationRow, { integrationTypes }: CheckOptions) {
  const { instance_id: instanceId, id: integrationId, metadata } = integration
  const type = integrationTypes.get(integration.type)
  const data: CheckJob = { instanceId, integrationId }
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
  stop(): Promise<void>
}

/** Enqueues a check of an integration. The check runs soon after `transaction`, which wrote the configuration, commits. */
export type EnqueueCheck = (transaction: Knex, integration: IntegrationRow) => Promise<void>

/** The intervals at which a server looks for work, and the time after which a silent server counts as dead. */
export interface CheckPace {
  /** Seconds, at least 0.5. */
  pollSeconds: number
  sweepMs: number
  leaseSeconds: number
  superviseSeconds: number
}

/** The checks of a dead server are repeated within a minute. A lease is much longer than a test (10 s) and its record. */
const usualPace: CheckPace = { pollSeconds: 1, sweepMs: 10_000, leaseSeconds: 30, superviseSeconds: 15 }

export type CheckOptions = CheckContext & {
  databaseUrl: string
  statementTimeoutMs: number
  /** The most checks that this server runs at once. */
  concurrency: number
  /**
   * The most checks of one host that all servers together run at once. Two servers that claim at the same moment may exceed
   * it.
   */
  perHost: number
  pace?: Partial<CheckPace> | undefined
}
