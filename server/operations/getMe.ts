import type { Operation } from '../contract.ts'
import { sortRoles } from '../../contract/rules/roles.ts'
import { findUser, toUser } from '../db/users.ts'

export const getMe: Operation<'getMe'> = async ({ path }, { db, caller, access, operations }) => {
  const { subject, userId } = caller
  const { kind, roles } = access
  const row = kind === 'client' || userId === null ? undefined : await findUser(db, path.instanceId, userId)
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
