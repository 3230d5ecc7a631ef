import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { openDatabase, type DatabaseAccess } from '../db/connection/client.ts'
import { addRequests } from '../db/request-counts.ts'
import { watchOutage } from '../outage.ts'

/** Requests of all servers as of the last exchange, and of this server since then. `endsAt` is by `performance.now()`. */
type Minute = { total: number; unsent: number; endsAt: number }

/** The counts of this process by key: the last 50,000. */
export type RequestCounts = LRUCache<string, Minute>

export const createRequestCounts = (): RequestCounts => new LRUCache({ max: 50_000 })

export function findMinute(counts: RequestCounts, key: string): Minute {
  const known = counts.get(key)
  if (known && performance.now() < known.endsAt) return known
  const begun = { total: 0, unsent: 0, endsAt: performance.now() + minuteMs }
  counts.set(key, begun)
  return begun
}

/**
 * Exchanges counts with all servers over the database once a second; the returned function stops that. No request waits for
 * an exchange. The connection is its own, because limits matter most while slow statements hold all others. While the
 * database does not answer, this server counts alone.
 */
export function shareRequestCounts(counts: RequestCounts, database: DatabaseAccess, log: Logger) {
  const db = openDatabase({ ...database, poolSize: 1, givesUp: true })
  const outage = watchOutage(log, {
    begins: 'rate limits are counted by this server alone',
    ends: 'rate limits are counted over all servers again',
  })
  const stopping = new AbortController()
  const repeat = async () => {
    for (;;) {
      await sleep(1000, undefined, { signal: stopping.signal, ref: false })
      try {
        await exchange(db, counts)
        outage.worked()
      } catch (error) {
        outage.failed({ err: error })
      }
    }
  }
  repeat().catch(() => {})
  return async () => {
    stopping.abort()
    await db.destroy()
  }
}

/** What is counted meanwhile stays unsent. When the exchange fails, everything does. */
async function exchange(db: Database, counts: RequestCounts): Promise<void> {
  const now = performance.now()
  const own = [...counts.entries()].filter(([, { unsent, endsAt }]) => unsent > 0 && now < endsAt)
  if (own.length === 0) return
  const sent = own.map(([key, { unsent, endsAt }]) => ({
    key,
    requests: unsent,
    ageMs: now - endsAt + minuteMs,
  }))
  const rows = new Map((await addRequests(db, sent)).map((row) => [row.key, row]))
  for (const [at, [key, minute]] of own.entries()) {
    const { requests = 0, ageMs = 0 } = rows.get(key) ?? {}
    minute.total = requests
    minute.unsent -= sent[at]?.requests ?? 0
    minute.endsAt = performance.now() + minuteMs - ageMs
  }
}

const minuteMs = 60_000
