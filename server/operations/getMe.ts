import type { Operation } from '../contract.ts'
import { sortRoles } from '../../contract/rules/roles.ts'
import { findUser, toUser } from '../db/users.ts'

export const getMe: Operation<'getMe'> = async ({ path }, context) => {
  const { db, caller, access, operations, rolesFrom } = context
  const { subject, userId } = caller
  const { kind } = access
  const row = kind === 'client' || userId === null ? undefined : await findUser(db, path.instanceId, userId)
  // Roles may have changed since the authorization: the answer has one state of them.
  const roles = row && rolesFrom === 'service' ? row.roles : access.roles
  const open = operations.filter((operation) =>
    operation.roles.some((role) => roles.some((held) => held === role)),
  )
  return {
    status: 200,
    body: {
      subject,
      kind,
      user: row ? toUser(row) : null,
      roles: sortRoles(roles),
      operations: open.map(({ id }) => id),
    },
  }
}
