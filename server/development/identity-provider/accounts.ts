import type { Knex } from 'knex'
import { findAccount, type Account } from '../../db/user-credentials.ts'

/**
 * The user behind a subject. Undefined once the user is disabled or an administrator has reset the password: then the user
 * gets no token, no refresh and no session, and has to sign in again.
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

/** The claims of a user that an application gets, by the scope that it requests. */
export const claimsByScope = {
  openid: ['sub'],
  email: ['email'],
  profile: ['name', 'given_name', 'middle_name', 'family_name', 'preferred_username'],
}
