import type { Input } from '../../contract/types.ts'
import type { Operation } from '../contract.ts'
import { attempt } from '../db/client.ts'
import { isUniqueViolation } from '../db/unique-violation.ts'
import { findTakenNames, findUser, toUser, updateUser as updateRow, type UserChanges } from '../db/users.ts'
import { etagOf, preconditionFailed, readIfMatch } from '../../contract/rules/etag.ts'
import { namesTaken, userNotFound } from '../../contract/rules/refusals.ts'
import { hashPassword } from '../identity/password.ts'

export const updateUser: Operation<'updateUser'> = async ({ path, headers, body }, { db }) => {
  const { instanceId, userId } = path
  const { temporaryPassword } = body
  const revisions = readIfMatch(headers['If-Match'])
  const passwordHash = temporaryPassword === undefined ? null : await hashPassword(temporaryPassword)
  try {
    const row = await attempt(db, (db) =>
      updateRow(db, instanceId, userId, revisions, toChanges(body), passwordHash),
    )
    if (row) return { status: 200, headers: { ETag: etagOf(row.revision) }, body: toUser(row) }
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return namesTaken(await findTakenNames(db, instanceId, body, userId))
  }
  const current = await findUser(db, instanceId, userId)
  return current ? preconditionFailed(etagOf(current.revision)) : userNotFound
}

/** Only the fields that the body has are changed. */
function toChanges({
  username,
  email,
  name,
  middleName,
  familyName,
  enabled,
}: Input<'updateUser'>['body']): UserChanges {
  return {
    ...(username !== undefined && { username }),
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name }),
    ...(middleName !== undefined && { middle_name: middleName }),
    ...(familyName !== undefined && { family_name: familyName }),
    ...(enabled !== undefined && { enabled }),
  }
}
