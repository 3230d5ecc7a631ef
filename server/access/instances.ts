import type { Database } from '../db/database.ts'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { isInstanceKnown, listClosedInstances, type InstanceRow } from '../db/instances.ts'
import { repeat, watchOutage } from '../lib/outage.ts'

export interface InstanceDirectory {
  /** Null when there is no such instance, also when it is being deleted. */
  find(instanceId: string): Promise<'active' | 'suspended' | null>
  /** Reads which instances are suspended or being deleted. */
  refresh(db: Database): Promise<void>
}

/** The longest time until a suspension or a deletion counts on every server that reaches the database. */
export const heardWithinMs = 5000

/**
 * Remembers the last 10,000 requested instances, so that a request needs no query. An unknown instance is looked up again
 * after two seconds. A known one stays known until `refresh` finds that it is being deleted; after a time in which nothing
 * was heard, that may have been missed.
 */
export function createInstanceDirectory(db: Database): InstanceDirectory {
  const known = new LRUCache<string, boolean>({ max: 10_000 })
  let closed = new Map<string, InstanceRow['status']>()
  let heardAt = -Infinity

  async function lookUp(instanceId: string): Promise<boolean> {
    const isKnown = await isInstanceKnown(db, instanceId)
    known.set(instanceId, isKnown, isKnown ? {} : { ttl: 2000 })
    return isKnown
  }

  return {
    async find(instanceId) {
      const isKnown = known.get(instanceId) ?? (await lookUp(instanceId))
      const status = closed.get(instanceId) ?? 'active'
      return isKnown && status !== 'deleting' ? status : null
    },
    async refresh(db) {
      const rows = await listClosedInstances(db)
      const now = performance.now()
      if (now - heardAt > heardWithinMs) known.clear()
      for (const { id, status } of rows) if (status === 'deleting') known.delete(id)
      closed = new Map(rows.map(({ id, status }) => [id, status]))
      heardAt = now
    },
  }
}

/**
 * Refreshes the directory every two seconds, until `signal` aborts. `db` has a connection of its own: others may be held by
 * slow statements.
 */
export async function watchInstances(instances: InstanceDirectory, db: Database, signal: AbortSignal, log: Logger) {
  const outage = watchOutage(log, {
    begins: 'suspensions and deletions of instances are not heard of',
    ends: 'suspensions and deletions of instances are heard of again',
  })
  await repeat(() => instances.refresh(db), 2000, outage, signal)
}
