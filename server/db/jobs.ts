import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

/**
 * Starts pg-boss, which keeps jobs in the schema `pgboss` of the service's database: any server may do them, and those of a
 * killed server are done again.
 */
export async function startJobs({ databaseUrl, statementTimeoutMs, pace, log }: JobOptions): Promise<PgBoss> {
  const boss = new PgBoss({
    // pg-boss has its own connection, because it sends a whole transaction as one text: after a failure, the connection
    // would return to the service's pool inside the transaction. It has only one, so that the workers of this server claim
    // jobs one after the other, and each sees how many checks of a host the others run.
    connectionString: databaseUrl,
    max: 1,
    application_name: 'instance-administration jobs',
    options: `-c statement_timeout=${statementTimeoutMs}`,
    schedule: false,
    superviseIntervalSeconds: pace.superviseSeconds,
    monitorIntervalSeconds: pace.superviseSeconds,
    maintenanceIntervalSeconds: 600,
  })
  // Without a listener an error, such as a restart of the database, would end the process.
  boss.on('error', (error) => log.warn({ err: error }, 'the queue of jobs failed'))
  boss.on('warning', ({ message }) => log.warn(message))
  try {
    await boss.start()
  } catch (error) {
    await boss.stop({ graceful: false })
    throw error
  }
  return boss
}

/** Opens a queue in which at most one job of a singleton key waits, while another may run. */
export async function openQueue(boss: PgBoss, name: string, { leaseSeconds }: JobPace): Promise<void> {
  const rules = { expireInSeconds: leaseSeconds, deleteAfterSeconds: 3600 }
  await boss.createQueue(name, { policy: 'short', ...rules })
  await boss.updateQueue(name, rules)
}

/** The intervals at which a server looks for work, and the time after which a silent server counts as dead. */
export interface JobPace {
  /** Seconds, at least 0.5. */
  pollSeconds: number
  sweepMs: number
  leaseSeconds: number
  superviseSeconds: number
}

/** The jobs of a dead server are repeated within a minute. A lease is much longer than a job's calls (10 s) and its record. */
export const usualPace: JobPace = { pollSeconds: 1, sweepMs: 10_000, leaseSeconds: 30, superviseSeconds: 15 }

export interface JobOptions {
  databaseUrl: string
  statementTimeoutMs: number
  pace: JobPace
  log: Logger
}
