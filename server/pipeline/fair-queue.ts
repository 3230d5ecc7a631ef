import { LRUCache } from 'lru-cache'

/**
 * Gives places to the reads of callers. A read takes one place, and one more for each 128 KiB of the caller's answer before
 * it, so that few large answers are made at once. While places are taken, callers get the next ones in turn: who sends a
 * hundred requests at once makes the own requests wait, and not the ones of others. No request waits longer than `timeoutMs`.
 */
export function createFairQueue(places: number, timeoutMs: number): FairQueue {
  const costs = new LRUCache<string, number>({ max: 10_000 })
  /** The waiting requests, by caller. The first caller is the next one. */
  const waiting = new Map<string, Set<Waiter>>()
  let free = places

  function take(caller: string): Place | null {
    const cost = costs.get(caller) ?? 1
    if (free < cost) return null
    free -= cost
    return {
      release(bytes) {
        free += cost
        const next = Math.min(places, 1 + Math.floor(bytes / bytesOfPlace))
        if (next !== cost) costs.set(caller, next)
        serveNext()
      },
    }
  }

  function serveNext(): void {
    for (const [caller, own] of waiting) {
      const place = take(caller)
      if (!place) return
      const [first] = own
      if (first) leave(caller, own, first)
      // To the end of the turn.
      if (waiting.delete(caller)) waiting.set(caller, own)
      first?.(place)
    }
  }

  function leave(caller: string, own: Set<Waiter>, waiter: Waiter): void {
    own.delete(waiter)
    if (own.size === 0) waiting.delete(caller)
  }

  return function acquire(caller) {
    const place = waiting.size === 0 ? take(caller) : null
    if (place) return place
    const own = waiting.get(caller) ?? new Set()
    waiting.set(caller, own)
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        leave(caller, own, waiter)
        resolve(null)
      }, timeoutMs)
      const waiter = (place: Place) => {
        clearTimeout(timer)
        resolve(place)
      }
      own.add(waiter)
    })
  }
}

const bytesOfPlace = 128 * 1024

type Waiter = (place: Place) => void

interface Place {
  /** Tells how large the answer was. */
  release(bytes: number): void
}

/** A place when there is one at once. Otherwise a promise of one, which resolves with null when there was none in time. */
export type FairQueue = (caller: string) => Place | Promise<Place | null>
