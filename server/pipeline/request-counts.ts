import { createHash } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { addRequests } from '../db/request-counts.ts'
import { repeat, watchOutage } from '../lib/outage.ts'

/** The requests of one minute, of a caller or of an instance. */
interface Count {
  /** The hash of caller and instance, for the database. */
  key: string
  /** The beginning of the hash in base64, for the caller. */
  partition: string
  /** The requests to all servers, as of this server's last exchange of this count. */
  total: number
  /** The requests to this server since then. */
  unsent: number
  /** When the minute ends, by `performance.now()`. */
  endsAt: number
}

/** The counts of this process, by caller and instance: the last 50,000. */
export type RequestCounts = LRUCache<string, Count>

export const createRequestCounts = (): RequestCounts => new LRUCache({ max: 50_000 })

/** The count of the present minute; a new one when that of the last minute is over. */
export function findCount(counts: RequestCounts, limited: string): Count {
  const known = counts.get(limited)
  if (known && performance.now() < known.endsAt) return known
  const key = createHash('sha256').update(limited).digest('hex').slice(0, 32)
  const partition = Buffer.from(key.slice(0, 12)).toString('base64')
  const begun = { key, partition, total: 0, unsent: 0, endsAt: performance.now() + minuteMs }
  counts.set(limited, begun)
  return begun
}

/**
 * Exchanges counts with all servers over the database once a second, until `signal` aborts. `db` has a connection of its own:
 * limits matter most while slow statements hold all other connections. While the database is away, this server counts alone.
 */
export async function shareRequestCounts(counts: RequestCounts, db: Database, signal: AbortSignal, log: Logger) {
  const outage = watchOutage(log, {
    begins: 'rate limits are counted by this server alone',
    ends: 'rate limits are counted over all servers again',
  })
  await repeat(() => exchange(db, counts), 1000, outage, signal)
}

/** Requests that are counted during the exchange are sent by the next one; after a failure all are. */
async function exchange(db: Database, counts: RequestCounts): Promise<void> {
  const now = performance.now()
  const own = [...counts.values()].filter(({ unsent, endsAt }) => unsent > 0 && now < endsAt)
  if (own.length === 0) return
  const sent = own.map(({ key, unsent, endsAt }) => ({ key, requests: unsent, ageMs: now - endsAt + minuteMs }))
  const rows = new Map((await addRequests(db, sent)).map((row) => [row.key, row]))
  for (const [at, count] of own.entries()) {
    const { requests = 0, ageMs = 0 } = rows.get(count.key) ?? {}
    count.total = requests
    count.unsent -= sent[at]?.requests ?? 0
    // Where another server began the minute while this statement waited for it, the age is below zero.
    count.endsAt = performance.now() + minuteMs - Math.max(0, ageMs)
  }
}

const minuteMs = 60_000
