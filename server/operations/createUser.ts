import { randomUUIDv7 } from 'node:crypto'
import type { Operation } from '../contract.ts'
import { attempt } from '../db/client.ts'
import { isUniqueViolation } from '../db/unique-violation.ts'
import { findTakenNames, insertUser, toUser } from '../db/users.ts'
import { etagOf } from '../../contract/rules/etag.ts'
import { namesTaken, rolesManagedElsewhere } from '../../contract/rules/refusals.ts'
import { sortRoles } from '../../contract/rules/roles.ts'
import { hashPassword } from '../identity/password.ts'

export const createUser: Operation<'createUser'> = async ({ path: { instanceId }, body }, context) => {
  const { db, rolesFrom } = context
  const { username, email, name, middleName = null, familyName = null, enabled = true, roles = [] } = body
  if (rolesFrom === 'token' && roles.length > 0) return rolesManagedElsewhere
  const id = randomUUIDv7()
  const names = { username, email, name, middle_name: middleName, family_name: familyName }
  const user = { id, ...names, enabled, roles: sortRoles(roles) }
  const passwordHash = await hashPassword(body.temporaryPassword)
  try {
    const row = await attempt(db, (db) => insertUser(db, instanceId, user, passwordHash))
    return {
      status: 201,
      headers: { ETag: etagOf(row.revision), Location: `/instances/${instanceId}/users/${id}` },
      body: toUser(row),
    }
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return namesTaken(await findTakenNames(db, instanceId, { username, email }, id))
  }
}
