import type { Knex } from 'knex'
import { isInstanceKnown } from '../db/instances.ts'

export type KnowsInstance = (instanceId: string) => Promise<boolean>

const unknownForMs = 2000
const mostUnknown = 10_000

/**
 * Remembers which instances the service knows, so that a request costs no query for it. Instances are never
 * deleted, so a known one stays known; an unknown one is asked for again after two seconds.
 */
export function createInstanceDirectory(db: Knex): KnowsInstance {
  const known = new Set<string>()
  const unknownSince = new Map<string, number>()

  return async function knowsInstance(instanceId) {
    if (known.has(instanceId)) return true
    if (Date.now() - (unknownSince.get(instanceId) ?? 0) < unknownForMs) return false
    if (await isInstanceKnown(db, instanceId)) {
      unknownSince.delete(instanceId)
      known.add(instanceId)
      return true
    }
    if (unknownSince.size >= mostUnknown) unknownSince.clear()
    unknownSince.set(instanceId, Date.now())
    return false
  }
}
