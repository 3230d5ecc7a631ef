import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { watchOutage } from '../../outage.ts'
import { openDatabase, type DatabaseAccess } from './client.ts'
import { runScript } from '../query/query.ts'

/**
 * Starts pg-boss, which keeps jobs in the schema `pgboss` of the service's database: any server may do them, and those of a
 * killed server are done again.
 */
export async function startJobs({ database, pace, log }: JobOptions): Promise<Jobs> {
  // One connection of its own, so that the workers of this server claim jobs one after the other, and each sees how many
  // checks of a host the others run. Nobody waits for an answer meanwhile, so they may wait for it longer than a request.
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
    schedule: false,
    superviseIntervalSeconds: pace.superviseSeconds,
    monitorIntervalSeconds: pace.superviseSeconds,
    maintenanceIntervalSeconds: 600,
  })
  // Without a listener an error, such as a restart of the database, would end the process.
  boss.on('error', (error) => outage.failed({ err: error }))
  boss.on('warning', ({ message }) => log.warn(message))
  const stop = async () => {
    try {
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
  return { boss, stop }
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

export interface Jobs {
  boss: PgBoss
  /** Waits for the jobs in hand. */
  stop(): Promise<void>
}

export interface JobOptions {
  database: DatabaseAccess
  pace: JobPace
  log: Logger
}
