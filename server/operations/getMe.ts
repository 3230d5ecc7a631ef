import type { Operation } from '../contract/operation.ts'
import { accessOf } from '../access/roles.ts'
import { isOpenTo, sortRoles } from '../../contract/rules/roles.ts'
import { findUser, toUser } from '../db/users.ts'

export const getMe: Operation<'getMe'> = async ({ path: { instanceId } }, context) => {
  const { db, caller, access, operations, rolesFrom } = context
  const { subject } = caller
  const row = access.userId === null ? null : await findUser(db, instanceId, access.userId)
  // The user may have changed since the authorization: `user` and `roles` come from the same read.
  const { kind, roles } = accessOf(caller, row, instanceId, rolesFrom)
  return {
    status: 200,
    body: {
      subject,
      kind,
      user: row ? toUser(row) : null,
      roles: sortRoles(roles),
      operations: operations.filter((operation) => isOpenTo(operation, roles)).map(({ id }) => id),
    },
  }
}
