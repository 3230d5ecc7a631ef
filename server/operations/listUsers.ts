import type { Operation } from '../contract/operation.ts'
import { listUsers as selectUsers, toUser } from '../db/users.ts'
import { answerPage } from '../../contract/rules/pages.ts'
import { readPage } from './answers/paging.ts'

export const listUsers: Operation<'listUsers'> = async ({ path, query }, { db }) => {
  const read = readPage(query, ['users', path.instanceId])
  if (!read.ok) return read.answer
  const found = await selectUsers(db, path.instanceId, query, read.page)
  return answerPage(read, { ...found, content: found.rows.map(toUser) })
}
