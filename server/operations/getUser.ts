import type { Operation } from '../contract/operation.ts'
import { findUser, toUser } from '../db/users.ts'
import { userNotFound } from '../../contract/rules/refusals.ts'
import { answerRead, etagOf } from '../../contract/rules/etag.ts'

export const getUser: Operation<'getUser'> = async ({ path, headers }, { db }) => {
  const row = await findUser(db, path.instanceId, path.userId)
  return row ? answerRead(etagOf(row.revision), toUser(row), headers) : userNotFound
}
