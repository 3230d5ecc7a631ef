import type { Operation } from '../contract/operation.ts'
import { listUsers as selectUsers, toUser } from '../db/users.ts'
import { answerRows } from './answers/paging.ts'

export const listUsers: Operation<'listUsers'> = async (input, { db }) =>
  answerRows(db, input, 'users', selectUsers, toUser)
