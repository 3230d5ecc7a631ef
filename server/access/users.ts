import type { Database } from '../db/database.ts'
import { LRUCache } from 'lru-cache'
import { findKnownUser, type KnownUser } from '../db/users.ts'

/** Null when the instance has no user with this account. */
export type FindUser = (instanceId: string, accountId: string) => Promise<KnownUser | null>

/**
 * Tells what a user may do. The database is asked for every request, so that a disabled user is locked out at once, and a
 * lost role is lost at once. Only the fact that an account is no user's is remembered, for a minute: whoever signed in before
 * the account was linked to a user is that user a minute later at most.
 */
export function findUsersIn(db: Database): FindUser {
  const notUsers = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 })
  return async function findUser(instanceId, accountId) {
    const key = `${instanceId} ${accountId}`
    if (notUsers.has(key)) return null
    const user = await findKnownUser(db, instanceId, accountId)
    if (!user) notUsers.set(key, true)
    return user
  }
}
