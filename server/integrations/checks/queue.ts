import type { Knex } from 'knex'
import { fromKnex, PgBoss, type Db, type QueueOptions } from 'pg-boss'
import type { Logger } from 'pino'
import type { Statement } from '../../db/integrations.ts'
import { asObject } from '../../../contract/json.ts'

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
  /**
   * The statement that adds a job, unless one of this integration waits or runs. It is there for others once the
   * transaction that runs the statement commits.
   */
  enqueueing(job: CheckJob): Promise<Statement>
  /** Adds jobs that come after those of `enqueueing`, in `transaction`; otherwise the same. */
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
 * The jobs of background checks, kept by pg-boss in the schema `pgboss` of the service's database. A job that is not
 * completed within `leaseSeconds` was lost with its server, and is given to another.
 */
export async function openCheckQueue({ db, databaseUrl, ...options }: QueueSource): Promise<CheckQueue> {
  const { leaseSeconds, superviseSeconds, statementTimeoutMs, log } = options
  const boss = new PgBoss({
    // Two connections of its own: pg-boss sends whole transactions as one text, and one that failed would go back
    // into the service's pool unfinished.
    connectionString: databaseUrl,
    max: 2,
    application_name: 'instance-administration checks',
    options: `-c statement_timeout=${statementTimeoutMs}`,
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
  try {
    await boss.start()
    const rules = queueRules(leaseSeconds)
    await boss.createQueue(QUEUE, { policy: 'exclusive', ...rules })
    await boss.updateQueue(QUEUE, rules)
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }

  return {
    enqueueing: ({ instanceId, integrationId, host }) =>
      capture((written) =>
        boss.send(
          QUEUE,
          { instanceId, integrationId },
          {
            singletonKey: keyOf({ instanceId, integrationId }),
            group: { id: host },
            priority: 1,
            db: written,
          },
        ),
      ),
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
      // It tells how many it completed, but its type does not.
      const done: unknown = await boss.complete(QUEUE, attempt, null, { db: fromKnex(transaction) })
      return asObject(done)['affected'] === 1
    },
    async giveBack({ attempt }, reason) {
      await boss.fail(QUEUE, attempt, { reason })
    },
    stop: () => boss.stop({ graceful: false }),
  }
}

function queueRules(leaseSeconds: number): QueueOptions {
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

/** The one statement that `use` would run, for the caller to run together with others. */
async function capture(use: (written: Db) => Promise<unknown>): Promise<Statement> {
  const statements: Statement[] = []
  const written = fromKnex({
    raw: async (sql: string, bindings: readonly unknown[] = []) => {
      statements.push({ sql, bindings: bindings.map(String) })
      return [{ rows: [{}] }]
    },
  })
  await use(written)
  const [statement] = statements
  if (!statement || statements.length > 1) throw new Error('pg-boss adds a job with one statement.')
  return statement
}

export interface QueueSource {
  db: Knex
  databaseUrl: string
  statementTimeoutMs: number
  leaseSeconds: number
  /** How often lost jobs are looked for. */
  superviseSeconds: number
  log: Logger
}

const QUEUE = 'integration-checks'

const CLAIM_LOCK = 5_150_318_824
