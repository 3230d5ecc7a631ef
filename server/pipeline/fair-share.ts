import pLimit, { type LimitFunction } from 'p-limit'

export type RunInTurn = (caller: string, work: () => Promise<void>) => Promise<void> | null

/**
 * Runs at most `places` requests of a caller at once, and lets 200 more wait, so that a caller who sends very many at once
 * leaves database connections and processor time for others. Null when the caller has more than that.
 */
export function createFairShare(places: number): RunInTurn {
  const limits = new Map<string, LimitFunction>()
  return (caller, work) => {
    const limit = limits.get(caller) ?? pLimit(places)
    if (limit.pendingCount >= mostWaiting) return null
    limits.set(caller, limit)
    return limit(work).finally(() => {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(caller)
    })
  }
}

const mostWaiting = 200
