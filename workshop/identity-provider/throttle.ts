import { LRUCache } from 'lru-cache'

/**
 * Counts failed sign-ins by key in memory, for the 10,000 newest keys. A key has 5 attempts within 15 minutes. An attempt
 * counts when it begins, so that parallel attempts cannot all pass.
 */
export function createThrottle() {
  const failures = new LRUCache<string, number>({ max: 10_000, ttl, noUpdateTTL: true, perf: Date })

  return {
    /** The seconds to wait; 0 when the attempt may proceed. */
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
