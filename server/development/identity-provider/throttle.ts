import { LRUCache } from 'lru-cache'

/**
 * Counts failed sign-ins per key in memory, for the 10,000 newest keys: 5 within 15 minutes, then none until the 15
 * minutes are over. An attempt counts when it begins, so that attempts sent side by side cannot all pass.
 */
export function createThrottle() {
  const failures = new LRUCache<string, number>({ max: 10_000, ttl, noUpdateTTL: true, perf: Date })

  return {
    /** Seconds to wait, or 0 when the attempt may go ahead. */
    begin(key: string): number {
      const count = failures.get(key) ?? 0
      if (count >= 5) return Math.ceil(failures.getRemainingTTL(key) / 1000)
      failures.set(key, count + 1)
      return 0
    },

    succeed(key: string): void {
      failures.delete(key)
    },
  }
}

const ttl = 15 * 60_000

export type Throttle = ReturnType<typeof createThrottle>
