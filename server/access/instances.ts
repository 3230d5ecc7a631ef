import type { Database } from '../db/database.ts'
import { LRUCache } from 'lru-cache'
import { isInstanceKnown } from '../db/instances.ts'

export interface InstanceDirectory {
  has(instanceId: string): Promise<boolean>
}

/**
 * Remembers the last 10,000 requested instances, so that a request needs no query. Instances are never deleted, so a known
 * instance stays known; an unknown instance is looked up again after two seconds.
 */
export function createInstanceDirectory(db: Database): InstanceDirectory {
  const known = new LRUCache<string, boolean>({ max: 10_000 })
  return {
    async has(instanceId) {
      const remembered = known.get(instanceId)
      if (remembered !== undefined) return remembered
      const isKnown = await isInstanceKnown(db, instanceId)
      known.set(instanceId, isKnown, isKnown ? {} : { ttl: 2000 })
      return isKnown
    },
  }
}
