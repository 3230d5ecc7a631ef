import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'
import { findKnownUser, type KnownUser } from '../db/users.ts'

export interface UserDirectory {
  /** Null when the instance has no such user. */
  find(instanceId: string, userId: string): Promise<KnownUser | null>
}

/**
 * Tells what a user may do. The database is asked for every request, so that a disabled user is locked out at once, and a
 * lost role is lost at once. Only the fact that a subject is no user is remembered, for a minute: a new user never gets the
 * id of an existing subject.
 */
export function createUserDirectory(db: Knex): UserDirectory {
  const strangers = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 })
  return {
    async find(instanceId, userId) {
      const key = `${instanceId} ${userId}`
      if (strangers.has(key)) return null
      const user = await findKnownUser(db, instanceId, userId)
      if (!user) strangers.set(key, true)
      return user
    },
  }
}
