import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import { isUserDisabled } from '../db/users.ts'

export interface UserDirectory {
  isDisabled(instanceId: string, userId: string): Promise<boolean>
}

/**
 * Tells whether a caller is a disabled user. The database is asked for every request, so that a disabled user is locked out
 * at once. Only the fact that a subject is no user is remembered, for a minute: clients without a user ask often, and a new
 * user never gets the id of an existing subject.
 */
export function createUserDirectory(db: Knex): UserDirectory {
  const strangers = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 })
  return {
    async isDisabled(instanceId, userId) {
      const key = `${instanceId} ${userId}`
      if (strangers.has(key)) return false
      const isDisabled = await isUserDisabled(db, instanceId, userId)
      if (isDisabled === null) strangers.set(key, true)
      return isDisabled ?? false
    },
  }
}
