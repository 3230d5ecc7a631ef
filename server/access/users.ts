import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import { isUserDisabled } from '../db/users.ts'

export interface UserDirectory {
  isDisabled(instanceId: string, userId: string): Promise<boolean>
}

/**
 * Asks whether a caller is a user who has been disabled, with every request: a user must be out at once. Only that a
 * subject is no user is remembered, for a minute: clients ask often, and the service gives no new user an id that a token
 * names already.
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
