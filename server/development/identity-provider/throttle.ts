import { setBounded } from './bounded-map.ts'

/**
 * Counts failed sign-ins per key in memory: 5 within 15 minutes, then none until the 15 minutes are over.
 * An attempt counts when it begins, so that attempts sent side by side cannot all pass.
 */
export function createThrottle(now: () => number = Date.now) {
  const failures = new Map<string, { count: number; until: number }>()

  return {
    /** Seconds to wait, or 0 when the attempt may go ahead. */
    begin(key: string): number {
      const known = failures.get(key)
      const entry = known && known.until > now() ? known : { count: 0, until: now() + windowMs }
      if (entry.count >= maxFailures) return Math.ceil((entry.until - now()) / 1000)
      setBounded(failures, key, { ...entry, count: entry.count + 1 }, maxKeys)
      return 0
    },

    succeed(key: string): void {
      failures.delete(key)
    },
  }
}

export type Throttle = ReturnType<typeof createThrottle>

const maxFailures = 5
const windowMs = 15 * 60_000
const maxKeys = 10_000
