import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import { isInstanceKnown } from '../db/instances.ts'

export interface InstanceDirectory {
  has(instanceId: string): Promise<boolean>
}

/**
 * Remembers which instances the service knows, so that a request costs no query for it: the 10,000 that were asked for
 * last. Instances are never deleted, so a known one stays known; an unknown one is asked for again after two seconds.
 */
export function createInstanceDirectory(db: Knex): InstanceDirectory {
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
