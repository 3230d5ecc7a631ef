import type { Database } from '../db/database.ts'
import type { Input, Output } from '../../contract/types.ts'
import type { Context, Operation } from '../contract/operation.ts'
import {
  acquireOrOutdateLease,
  enqueueSharedSync,
  keepAccountId,
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
import { recording, type RecordChange } from '../db/query/recorded.ts'
import { etagOf, preconditionFailed, readIfMatch, refuseChange } from '../../contract/rules/etag.ts'
import { lastAdministratorNeeded, ownDeletion, userDeleted, userNotFound } from '../../contract/rules/refusals.ts'
import { syncAfterUser } from '../identity/finish-sync.ts'

/** Deletes the user first, which locks the person out at once. The account follows within three seconds, or later by the job. */
export const deleteUser: Operation<'deleteUser'> = async (input, context) => {
  const { db, origin, directory, access } = context
  const { path } = input
  if (access.userId === path.userId) return ownDeletion
  const [answer, lease] = await recording(db, origin, (transaction, record) =>
    decideAndDelete(transaction, record, input, context),
  )
  if (directory && lease) await syncAfterUser({ ...context, directory }, lease, { isChanged: answer.status === 204 })
  return answer
}

async function decideAndDelete(
  transaction: Database,
  record: RecordChange,
  input: DeletionInput,
  context: Context,
): Promise<[Output<'deleteUser'>, AccountLease | null]> {
  const { path, headers } = input
  const { instanceId, userId } = path
  await lockAuthority(transaction, instanceId)
  const user = await findUser(transaction, instanceId, userId)
  const refused = await findRefusal(transaction, input, context, user)
  if (refused || !user) return [refused ?? userNotFound, null]
  const { username } = user
  const lease = context.directory && (await acquireOrOutdateLease(transaction, path, { username, setsEnabled: true }))
  const deleted = await deleteRow(transaction, record, instanceId, userId, readIfMatch(headers['If-Match']))
  if (!deleted) {
    // Changed since, by a change that needs no lock of authority.
    const current = await findUser(transaction, instanceId, userId)
    return [current ? preconditionFailed(etagOf(current.revision)) : userNotFound, lease]
  }
  if (context.directory) await leaveAccount(transaction, path, deleted)
  await forgetUser(transaction, instanceId, deleted, userDeleted)
  await context.enqueueErasure(transaction, { instanceId, userId })
  return [{ status: 204 }, lease]
}

/** Keeps the id of the account for the job that removes it later. A shared account is left to the job. */
async function leaveAccount(transaction: Database, owner: AccountOwner, user: UserRow): Promise<void> {
  const { username, account_id: accountId } = user
  if (!user.account_shared) return keepAccountId(transaction, owner, accountId)
  await enqueueSharedSync(transaction, owner, { username, accountId: accountIdOf(user), opens: false })
}

async function findRefusal(
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
