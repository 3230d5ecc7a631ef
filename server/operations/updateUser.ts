import type { Database } from '../db/database.ts'
import type { Input, Output } from '../../contract/types.ts'
import type { Context, Operation } from '../contract.ts'
import { acquireLease, lockLease, outdateLease, type AccountLease } from '../db/account-syncs.ts'
import { inTransaction } from '../db/connection/pool.ts'
import { isUniqueViolation } from '../db/query/unique-violation.ts'
import {
  findTakenNames,
  findUser,
  isLastAdministrator,
  lockAuthority,
  toProfile,
  toUser,
  updateUser as updateRow,
  type UserChanges,
  type UserRow,
} from '../db/users.ts'
import { etagOf, preconditionFailed, readIfMatch, refuseChange } from '../../contract/rules/etag.ts'
import {
  accountBusy,
  lastAdministrator,
  namesTaken,
  ownAccount,
  ownAdministratorRole,
  passwordsManagedElsewhere,
  rolesManagedElsewhere,
  userNotFound,
} from '../../contract/rules/refusals.ts'
import { sortRoles } from '../../contract/rules/roles.ts'
import { acquireInTime, changeAccount } from '../identity/change-account.ts'
import { finishSync } from '../identity/finish-sync.ts'
import type { Accounts, AccountTarget } from '../identity/sync-account.ts'
import { refuseAccount } from './answers/refuse-account.ts'

/** With a directory, both the user and the account change. docs/decisions/E-48 explains the lease under which they do. */
export const updateUser: Operation<'updateUser'> = async (input, context) => {
  const { access, directory, rolesFrom } = context
  const { path, body } = input
  if (rolesFrom === 'token' && body.roles !== undefined) return rolesManagedElsewhere
  if (directory === null && body.temporaryPassword !== undefined) return passwordsManagedElsewhere
  const isOwn = access.userId === path.userId
  if (isOwn && body.enabled === false) return ownAccount
  if (isOwn && takesAdministrator(body)) return ownAdministratorRole
  if (directory === null) return writeUser(context.db, input, context)
  const before = await findUser(context.db, path.instanceId, path.userId)
  if (!before) return userNotFound
  const target = toTarget(before, body)
  if (!target.changesProfile && !target.changesEnabled && target.temporaryPassword === undefined)
    return writeUser(context.db, input, context)
  const refused = await refuse(context.db, input, before)
  if (refused) return refused
  const accounts = { ...context, directory }
  return onlyDisables(target)
    ? disable(input, context, accounts, target)
    : changeBothSides(input, context, accounts, before)
}

/** The provider first, so that nothing is changed where it cannot be reached or refuses. */
async function changeBothSides(
  input: UpdateInput,
  context: Context,
  accounts: Accounts,
  before: UserRow,
): Promise<UpdateOutput> {
  const { db } = context
  const { path, headers, body } = input
  const lease = await acquireInTime(accounts, path, toLeaseRequest(toTarget(before, body)))
  if (!lease) return accountBusy
  // Another change may have come while this one waited for the lease.
  const current = (await findUser(db, path.instanceId, path.userId)) ?? before
  const isSame = current.revision === before.revision
  const refusedNow = (await context.reauthorize(db)) ?? (isSame ? null : await refuse(db, input, current))
  if (refusedNow) {
    await finishSync(accounts, lease, { isSynced: isUntouched(lease) })
    return refusedNow
  }
  const changed = await changeAccount(accounts, lease, toTarget(current, body))
  if (changed.state !== 'synced') return refuseAccount(changed)
  // If-Match was checked before the provider was told. Since then only roles can have changed, because all other changes
  // acquire or outdate the lease, so If-Match is checked again only when roles are written.
  const conditions = body.roles === undefined ? {} : headers
  const account = changed.accountId === current.account_id ? {} : { account_id: changed.accountId }
  const answer = await writeUser(db, { ...input, headers: conditions }, context, { lease, account })
  await finishSync(accounts, lease, { isSynced: answer.status === 200 })
  return answer
}

async function refuse(db: Database, { path, headers, body }: UpdateInput, current: UserRow) {
  const stale = refuseChange(etagOf(current.revision), headers)
  if (stale) return stale
  const taken = await findTakenNames(db, path.instanceId, body, path.userId)
  return taken.username || taken.email ? namesTaken(taken) : null
}

/** The user first, so that it counts at once. The account follows: now if the provider answers soon, otherwise later. */
async function disable(
  input: UpdateInput,
  context: Context,
  accounts: Accounts,
  target: AccountTarget,
): Promise<UpdateOutput> {
  const { path } = input
  const [answer, lease] = await context.db.transaction(async (transaction) => {
    await lockAuthority(transaction, path.instanceId)
    const lease = await acquireLease(transaction, path, toLeaseRequest(target))
    if (!lease) await outdateLease(transaction, path)
    return [await writeUser(transaction, input, context), lease]
  })
  if (!lease) return answer
  const isSynced = answer.status !== 200 && isUntouched(lease)
  await finishSync(accounts, lease, { isSynced }, AbortSignal.timeout(3000))
  return answer
}

/** Whether the provider has heard of no change, of this one or of an earlier one that is not finished. */
function isUntouched({ attempts }: AccountLease): boolean {
  return attempts === 1
}

/** With a lease, only while it is held; `account` is what has become of the user's account. */
async function writeUser(
  db: Database,
  { path, headers, body }: UpdateInput,
  { access, rolesFrom, authority, reauthorize }: Context,
  { lease = null, account = {} }: { lease?: AccountLease | null; account?: Pick<UserChanges, 'account_id'> } = {},
): Promise<UpdateOutput> {
  const { instanceId, userId } = path
  const revisions = readIfMatch(headers['If-Match'])
  const setsAuthority = body.roles !== undefined || body.enabled !== undefined
  const isGuarded = rolesFrom === 'service' && access.kind === 'user' && locksOut(body)
  const update = (db: Database) =>
    updateRow(db, instanceId, userId, revisions, { ...toChanges(body), ...account }, authority)
  const decideAndUpdate = async (transaction: Database) => {
    if (setsAuthority) await lockAuthority(transaction, instanceId)
    if (lease && !(await lockLease(transaction, lease))) return accountBusy
    const refused = await reauthorize(transaction)
    if (refused) return refused
    if (isGuarded && (await isLastAdministrator(transaction, instanceId, userId)))
      return lastAdministrator(body.enabled === false ? 'enabled' : 'roles')
    return update(transaction)
  }
  try {
    const row = await (lease || setsAuthority ? inTransaction(db, decideAndUpdate) : update(db))
    if (row && 'status' in row) return row
    if (row) return { status: 200, headers: { ETag: etagOf(row.revision) }, body: toUser(row) }
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return namesTaken(await findTakenNames(db, instanceId, body, userId))
  }
  const refused = await reauthorize(db)
  if (refused) return refused
  const current = await findUser(db, instanceId, userId)
  return current ? preconditionFailed(etagOf(current.revision)) : userNotFound
}

function takesAdministrator({ roles }: UserUpdate): boolean {
  return roles !== undefined && !roles.includes('Administrator')
}

function locksOut(body: UserUpdate): boolean {
  return body.enabled === false || takesAdministrator(body)
}

/** A representation may be sent back whole: only what differs concerns the account. */
function toTarget(current: UserRow, body: UserUpdate): AccountTarget {
  const user = { ...current, ...toChanges(body) }
  const [was, is] = [toProfile(current), toProfile(user)]
  // A caller who sends `enabled` alone wants it at the provider, too, even where the user already has that value.
  const isExplicit = body.enabled !== undefined && Object.keys(body).length === 1
  return {
    user,
    changesProfile: JSON.stringify(was) !== JSON.stringify(is),
    changesEnabled: isExplicit || user.enabled !== current.enabled,
    temporaryPassword: body.temporaryPassword,
  }
}

function toLeaseRequest({ user, changesEnabled }: AccountTarget) {
  return { username: user.username, setsEnabled: changesEnabled }
}

function onlyDisables({ user, changesProfile, changesEnabled, temporaryPassword }: AccountTarget): boolean {
  return changesEnabled && !user.enabled && !changesProfile && temporaryPassword === undefined
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
}: UserUpdate): Omit<UserChanges, 'account_id'> {
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

type UpdateInput = Input<'updateUser'>

type UpdateOutput = Output<'updateUser'>

type UserUpdate = UpdateInput['body']
