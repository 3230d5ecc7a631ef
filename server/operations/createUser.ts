import { randomUUIDv7 } from 'node:crypto'
import type { Operation } from '../contract/operation.ts'
import { createOneUser } from './answers/create-one-user.ts'

export const createUser: Operation<'createUser'> = ({ path: { instanceId }, body }, context) =>
  createOneUser(context, { instanceId, userId: randomUUIDv7() }, body)
