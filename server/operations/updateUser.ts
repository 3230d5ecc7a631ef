import type { Knex } from 'knex'
import type { Input } from '../../contract/types.ts'
import type { Operation } from '../contract.ts'
import { attempt, inTransaction } from '../db/client.ts'
import { isUniqueViolation } from '../db/unique-violation.ts'
import {
  findTakenNames,
  findUser,
  isLastAdministrator,
  toUser,
  updateUser as updateRow,
  type UserChanges,
} from '../db/users.ts'
import { etagOf, preconditionFailed, readIfMatch } from '../../contract/rules/etag.ts'
import {
  lastAdministrator,
  namesTaken,
  ownAccount,
  ownAdministratorRole,
  rolesManagedElsewhere,
  userNotFound,
} from '../../contract/rules/refusals.ts'
import { sortRoles } from '../../contract/rules/roles.ts'
import { hashPassword } from '../identity/password.ts'

export const updateUser: Operation<'updateUser'> = async ({ path, headers, body }, context) => {
  const { db, caller, access, rolesFrom } = context
  const { instanceId, userId } = path
  if (rolesFrom === 'token' && body.roles !== undefined) return rolesManagedElsewhere
  const isOwn = access.kind === 'user' && caller.userId === userId
  if (isOwn && body.enabled === false) return ownAccount
  if (isOwn && takesAdministrator(body)) return ownAdministratorRole
  const revisions = readIfMatch(headers['If-Match'])
  const { temporaryPassword } = body
  const passwordHash = temporaryPassword === undefined ? null : await hashPassword(temporaryPassword)
  const update = (db: Knex) => updateRow(db, instanceId, userId, revisions, toChanges(body), passwordHash)
  try {
    const isGuarded = rolesFrom === 'service' && access.kind === 'user' && locksOut(body)
    const row = await attempt(db, isGuarded ? (db) => unlessLast(db, path, update) : update)
    if (row === 'last administrator') return lastAdministrator(body.enabled === false ? 'enabled' : 'roles')
    if (row) return { status: 200, headers: { ETag: etagOf(row.revision) }, body: toUser(row) }
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return namesTaken(await findTakenNames(db, instanceId, body, userId))
  }
  const current = await findUser(db, instanceId, userId)
  return current ? preconditionFailed(etagOf(current.revision)) : userNotFound
}

function takesAdministrator({ roles }: UserUpdate): boolean {
  return roles !== undefined && !roles.includes('Administrator')
}

function locksOut(body: UserUpdate): boolean {
  return body.enabled === false || takesAdministrator(body)
}

async function unlessLast<Row>(
  db: Knex,
  { instanceId, userId }: Input<'updateUser'>['path'],
  update: (db: Knex) => Promise<Row>,
): Promise<Row | 'last administrator'> {
  return inTransaction(db, async (transaction) =>
    (await isLastAdministrator(transaction, instanceId, userId)) ? 'last administrator' : update(transaction),
  )
}

/** Only the fields that the body has are changed. */
function toChanges({
  username,
  email,
  name,
  middleName,
  familyName,
  enabled,
  roles,
}: UserUpdate): UserChanges {
  return {
    ...(username !== undefined && { username }),
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name }),
    ...(middleName !== undefined && { middle_name: middleName }),
    ...(familyName !== undefined && { family_name: familyName }),
    ...(enabled !== undefined && { enabled }),
    ...(roles !== undefined && { roles: sortRoles(roles) }),
  }
}

type UserUpdate = Input<'updateUser'>['body']
