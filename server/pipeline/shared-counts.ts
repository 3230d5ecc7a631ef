import type { Logger } from 'pino'
import type { Knex } from 'knex'
import { openDatabase, type DatabaseAccess } from '../db/connection/client.ts'
import { watchOutage } from '../outage.ts'
import { addRequests, deleteOldRequestCounts, type Counted, type RequestKey } from '../db/request-counts.ts'

/** The counts of all servers. */
export interface SharedCounts {
  /** Null when the database does not answer in time; never rejects. */
  add(key: RequestKey, requests: number): Promise<Counted | null>
  /** The database did not answer last time. Nobody should wait for it. */
  isAway(): boolean
  /** The database answers, or it is time to try it again. */
  isAsked(): boolean
}

/**
 * Counts in the database, over a connection of its own: so requests are counted and refused also while statements of other
 * requests have all connections. A count waits half as long as they do for the connection, and as long for its statement. A
 * database that is away is tried again once a second. Deletes old counts every five minutes, until `close`.
 */
export function openSharedCounts({ database, db, log }: Options): SharedCounts & { close(): Promise<void> } {
  const waitMs = database.acquireTimeoutMs / 2
  const connection = openDatabase({
    ...database,
    poolSize: 1,
    acquireTimeoutMs: waitMs,
    statementTimeoutMs: waitMs,
    givesUp: true,
  })
  /** 0 while the database answers. */
  let triedAgainAt = 0
  const outage = watchOutage(log, {
    begins: 'rate limits are counted by this server alone',
    ends: 'rate limits are counted over all servers again',
  })
  const timer = setInterval(() => void deleteOld(db, log), 5 * 60_000).unref()
  return {
    async add(key, requests) {
      if (triedAgainAt > 0) triedAgainAt = performance.now() + 1000
      try {
        const counted = await addRequests(connection, key, requests)
        triedAgainAt = 0
        outage.worked()
        return counted
      } catch (error) {
        triedAgainAt = performance.now() + 1000
        outage.failed({ err: error })
        return null
      }
    },
    isAway: () => triedAgainAt > 0,
    isAsked: () => performance.now() >= triedAgainAt,
    async close() {
      clearInterval(timer)
      await connection.destroy()
    },
  }
}

async function deleteOld(db: Knex, log: Logger): Promise<void> {
  try {
    while ((await deleteOldRequestCounts(db, 1000)) === 1000);
  } catch (error) {
    // The next time tries again.
    log.warn({ err: error }, 'old counts of requests were kept')
  }
}

interface Options {
  database: DatabaseAccess
  /** The connections of requests. */
  db: Knex
  log: Logger
}
