import type { Database } from '../../server/db/database.ts'
import { findAccount, type Account } from './user-credentials.ts'

/**
 * The user behind a subject who signed in at a time, in seconds. Null once the user is disabled or an administrator has
 * reset the password: then the user gets no token, no refresh and no session, and has to sign in again. Null for
 * sign-ins from before also later.
 */
export async function findUsableAccount(db: Database, subject: string, signedInAt: number): Promise<Account | null> {
  const account = await findAccount(db, subject)
  if (!account?.enabled || account.mustChange) return null
  return signedInAt > sessionsEndedAt(account) ? account : null
}

/** The second in which all sessions were ended last. What began within it counts as ended, so a new sign-in waits for it. */
export function sessionsEndedAt({ sessionsFrom }: { sessionsFrom: string | null }): number {
  return sessionsFrom === null ? 0 : Math.floor(Date.parse(sessionsFrom) / 1000)
}

export function toClaims({ userId, username, email, name, middleName, familyName }: Account) {
  return {
    sub: userId,
    email,
    preferred_username: username,
    name: [name, middleName, familyName].filter(Boolean).join(' '),
    given_name: name,
    middle_name: middleName ?? undefined,
    family_name: familyName ?? undefined,
  }
}

/** The claims of a user that an application gets, by the scope that it requests. */
export const claimsByScope = {
  openid: ['sub'],
  email: ['email'],
  profile: ['name', 'given_name', 'middle_name', 'family_name', 'preferred_username'],
}
