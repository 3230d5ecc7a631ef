import type { RequestKey } from '../db/request-counts.ts'
import type { SharedCounts } from './shared-counts.ts'

/** The requests of a minute that have one limit, as far as this server knows. */
export interface RequestCount {
  readonly key: RequestKey
  /** When the minute ends, by `performance.now()`. */
  endsAt: number
  /** The requests of all servers, as the database said last. */
  heard: number
  /** Requests of this server that the database could not be told of. */
  owed: number
  /** Requests of this server that the database is being told of; null when it is not. */
  telling: Batch | null
  /** Requests of this server since then. */
  untold: Batch
}

/** Requests that the database is told of together. */
interface Batch {
  size: number
  /** The requests that count before those of this batch, once `settled`. */
  before: number
  /** Somebody waits for the database; null when nobody does. */
  settled: PromiseWithResolvers<void> | null
}

export function openCount(key: RequestKey): RequestCount {
  const endsAt = performance.now() + minuteMs
  return { key, endsAt, heard: 0, owed: 0, telling: null, untold: emptyBatch() }
}

/** Counts a request. Returns its place in the minute: above the limit, the request is to be refused. */
export type CountRequest = (count: RequestCount) => number | Promise<number>

/**
 * Counts the requests of all servers in the database (`shared`), or those of this process where that is null.
 *
 * A server tells the database of its requests in batches, while they go on. A request waits only when half a percent of the
 * limit would be untold with it: so ten servers pass at most 5 % too many, and a limit below 200 is kept exactly. Nobody is
 * refused too early: what a server knows of is never more than there was.
 */
export function createCounting(limit: number, shared: SharedCounts | null): CountRequest {
  const mostUntold = Math.floor(limit / 200)

  return function countRequest(count) {
    const place = knownOf(count) + 1
    if (place > limit) return place
    const { untold } = count
    untold.size += 1
    if (!shared) return place
    const isMuch = place - count.heard > mostUntold
    if (isMuch && !shared.isAway()) {
      const placeInBatch = untold.size
      untold.settled ??= Promise.withResolvers()
      const { promise } = untold.settled
      void tell(count, shared)
      return promise.then(() => untold.before + placeInBatch)
    }
    if (place - count.heard > mostUntold / 2) void tell(count, shared)
    return place
  }

  /** Tells the database of what is untold, until that is little and nobody waits. */
  async function tell(count: RequestCount, shared: SharedCounts): Promise<void> {
    if (count.telling) return
    while (shared.isAsked() && (count.untold.settled || count.owed + count.untold.size > mostUntold / 2)) {
      const batch = count.untold
      count.telling = batch
      count.untold = emptyBatch()
      const counted = await shared.add(count.key, count.owed + batch.size)
      count.telling = null
      if (counted) {
        count.heard = counted.requests
        count.owed = 0
        count.endsAt = performance.now() + minuteMs - counted.ageMs
        settle(batch, count.heard - batch.size)
      } else owe(count, batch)
    }
    if (!count.untold.settled) return
    owe(count, count.untold)
    count.untold = emptyBatch()
  }
}

/** Without the database, requests come after those that this server knows of. */
function owe(count: RequestCount, batch: Batch): void {
  settle(batch, count.heard + count.owed)
  count.owed += batch.size
}

function knownOf({ heard, owed, telling, untold }: RequestCount): number {
  return heard + owed + (telling?.size ?? 0) + untold.size
}

function settle(batch: Batch, before: number): void {
  batch.before = before
  batch.settled?.resolve()
}

function emptyBatch(): Batch {
  return { size: 0, before: 0, settled: null }
}

const minuteMs = 60_000
