import { randomUUIDv7 } from 'node:crypto'
import type { Knex } from 'knex'
import type { Output } from '../../contract/types.ts'
import type { Operation } from '../contract.ts'
import { isUniqueViolation } from '../db/unique-violation.ts'
import { setTemporaryPassword } from '../db/user-credentials.ts'
import { findTakenNames, insertUser, toUser } from '../db/users.ts'
import { etagOf } from '../../contract/rules/etag.ts'
import { namesTaken } from '../../contract/rules/refusals.ts'
import { hashPassword } from '../identity/password.ts'

export const createUser: Operation<'createUser'> = async ({ path: { instanceId }, body }, { db }) => {
  const { username, email, name, middleName = null, familyName = null, enabled = true } = body
  const id = randomUUIDv7()
  const passwordHash = await hashPassword(body.temporaryPassword)

  const create = async (transaction: Knex): Promise<Output<'createUser'>> => {
    const row = await insertUser(transaction, {
      instance_id: instanceId,
      id,
      username,
      email,
      name,
      middle_name: middleName,
      family_name: familyName,
      enabled,
    })
    await setTemporaryPassword(transaction, { instanceId, userId: id, passwordHash })
    return {
      status: 201,
      headers: { ETag: etagOf(row.revision), Location: `/instances/${instanceId}/users/${id}` },
      body: toUser(row),
    }
  }
  try {
    return await db.transaction(create)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return namesTaken(await findTakenNames(db, instanceId, { username, email }, id))
  }
}
