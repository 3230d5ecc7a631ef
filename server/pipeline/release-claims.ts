import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Database } from '../db/database.ts'
import { leaseSeconds, releaseIdempotencyKey, type OwnClaim } from '../db/idempotency-keys.ts'

/**
 * Releases the claim of a request that failed: at once or, while the database is away, soon after it is back. Tries again every
 * 250 ms until the lease of the claim ends, one claim after the other, so that a database that is busy is not asked for more
 * than one connection. It cannot run a change twice: a change that is being committed holds the row of its claim, and the
 * release waits for it and then finds the answer.
 */
export function createReleaseClaim(db: Database): (claim: OwnClaim) => Promise<void> {
  const oneAtATime = pLimit(1)

  async function retry(claim: OwnClaim, until: number): Promise<void> {
    while (performance.now() < until) {
      try {
        return await releaseIdempotencyKey(db, claim)
      } catch {
        // The database is still away; each failed request was logged.
        await sleep(250, undefined, { ref: false })
      }
    }
  }

  return async (claim) => {
    try {
      await releaseIdempotencyKey(db, claim)
    } catch {
      void oneAtATime(retry, claim, performance.now() + leaseSeconds * 1000)
    }
  }
}
