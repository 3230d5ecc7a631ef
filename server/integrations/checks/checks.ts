import type { Knex } from 'knex'
import type { IntegrationRow, Statement } from '../../db/integrations.ts'
import type { StoredTestContext } from '../stored-test.ts'
import { vendorHost } from '../vendor-host.ts'
import { checkIntegration, type CheckMetrics } from './check.ts'
import { openCheckQueue, type CheckJob, type ClaimedJob } from './queue.ts'
import { startSweep } from './sweep.ts'
import { startWorker } from './worker.ts'

/** Background checks of integrations: the first after a change, and further ones every now and then. */
export interface Checks {
  /** Has a configuration checked soon, once `transaction`, which wrote it, commits. */
  enqueue(transaction: Knex, integration: CheckedIntegration): Promise<void>
  /** The statement that does so, to be run together with the one that writes the configuration. Null: nothing to do. */
  enqueueing(integration: CheckedIntegration): Promise<Statement | null>
  /** Gives running checks back at once: another server, or the next, does them. */
  stop(): Promise<void>
}

/** How often a server looks for work, in milliseconds, and after how many seconds it is believed dead. */
export interface CheckPace {
  pollMs: number
  sweepMs: number
  leaseSeconds: number
  superviseSeconds: number
}

/** A dead server's checks are done again within a minute. A lease outlasts a test of 10 s and its records by far. */
const usualPace: CheckPace = { pollMs: 1000, sweepMs: 10_000, leaseSeconds: 30, superviseSeconds: 15 }

export const noChecks: Checks = {
  enqueue: async () => {},
  enqueueing: async () => null,
  stop: async () => {},
}

export async function startChecks(options: CheckOptions): Promise<Checks> {
  const { db, log, integrationTypes, intervalMs, concurrency, perHost } = options
  const pace = { ...usualPace, ...options.pace }
  const queue = await openCheckQueue({ ...options, ...pace })
  const context = { ...options, queue }

  const stopWorker = startWorker<ClaimedJob>({
    concurrency,
    pollMs: pace.pollMs,
    claim: (count) =>
      queue.claim(count, perHost).catch((error: unknown) => {
        log.warn({ err: error }, 'no check was claimed')
        return []
      }),
    run: (job, signal) =>
      checkIntegration(job, context, signal).catch(async (error: unknown) => {
        const { integrationId } = job
        if (!signal.aborted) log.error({ err: error, integrationId }, 'a check broke off')
        await queue
          .giveBack(job, signal.aborted ? 'the server stopped' : 'the check broke off')
          // Then its lease runs out.
          .catch((error: unknown) => log.warn({ err: error, integrationId }, 'a check was not given back'))
      }),
  })
  const stopSweep = startSweep({ db, queue, toJob, intervalMs, everyMs: pace.sweepMs, log })

  return {
    async enqueue(transaction, integration) {
      const { sql, bindings } = await queue.enqueueing(toJob(integration))
      await transaction.raw(sql, bindings)
    },
    enqueueing: (integration) => queue.enqueueing(toJob(integration)),
    async stop() {
      await Promise.all([stopWorker(), stopSweep()])
      await queue.stop()
    },
  }

  function toJob({ instance_id, id, type, metadata }: CheckedIntegration): CheckJob {
    const known = integrationTypes.get(type)
    const host = (known && vendorHost(known, metadata)) ?? type
    return { instanceId: instance_id, integrationId: id, host }
  }
}

/** What of an integration decides its job. */
type CheckedIntegration = Pick<IntegrationRow, 'instance_id' | 'id' | 'type' | 'metadata'>

export type CheckOptions = StoredTestContext & {
  db: Knex
  databaseUrl: string
  statementTimeoutMs: number
  intervalMs: number
  /** Checks that this server runs at once. */
  concurrency: number
  /** Checks that all servers together run at once against one host. */
  perHost: number
  metrics: CheckMetrics
  pace?: Partial<CheckPace> | undefined
}
