import { setTimeout as sleep } from 'node:timers/promises'
import pLimit, { type LimitFunction } from 'p-limit'

/** Places that are held until `release` is called, of which one caller may hold only some. */
export function createSemaphore(places: number, placesPerCaller = places) {
  const all = pLimit(places)
  const own = new Map<string, LimitFunction>()

  /** Null when none came free within a second. */
  return async function acquire(caller: string): Promise<(() => void) | null> {
    const ofCaller = own.get(caller) ?? pLimit(placesPerCaller)
    own.set(caller, ofCaller)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const acquired = new Promise<true>((resolve) => {
      void ofCaller(() =>
        all(() => {
          resolve(true)
          return released
        }),
      ).finally(() => {
        if (ofCaller.activeCount + ofCaller.pendingCount === 0) own.delete(caller)
      })
    })
    if (await Promise.race([acquired, sleep(1000, false, { ref: false })])) return release
    // A place that comes later is given back at once.
    release()
    return null
  }
}
