import { setTimeout as sleep } from 'node:timers/promises'
import pLimit, { type LimitFunction } from 'p-limit'

/** A limit of concurrent holders: `places` in all, `placesPerCaller` for each caller. A place is held until it is disposed of. */
export function createSemaphore(places: number, placesPerCaller = places) {
  const all = pLimit(places)
  const own = new Map<string, LimitFunction>()

  /** Null when no place is free within a second. */
  return async function acquire(caller: string): Promise<DisposableStack | null> {
    const ofCaller = own.get(caller) ?? pLimit(placesPerCaller)
    own.set(caller, ofCaller)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const place = new DisposableStack()
    place.defer(release)
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
    if (await Promise.race([acquired, sleep(1000, false, { ref: false })])) return place
    // A place that becomes free later is given back at once.
    place.dispose()
    return null
  }
}
