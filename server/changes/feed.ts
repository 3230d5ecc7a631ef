import { EventEmitter, once } from 'node:events'
import type { Logger } from 'pino'
import { isDistributed } from '../db/connection/pool.ts'
import type { Database } from '../db/database.ts'
import { listHeads, listNotices, readEpoch, type NoticeRow } from '../db/changes.ts'
import type { FindPart } from '../db/placement.ts'
import { repeat, watchOutage } from '../lib/outage.ts'

/** What the streams of this server read: the changes of each instance that has a stream, once for all of its streams. */
export interface ChangeFeed {
  open(instanceId: string, position: number, epoch: string): OpenFeed
}

/** What one stream reads. */
export interface OpenFeed {
  /**
   * The next changes behind a position, in order and at most 500; none when nothing was changed for `waitMs`. Null when they
   * cannot be told: the stream was closed, the service stops, or the position is one that is not kept.
   */
  read(after: number, waitMs: number): Promise<readonly NoticeRow[] | null>
  close(): void
}

/** An instance that streams follow. */
interface Followed {
  streams: number
  /** The changes that were found last, from the one behind `after` to `head`. */
  latest: readonly NoticeRow[]
  after: number
  head: number
  epoch: string
  /** The numbers began again. */
  isLost: boolean
  /** Emits `found` to streams that wait. */
  found: EventEmitter
}

const changesPerRead = 500

function follow(position: number, epoch: string): Followed {
  const found = new EventEmitter().setMaxListeners(0)
  return { streams: 0, latest: [], after: position, head: position, epoch, isLost: false, found }
}

export function createChangeFeed(db: Database, findPart: FindPart, stopping: AbortSignal, log: Logger): ChangeFeed {
  const followed = new Map<string, Followed>()
  const outage = watchOutage(log, { begins: 'changes cannot be followed', ends: 'changes can be followed again' })
  const busyParts = new Set<string>()
  const failures = new Map<string, unknown>()

  void repeat(readHeads, 1000, outage, stopping)

  /** One statement for all instances of a part, so that a slow worker of Citus delays only its own. */
  async function readHeads(): Promise<void> {
    if (followed.size === 0) return
    const epoch = await readEpoch(db)
    const parts = new Map<string, string[]>()
    for (const instanceId of followed.keys()) {
      const part = isDistributed(db) ? await findPart(instanceId) : 'all'
      parts.set(part, [...(parts.get(part) ?? []), instanceId])
    }
    for (const [part, instanceIds] of parts) {
      if (busyParts.has(part)) continue
      busyParts.add(part)
      void readPart(instanceIds, epoch)
        .then(
          () => failures.delete(part),
          (error: unknown) => failures.set(part, error),
        )
        .finally(() => busyParts.delete(part))
    }
    const failed = [...parts.keys()].find((part) => failures.has(part))
    if (failed !== undefined) throw new Error('Changes could not be read.', { cause: failures.get(failed) })
  }

  async function readPart(instanceIds: readonly string[], epoch: string): Promise<void> {
    const heads = await listHeads(db, instanceIds)
    for (const instanceId of instanceIds) {
      const sequence = heads.get(instanceId) ?? 0
      const one = followed.get(instanceId)
      if (!one) continue
      if (sequence < one.head || epoch !== one.epoch) {
        // The instance was deleted, or the database restored: no stream can go on from its position.
        one.isLost = true
        followed.delete(instanceId)
        one.found.emit('found')
      }
      while (one.head < sequence) {
        one.latest = await listNotices(db, instanceId, one.head, changesPerRead)
        one.after = one.head
        one.head = one.latest.at(-1)?.sequence ?? sequence
        one.found.emit('found')
      }
    }
  }

  return {
    open(instanceId, position, epoch) {
      const one = followed.get(instanceId) ?? follow(position, epoch)
      followed.set(instanceId, one)
      one.streams += 1
      const closing = new AbortController()
      return {
        async read(after, waitMs) {
          if (one.head <= after && !one.isLost) {
            const signal = AbortSignal.any([closing.signal, stopping, AbortSignal.timeout(waitMs)])
            await once(one.found, 'found', { signal }).catch(() => {})
          }
          if (closing.signal.aborted || stopping.aborted || one.isLost) return null
          if (one.head <= after) return []
          const found =
            one.after <= after
              ? one.latest.filter(({ sequence }) => sequence > after)
              : await listNotices(db, instanceId, after, changesPerRead)
          // The numbers have no gaps, so changes that are missing are no longer kept.
          return found[0] && found[0].sequence !== after + 1 ? null : found
        },
        close() {
          closing.abort()
          one.streams -= 1
          if (one.streams === 0 && followed.get(instanceId) === one) followed.delete(instanceId)
        },
      }
    },
  }
}
