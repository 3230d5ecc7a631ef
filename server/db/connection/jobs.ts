import { isDeepStrictEqual } from 'node:util'
import { PgBoss, type Job, type SendOptions } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database } from '../database.ts'
import { watchOutage } from '../../lib/outage.ts'
import { openJobSpan, type JobFacts } from '../../telemetry/job.ts'
import { enclose, type Telemetry } from '../../telemetry/span.ts'
import { runScript, sendText } from '../query/query.ts'
import { openDatabase, type DatabaseAccess } from './pool.ts'

/**
 * Starts pg-boss, which keeps jobs and schedules in the schema `pgboss` of the service's database: any server may do the
 * jobs, and another one does the jobs of a killed server again.
 */
export async function startJobs({ database, pace, telemetry, log }: JobOptions): Promise<Jobs> {
  // One connection of its own, so that the workers of this server claim jobs one after the other, and each sees how many
  // checks of a host the others run. No request waits for an answer meanwhile, so they may wait for it longer than a request.
  const db = openDatabase({
    ...database,
    acquireTimeoutMs: 10_000,
    poolSize: 1,
    givesUp: true,
    name: 'instance-administration jobs',
  })
  const outage = watchOutage(log, {
    begins: 'the queue of jobs fails',
    ends: 'the queue of jobs works again',
  })
  const boss = new PgBoss({
    db: {
      async executeSql(text, values) {
        // pg-boss sends a whole transaction as one text.
        const result = await runScript(db, text, values)
        outage.worked()
        return result
      },
    },
    superviseIntervalSeconds: pace.superviseSeconds,
    monitorIntervalSeconds: pace.superviseSeconds,
    maintenanceIntervalSeconds: 600,
  })
  // Without a listener an error, such as a restart of the database, would end the process.
  boss.on('error', (error) => outage.failed({ err: error }))
  boss.on('warning', ({ message }) => log.warn(message))
  const stopping = new AbortController()
  const drains: (() => Promise<void>)[] = []
  const stop = async () => {
    stopping.abort()
    try {
      await Promise.all(drains.map((drain) => drain()))
      await boss.stop()
    } finally {
      await db.destroy()
    }
  }
  try {
    await boss.start()
  } catch (error) {
    await boss.stop({ graceful: false })
    await db.destroy()
    throw error
  }
  return { boss, pace, telemetry, log, stopping: stopping.signal, drains, stop }
}

/** Does a job in a span. Its signal aborts when its time is over or the server stops. */
export async function runJob(
  { telemetry, stopping }: Jobs,
  job: Job<JobFacts> | undefined,
  run: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  if (!job) return
  const signal = AbortSignal.any([job.signal, stopping])
  const doJob = () => run(signal)
  await (telemetry ? enclose(openJobSpan(telemetry, job.name, job.data), doJob) : doJob())
}

/**
 * Does work at fixed times: pg-boss makes a job of each schedule at its time, which one server does. The schedules are in the
 * table `pgboss.schedule`, and their jobs in `pgboss.job`. While a job runs, no other of that schedule begins.
 */
export async function runSchedules(jobs: Jobs, schedules: readonly Schedule[]): Promise<void> {
  const { boss, log, pace } = jobs
  const stored = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  for (const { name, cron, expireInSeconds, run } of schedules) {
    await openQueue(boss, name, 'exclusive', { expireInSeconds, retryLimit: 0 })
    if (stored.get(name) !== cron) await boss.schedule(name, cron)
    const runAndTell = async (signal: AbortSignal) => {
      try {
        await run(signal)
      } catch (error) {
        log.warn({ err: error, schedule: name }, 'scheduled work failed; it is done again at its next time')
        throw error
      }
    }
    await boss.work<JobFacts>(name, { pollingIntervalSeconds: pace.schedulePollSeconds }, ([job]) =>
      runJob(jobs, job, runAndTell),
    )
  }
  for (const { name } of schedules) stored.delete(name)
  for (const name of stored.keys()) await boss.unschedule(name)
}

/** Lets pg-boss write in a transaction of the service: a job is there once the transaction commits. */
export function inTransactionOf(transaction: Database): NonNullable<SendOptions['db']> {
  return { executeSql: async (text, values = []) => sendText(transaction, text, values) }
}

/** Creates the queue, or brings its limits up to date. `policy`: see https://timgit.github.io/pg-boss/#/api/queues. */
export async function openQueue(
  boss: PgBoss,
  name: string,
  policy: 'standard' | 'short' | 'exclusive',
  limits: { expireInSeconds: number; retryLimit?: number; retryDelay?: number },
): Promise<void> {
  const rules = { ...limits, deleteAfterSeconds: 3600 }
  const stored = await boss.getQueue(name)
  if (!stored) await boss.createQueue(name, { policy, ...rules })
  else if (!isDeepStrictEqual({ ...stored, ...rules }, stored)) await boss.updateQueue(name, rules)
}

/** The intervals at which a server looks for work, in seconds, and the time after which a silent server counts as dead. */
export interface JobTimings {
  /** At least 0.5. */
  pollSeconds: number
  /** At least 0.5. */
  schedulePollSeconds: number
  leaseSeconds: number
  superviseSeconds: number
}

/** The jobs of a dead server are repeated within a minute. A lease is much longer than a job's calls (10 s) and its record. */
export const defaultTimings: JobTimings = {
  pollSeconds: 1,
  schedulePollSeconds: 5,
  leaseSeconds: 30,
  superviseSeconds: 15,
}

export interface Schedule {
  name: string
  /** The five fields of cron, in UTC. */
  cron: string
  /** Longer than a run takes: the run of a killed server keeps the next from beginning until then. */
  expireInSeconds: number
  run: (signal: AbortSignal) => Promise<unknown>
}

export interface Jobs extends Omit<JobOptions, 'database'> {
  boss: PgBoss
  stopping: AbortSignal
  /** Wait for jobs that no worker of pg-boss has in hand. */
  drains: (() => Promise<void>)[]
  /** Waits for the jobs in hand, whose signals abort. */
  stop: () => Promise<void>
}

export interface JobOptions {
  database: DatabaseAccess
  pace: JobTimings
  telemetry: Telemetry | null
  log: Logger
}
