import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Knex } from 'knex'
import type { Config } from '../config/config.ts'
import { mustChangePassword } from '../db/user-credentials.ts'
import { findUserByEmail, insertUser, updateUser, type UserRow } from '../db/users.ts'
import { sortRoles } from '../../contract/rules/roles.ts'
import { hashPassword } from '../identity/password.ts'

/**
 * Makes the person with this email address an enabled administrator of the instance, and returns what to tell the operator.
 * Repeating it changes nothing, but somebody who has not signed in yet gets a new temporary password: the first one may
 * not have reached the operator.
 */
export async function appoint(
  db: Knex,
  instanceId: string,
  email: string,
  { oidcIssuer, oidcUserClaim }: Config,
): Promise<string> {
  const found = await findUserByEmail(db, instanceId, email)
  const isNew = found === undefined || (await mustChangePassword(db, instanceId, found.id))
  const password = isNew && oidcIssuer === undefined ? randomBytes(18).toString('base64url') : null
  const hash = password === null ? null : await hashPassword(password)
  const user = found
    ? await promote(db, instanceId, found, hash)
    : await insertAdministrator(db, instanceId, email, hash)
  const who = `${user.email} is an administrator of ${instanceId}`
  if (oidcIssuer !== undefined)
    return `${who}.\nWho signs in at ${oidcIssuer} and gets a token with ${oidcUserClaim} ${user.id} is this user.`
  if (password === null) return `${who}, and signs in with the password that is known already.`
  return `${who}.\nSign in as ${user.username} with the temporary password ${password}\nIt is shown only here, and must be changed at the first sign-in.`
}

async function insertAdministrator(db: Knex, instanceId: string, email: string, hash: string | null) {
  const [name = email] = email.split('@')
  const names = { username: email, email, name, middle_name: null, family_name: null }
  const user = { id: randomUUIDv7(), ...names, enabled: true, roles: ['Administrator' as const] }
  return insertUser(db, instanceId, user, hash)
}

async function promote(db: Knex, instanceId: string, user: UserRow, hash: string | null): Promise<UserRow> {
  if (hash === null && user.enabled && user.roles.includes('Administrator')) return user
  const changes = { enabled: true, roles: sortRoles([...user.roles, 'Administrator']) }
  return (await updateUser(db, instanceId, user.id, undefined, changes, hash)) ?? user
}
