import type { Knex } from 'knex'
import { findAccount, type Account } from '../../db/user-credentials.ts'

/**
 * The user behind a subject. Undefined, and with that no token, no refresh and no session, once the user is disabled
 * or an administrator has reset the password: whoever is signed in with the old one has to sign in again.
 */
export async function findUsableAccount(db: Knex, subject: string): Promise<Account | undefined> {
  const account = await findAccount(db, subject)
  return account?.enabled && !account.mustChange ? account : undefined
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

/** What an application may learn of a user, by the scope that it asked for. */
export const claimsByScope = {
  openid: ['sub'],
  email: ['email'],
  profile: ['name', 'given_name', 'middle_name', 'family_name', 'preferred_username'],
}
