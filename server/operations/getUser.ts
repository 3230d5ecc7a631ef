import type { Operation } from '../contract.ts'
import { findUser, toUser } from '../db/users.ts'
import { userNotFound } from './answers/refusals.ts'
import { etagOf, isHeld } from './answers/etag.ts'

export const getUser: Operation<'getUser'> = async ({ path, headers }, { db }) => {
  const row = await findUser(db, path.instanceId, path.userId)
  if (!row) return userNotFound
  const ETag = etagOf(row.revision)
  if (isHeld(headers['If-None-Match'], ETag)) return { status: 304, headers: { ETag } }
  return { status: 200, headers: { ETag }, body: toUser(row) }
}
