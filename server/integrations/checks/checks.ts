import type { Knex } from 'knex'
import { fromKnex, PgBoss } from 'pg-boss'
import { takeDueIntegrations, type IntegrationRow } from '../../db/integrations.ts'
import { vendorHost } from '../vendor-host.ts'
import { checkIntegration, type CheckContext, type CheckJob } from './check-integration.ts'

/**
 * Starts the background checks of integrations: the first after a change, and further ones every now and then. The
 * jobs are kept by pg-boss in the schema `pgboss` of the service's database, for any server to do.
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
    // A connection of its own: pg-boss sends whole transactions as one text, and one that failed would go back into
    // the service's pool unfinished. And only one: the workers of this server then claim one after the other, so
    // that each sees how many checks of a host the others run.
    connectionString: databaseUrl,
    max: 1,
    application_name: 'instance-administration checks',
    options: `-c statement_timeout=${statementTimeoutMs}`,
    schedule: false,
    superviseIntervalSeconds: pace.superviseSeconds,
    monitorIntervalSeconds: pace.superviseSeconds,
    maintenanceIntervalSeconds: 600,
  })
  // Without a listener an error, such as a database that restarts, ends the process.
  boss.on('error', (error) => log.warn({ err: error }, 'the queue of background checks failed'))
  boss.on('warning', ({ message }) => log.warn(message))
  try {
    await boss.start()
    const rules = { expireInSeconds: pace.leaseSeconds, deleteAfterSeconds: 3600 }
    // At most one job of an integration waits. One that runs keeps no other from waiting: it may test what has
    // changed since.
    await boss.createQueue(QUEUE, { policy: 'short', ...rules })
    await boss.updateQueue(QUEUE, rules)
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }
  return boss
}

/**
 * Enqueues up to 500 integrations whose check is due. Any number of servers may do so: each takes others. It is also
 * the net under `enqueueCheck` and the queue: a check that got lost is due again.
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
  /** Gives running checks back at once: another server, or the next, does them. */
  stop(): Promise<void>
}

/** Has an integration checked soon, once `transaction`, which wrote its configuration, commits. */
export type EnqueueCheck = (transaction: Knex, integration: IntegrationRow) => Promise<void>

/** How often a server looks for work, and after how many seconds it is believed dead. */
export interface CheckPace {
  /** At least 0.5. */
  pollSeconds: number
  sweepMs: number
  leaseSeconds: number
  superviseSeconds: number
}

/** A dead server's checks are done again within a minute. A lease outlasts a test of 10 s and its records by far. */
const usualPace: CheckPace = { pollSeconds: 1, sweepMs: 10_000, leaseSeconds: 30, superviseSeconds: 15 }

export type CheckOptions = CheckContext & {
  databaseUrl: string
  statementTimeoutMs: number
  /** Checks that this server runs at once. */
  concurrency: number
  /** Checks that all servers together run at once against one host; two that claim at the same moment may exceed it. */
  perHost: number
  pace?: Partial<CheckPace> | undefined
}
