import { setTimeout as sleep } from 'node:timers/promises'
import type { LimitFunction } from 'p-limit'

/** Holds a slot of the semaphore until `release` is called. Null when none came free within a second. */
export async function acquire(semaphore: LimitFunction): Promise<(() => void) | null> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const acquired = new Promise<true>((resolve) => {
    void semaphore(() => {
      resolve(true)
      return released
    })
  })
  if (await Promise.race([acquired, sleep(1000, false, { ref: false })])) return release
  // A slot that comes later is given back at once.
  release()
  return null
}
