import type { Database } from '../db/database.ts'
import type { Input, Output } from '../../contract/types.ts'
import type { Context, Operation } from '../contract.ts'
import {
  acquireLease,
  enqueueSharedSync,
  isFirstAttempt,
  keepAccountId,
  outdateLease,
  type AccountLease,
  type AccountOwner,
} from '../db/account-syncs.ts'
import { forgetUser } from '../db/idempotency-keys.ts'
import {
  accountIdOf,
  deleteUser as deleteRow,
  findUser,
  isLastAdministrator,
  lockAuthority,
  type UserRow,
} from '../db/users.ts'
import { etagOf, preconditionFailed, readIfMatch, refuseChange } from '../../contract/rules/etag.ts'
import { lastAdministratorNeeded, ownDeletion, userDeleted, userNotFound } from '../../contract/rules/refusals.ts'
import { finishSync } from '../identity/finish-sync.ts'

/** The user first, who is locked out at once. The account follows within three seconds, or later by the job. */
export const deleteUser: Operation<'deleteUser'> = async (input, context) => {
  const { db, directory, access } = context
  const { path } = input
  if (access.userId === path.userId) return ownDeletion
  const [answer, lease] = await db.transaction((transaction) => decideAndDelete(transaction, input, context))
  if (!directory || !lease) return answer
  // When nothing was changed, both sides agree, unless an earlier change is unfinished.
  const isSynced = answer.status !== 204 && isFirstAttempt(lease)
  await finishSync({ ...context, directory }, lease, { isSynced }, AbortSignal.timeout(3000))
  return answer
}

async function decideAndDelete(
  transaction: Database,
  input: DeletionInput,
  context: Context,
): Promise<[Output<'deleteUser'>, AccountLease | null]> {
  const { path, headers } = input
  const { instanceId, userId } = path
  await lockAuthority(transaction, instanceId)
  const user = await findUser(transaction, instanceId, userId)
  const refused = await refuse(transaction, input, context, user)
  if (refused || !user) return [refused ?? userNotFound, null]
  const lease = context.directory && (await leaseAccount(transaction, path, user))
  const deleted = await deleteRow(transaction, instanceId, userId, readIfMatch(headers['If-Match']))
  if (!deleted) {
    // Changed since, by somebody who needs no lock of authority.
    const current = await findUser(transaction, instanceId, userId)
    return [current ? preconditionFailed(etagOf(current.revision)) : userNotFound, lease]
  }
  if (context.directory) await leaveAccount(transaction, path, deleted)
  await forgetUser(transaction, instanceId, deleted, userDeleted)
  return [{ status: 204 }, lease]
}

/** Whoever works on the account finds the lease outdated, and then sees that there is no user any more. */
async function leaseAccount(transaction: Database, owner: AccountOwner, { username }: UserRow) {
  const lease = await acquireLease(transaction, owner, { username, setsEnabled: true })
  if (!lease) await outdateLease(transaction, owner)
  return lease
}

/** Keeps the id of the account for whoever removes it later. A shared account is left to the job. */
async function leaveAccount(transaction: Database, owner: AccountOwner, user: UserRow): Promise<void> {
  const { username, account_id: accountId } = user
  if (!user.account_shared) return keepAccountId(transaction, owner, accountId)
  await enqueueSharedSync(transaction, owner, { username, accountId: accountIdOf(user), opens: false })
}

async function refuse(
  transaction: Database,
  { path, headers }: DeletionInput,
  { access, rolesFrom, reauthorize }: Context,
  user: UserRow | null,
) {
  const refused = await reauthorize(transaction)
  if (refused || !user) return refused
  const isGuarded = rolesFrom === 'service' && access.kind === 'user'
  const isLast = isGuarded && (await isLastAdministrator(transaction, path.instanceId, path.userId))
  return refuseChange(etagOf(user.revision), headers) ?? (isLast ? lastAdministratorNeeded : null)
}

type DeletionInput = Input<'deleteUser'>
