import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { leaseSeconds, releaseIdempotencyKey, type OwnClaim } from '../db/idempotency-keys.ts'

/** Releases the claim of a request that failed: at once or, while the database is away, soon after it is back. */
export type ReleaseClaim = (claim: OwnClaim) => Promise<void>

/**
 * Tries again every 250 ms until the lease of the claim ends, one claim after the other, so that a database that is busy is
 * not asked for more than one connection. It cannot run a change twice: a change that is being committed holds the row of its
 * claim, and the release waits for it and then finds the answer.
 */
export function createReleaseClaim(db: Database): ReleaseClaim {
  const waiting = new Map<OwnClaim, number>()
  let isRunning = false

  const releaseWaiting = async () => {
    while (waiting.size > 0) {
      await sleep(250, undefined, { ref: false })
      try {
        for (const claim of waiting.keys()) {
          await releaseIdempotencyKey(db, claim)
          waiting.delete(claim)
        }
      } catch {
        // The database is still away; each failed request was logged.
        for (const [claim, until] of waiting) if (until < performance.now()) waiting.delete(claim)
      }
    }
    isRunning = false
  }

  return async (claim) => {
    try {
      await releaseIdempotencyKey(db, claim)
    } catch {
      waiting.set(claim, performance.now() + leaseSeconds * 1000)
      if (isRunning) return
      isRunning = true
      void releaseWaiting()
    }
  }
}
