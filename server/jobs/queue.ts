import type { Knex } from 'knex'
import { fromKnex, PgBoss, type QueueOptions } from 'pg-boss'
import type { Logger } from 'pino'

export interface CheckJob {
  instanceId: string
  integrationId: string
  /** What is never called by too many checks at once. */
  host: string
}

/** A job that this server holds: the number of the attempt tells it from what another server does with it later. */
export interface ClaimedJob extends Pick<CheckJob, 'instanceId' | 'integrationId'> {
  attempt: { id: string; retryCount: number }
}

export interface CheckQueue {
  /** Adds a job that goes first, unless one of this integration waits or runs. Commits and rolls back with `transaction`. */
  enqueue(transaction: Knex, job: CheckJob): Promise<void>
  /** Adds jobs that wait for those of `enqueue`; otherwise like it. */
  enqueueDue(transaction: Knex, jobs: CheckJob[]): Promise<void>
  /** Takes up to `count` jobs, so that no more than `perHost` of one host run on all servers together. */
  claim(count: number, perHost: number): Promise<ClaimedJob[]>
  /** False when the job is no longer this server's: nothing may be recorded then. */
  complete(transaction: Knex, job: ClaimedJob): Promise<boolean>
  /** Lets any server do the job again, at first within two seconds. */
  giveBack(job: ClaimedJob, reason: string): Promise<void>
  stop(): Promise<void>
}

/**
 * The jobs of background checks, kept by pg-boss in the schema `pgboss` of the service's database. It works over the
 * service's own pool, whose timeouts and health checks hold for it too. A job that is not completed within
 * `leaseSeconds` was lost with its server, and is given to another.
 */
export async function openCheckQueue(
  db: Knex,
  { leaseSeconds, superviseSeconds, log }: { leaseSeconds: number; superviseSeconds: number; log: Logger },
): Promise<CheckQueue> {
  const boss = new PgBoss({
    db: fromKnex(db),
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    flowIntervalSeconds: 3600,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: 600,
  })
  // Without a listener an error, such as a database that restarts, ends the process.
  boss.on('error', (error) => log.warn({ err: error }, 'the queue of background checks failed'))
  boss.on('warning', ({ message }) => log.warn(message))
  await boss.start()
  const options = queueOptions(leaseSeconds)
  await boss.createQueue(QUEUE, { policy: 'exclusive', ...options })
  await boss.updateQueue(QUEUE, options)

  return {
    async enqueue(transaction, { instanceId, integrationId, host }) {
      await boss.send(
        QUEUE,
        { instanceId, integrationId },
        {
          singletonKey: keyOf({ instanceId, integrationId }),
          group: { id: host },
          priority: 1,
          db: prepared(transaction),
        },
      )
    },
    async enqueueDue(transaction, jobs) {
      if (jobs.length === 0) return
      const rows = jobs.map(({ instanceId, integrationId, host }) => ({
        data: { instanceId, integrationId },
        singletonKey: keyOf({ instanceId, integrationId }),
        group: { id: host },
      }))
      await boss.insert(QUEUE, rows, { db: fromKnex(transaction) })
    },
    claim: (count, perHost) =>
      db.transaction(async (transaction) => {
        // pg-boss counts the running jobs of a host before it takes one: two servers that count at once
        // would both take the last place.
        await transaction.raw('select pg_advisory_xact_lock(?)', [CLAIM_LOCK])
        const jobs = await boss.fetch<Pick<CheckJob, 'instanceId' | 'integrationId'>>(QUEUE, {
          batchSize: count,
          groupConcurrency: perHost,
          db: fromKnex(transaction),
        })
        return jobs.map(({ id, retryCount, data }) => ({ ...data, attempt: { id, retryCount } }))
      }),
    async complete(transaction, { attempt }) {
      const { affected } = await boss.complete(QUEUE, attempt, null, { db: fromKnex(transaction) })
      return affected === 1
    },
    async giveBack({ attempt }, reason) {
      await boss.fail(QUEUE, attempt, { reason })
    },
    stop: () => boss.stop({ graceful: false }),
  }
}

function queueOptions(leaseSeconds: number): QueueOptions {
  return {
    expireInSeconds: leaseSeconds,
    // A check is harmless to repeat, and servers that stop give theirs back.
    retryLimit: 20,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    deleteAfterSeconds: 3600,
  }
}

function keyOf({ instanceId, integrationId }: Pick<CheckJob, 'instanceId' | 'integrationId'>): string {
  return `${instanceId}/${integrationId}`
}

/** The statement is the same for every job of the queue, and long: PostgreSQL plans it once. */
function prepared(transaction: Knex) {
  return fromKnex({
    raw: async (sql: string, bindings: readonly unknown[] = []) =>
      transaction.raw(sql, bindings.map(String)).options({ name: 'enqueue_check' }),
  })
}

const QUEUE = 'integration-checks'

const CLAIM_LOCK = 5_150_318_824
