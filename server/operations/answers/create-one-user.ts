import type { Input, Output } from '../../../contract/types.ts'
import type { Context } from '../../contract/operation.ts'
import type { AccountOwner, CreationLease } from '../../db/account-syncs.ts'
import { isUniqueViolation } from '../../db/query/violations.ts'
import { findTakenNames, insertUser, lockAuthority, toProfile, toUser, type NewUser } from '../../db/users.ts'
import {
  accountBusy,
  namesTaken,
  passwordsManagedElsewhere,
  rolesManagedElsewhere,
  temporaryPasswordGuessable,
  temporaryPasswordMissing,
} from '../../../contract/rules/refusals.ts'
import { sortRoles } from '../../../contract/rules/roles.ts'
import { isGuessable } from '../../../contract/rules/text.ts'
import { createAccount } from '../../identity/create-account.ts'
import { finishSync } from '../../identity/finish-sync.ts'
import { created } from './created.ts'
import { refuseAccount } from './refuse-account.ts'

/** Creates a user with this id, and the account: both or neither. */
export async function createOneUser(
  context: Context,
  { instanceId, userId }: AccountOwner,
  body: Input<'createUser'>['body'],
): Promise<Output<'createUser'>> {
  const { db, directory, rolesFrom } = context
  const { username, email, name, middleName = null, familyName = null, enabled = true, roles = [] } = body
  const { temporaryPassword } = body
  if (rolesFrom === 'token' && roles.length > 0) return rolesManagedElsewhere
  const names = { username, email, name, middle_name: middleName, family_name: familyName }
  const user = { id: userId, ...names, enabled, roles: sortRoles(roles) }
  if (directory === null) {
    if (temporaryPassword !== undefined) return passwordsManagedElsewhere
    return insert(context, instanceId, user, null)
  }
  if (temporaryPassword === undefined) return temporaryPasswordMissing
  if (isGuessable(temporaryPassword, user)) return temporaryPasswordGuessable
  const taken = await findTakenNames(db, instanceId, { username, email }, user.id)
  if (taken.username || taken.email) return namesTaken(taken)
  const accounts = { ...context, directory }
  const account = await createAccount(
    accounts,
    { instanceId, userId },
    { ...toProfile(user), enabled },
    temporaryPassword,
  )
  if (account.state !== 'created') return refuseAccount(account)
  const { lease } = account
  await using unfinished = new AsyncDisposableStack()
  // Takes the account back unless the user is written, also when `insert` throws. `move` cancels that.
  unfinished.defer(async () => void (await finishSync(accounts, lease, { isSynced: false })))
  const answer = await insert(context, instanceId, user, lease)
  if (answer.status === 201) unfinished.move()
  return answer
}

async function insert(
  { db, origin, commit, reauthorize }: Pick<Context, 'db' | 'origin' | 'commit' | 'reauthorize'>,
  instanceId: string,
  user: NewUser,
  lease: CreationLease | null,
) {
  try {
    // `commit` also stores the answer for the Idempotency-Key, in the same transaction.
    return await commit(async (transaction) => {
      await lockAuthority(transaction, instanceId)
      const refused = await reauthorize(transaction)
      if (refused) return refused
      const row = await insertUser(transaction, origin, user, lease)
      // The lease was lost meanwhile.
      if (!row) return accountBusy
      return created(`/instances/${instanceId}/users/${row.id}`, toUser(row))
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return namesTaken(await findTakenNames(db, instanceId, user, user.id))
  }
}
