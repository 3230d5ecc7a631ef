import type { Knex } from 'knex'
import type { Input, Output } from '../../contract/types.ts'
import type { Operation } from '../contract.ts'
import { isUniqueViolation } from '../db/unique-violation.ts'
import { setTemporaryPassword } from '../db/user-credentials.ts'
import { findTakenNames, findUser, toUser, updateUser as updateRow, type UserChanges } from '../db/users.ts'
import { etagOf, preconditionFailed, readIfMatch } from '../../contract/rules/etag.ts'
import { namesTaken, userNotFound } from '../../contract/rules/refusals.ts'
import { hashPassword } from '../identity/password.ts'

export const updateUser: Operation<'updateUser'> = async (input, { db }) => {
  const { path, body } = input
  const passwordHash =
    body.temporaryPassword === undefined ? null : await hashPassword(body.temporaryPassword)
  try {
    return await db.transaction((transaction) => update(transaction, input, passwordHash))
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return namesTaken(await findTakenNames(db, path.instanceId, body, path.userId))
  }
}

async function update(
  transaction: Knex,
  { path: { instanceId, userId }, headers, body }: Input<'updateUser'>,
  passwordHash: string | null,
): Promise<Output<'updateUser'>> {
  const revisions = readIfMatch(headers['If-Match'])
  const row = await updateRow(transaction, instanceId, userId, revisions, toChanges(body))
  if (!row) {
    const current = await findUser(transaction, instanceId, userId)
    return current ? preconditionFailed(etagOf(current.revision)) : userNotFound
  }
  if (passwordHash !== null) await setTemporaryPassword(transaction, { instanceId, userId, passwordHash })
  return { status: 200, headers: { ETag: etagOf(row.revision) }, body: toUser(row) }
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
