import type { Database } from '../db/database.ts'
import type { Input, Output } from '../../contract/types.ts'
import type { Context, Operation } from '../contract/operation.ts'
import {
  acquireOrOutdateLease,
  enqueueSharedSync,
  isFirstAttempt,
  lockLease,
  type AccountLease,
} from '../db/account-syncs.ts'
import { inTransaction } from '../db/connection/pool.ts'
import { isUniqueViolation } from '../db/query/violations.ts'
import {
  accountIdOf,
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
  accountShared,
  lastAdministrator,
  namesTaken,
  ownAccount,
  ownAdministratorRole,
  passwordsManagedElsewhere,
  rolesManagedElsewhere,
  temporaryPasswordGuessable,
  userNotFound,
} from '../../contract/rules/refusals.ts'
import { sortRoles, type Role } from '../../contract/rules/roles.ts'
import { isGuessable } from '../../contract/rules/text.ts'
import { acquireInTime, changeAccount } from '../identity/change-account.ts'
import { finishBehind, finishSync, syncAfterUser } from '../identity/finish-sync.ts'
import type { Accounts, AccountTarget } from '../identity/sync-account.ts'
import { refuseAccount } from './answers/refuse-account.ts'

/**
 * Where the service keeps the accounts (`directory`), a change of names, email, password or `enabled` changes the user and the
 * account, under a lease: docs/decisions/identity.md (E-48).
 */
export const updateUser: Operation<'updateUser'> = async (input, context) => {
  const { access, directory, rolesFrom } = context
  const { path, body } = input
  if (rolesFrom === 'token' && body.roles !== undefined) return updateWithRolesAsTheyAre(input, context, body.roles)
  if (directory === null && body.temporaryPassword !== undefined) return passwordsManagedElsewhere
  const isOwn = access.userId === path.userId
  if (isOwn && body.enabled === false) return ownAccount
  if (isOwn && takesAdministrator(body)) return ownAdministratorRole
  if (directory === null) return writeUser(context.db, input, context)
  const before = await findUser(context.db, path.instanceId, path.userId)
  if (!before) return userNotFound
  const target = toTarget(before, body)
  if (!concernsAccount(target)) return writeUser(context.db, { ...input, body: rolesOf(body) }, context)
  if (before.account_shared) return changeShared(input, context, before, target)
  const refused = await findRefusal(context.db, input, before)
  if (refused) return refused
  const accounts = { ...context, directory }
  return onlyDisables(target)
    ? disable(input, context, accounts, target)
    : changeBothSides(input, context, accounts, before)
}

/** Where no roles are stored, a user may be sent back as it was read, but not with other roles. */
async function updateWithRolesAsTheyAre(input: UpdateInput, context: Context, roles: Role[]): Promise<UpdateOutput> {
  const { path, body } = input
  const current = await findUser(context.db, path.instanceId, path.userId)
  if (!current) return userNotFound
  if (String(sortRoles(roles)) !== String(sortRoles(current.roles))) return rolesManagedElsewhere
  const { roles: _, ...changes } = body
  return updateUser({ ...input, body: changes }, context)
}

/** The provider first: when it refuses or cannot be reached, the user here is not changed. */
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
  // Another change, or a deletion, may have come while this one waited for the lease.
  const current = await findUser(db, path.instanceId, path.userId)
  const refused = await refuseBehindLease(input, context, before, current)
  if (refused || !current) {
    // Nothing was changed: both sides agree, unless an earlier change is unfinished.
    await finishSync(accounts, lease, { isSynced: isFirstAttempt(lease) })
    return refused ?? userNotFound
  }
  const changed = await changeAccount(accounts, lease, toTarget(current, body))
  // `changeAccount` has released the lease then, or left the rest to the job.
  if (changed.state !== 'synced') return refuseAccount(changed)
  // If-Match was checked before the provider was told. Since then only roles can have changed unseen: every other change takes
  // the lease, or outdates it, and then `writeUser` answers `accountBusy`. So If-Match counts again only for roles.
  const conditions = body.roles === undefined ? {} : headers
  const account = changed.accountId === current.account_id ? {} : { account_id: changed.accountId }
  const answer = await writeUser(db, { ...input, headers: conditions }, context, { lease, account })
  // Unless the user was written, the account is brought back to the user as it is here.
  await finishBehind(accounts, lease, { isSynced: answer.status === 200 })
  return answer
}

async function refuseBehindLease(
  input: UpdateInput,
  { db, reauthorize }: Context,
  before: UserRow,
  current: UserRow | null,
) {
  const refused = await reauthorize(db)
  if (refused) return refused
  if (current?.account_shared) return accountBusy
  return current?.revision === before.revision ? null : findRefusal(db, input, current)
}

async function findRefusal(db: Database, { path, headers, body }: UpdateInput, current: UserRow | null) {
  if (!current) return userNotFound
  const stale = refuseChange(etagOf(current.revision), headers)
  if (stale) return stale
  const { user, temporaryPassword } = toTarget(current, body)
  if (isGuessable(temporaryPassword, user)) return temporaryPasswordGuessable
  const taken = await findTakenNames(db, path.instanceId, body, path.userId)
  return taken.username || taken.email ? namesTaken(taken) : null
}

/** Changes the user first, which locks the person out at once. The account follows within three seconds, or later by the job. */
async function disable(
  input: UpdateInput,
  context: Context,
  accounts: Accounts,
  target: AccountTarget,
): Promise<UpdateOutput> {
  const { path } = input
  const [answer, lease] = await inTransaction(context.db, async (transaction) => {
    await lockAuthority(transaction, path.instanceId)
    const lease = await acquireOrOutdateLease(transaction, path, toLeaseRequest(target))
    return [await writeUser(transaction, input, context), lease]
  })
  if (lease) await syncAfterUser(accounts, lease, { isChanged: answer.status === 200 })
  return answer
}

/** Of a shared account, a request decides only whether its own user is enabled. The job opens or closes the account. */
async function changeShared(
  input: UpdateInput,
  context: Context,
  before: UserRow,
  { user, temporaryPassword }: AccountTarget,
): Promise<UpdateOutput> {
  const { path, headers, body } = input
  const stale = refuseChange(etagOf(before.revision), headers)
  if (stale) return stale
  const was = new Map<string, unknown>(Object.entries(toProfile(before)))
  const names = Object.entries(toProfile(user)).filter(([field, value]) => was.get(field) !== value)
  const fields = names.map(([field]) => field)
  if (temporaryPassword !== undefined) fields.push('temporaryPassword')
  if (fields.length > 0) return accountShared(fields)
  return context.commit(async (transaction) => {
    await lockAuthority(transaction, path.instanceId)
    const current = await findUser(transaction, path.instanceId, path.userId)
    const changes = { ...rolesOf(body), enabled: user.enabled }
    const opens = user.enabled && current?.enabled === false
    const sync = { username: before.username, accountId: accountIdOf(before), opens }
    return writeUser(transaction, { ...input, body: changes }, context, { sync })
  })
}

/**
 * Writes the user; with a lease, only if the lease is still held. `account` has the id of the account when that changed, and
 * `sync` what the job is left for a shared one.
 */
async function writeUser(
  db: Database,
  { path, headers, body }: UpdateInput,
  { origin, access, rolesFrom, authority, reauthorize }: Context,
  { lease, account = {}, sync }: Writing = {},
): Promise<UpdateOutput> {
  const { instanceId, userId } = path
  const revisions = readIfMatch(headers['If-Match'])
  const setsPassword = body.temporaryPassword !== undefined
  const setsAuthority = body.roles !== undefined || body.enabled !== undefined
  const locksOut = body.enabled === false || takesAdministrator(body)
  const mayRemoveAdministrator = rolesFrom === 'service' && access.kind === 'user' && locksOut
  const update = (db: Database) =>
    updateRow(db, origin, userId, revisions, { ...toChanges(body), ...account }, authority, setsPassword)
  const decideAndUpdate = async (transaction: Database) => {
    if (setsAuthority) await lockAuthority(transaction, instanceId)
    if (lease && !(await lockLease(transaction, lease))) return accountBusy
    const refused = await reauthorize(transaction)
    if (refused) return refused
    if (mayRemoveAdministrator && (await isLastAdministrator(transaction, instanceId, userId)))
      return lastAdministrator(body.enabled === false ? 'enabled' : 'roles')
    // The record, which the update writes, takes its number last.
    if (sync) await enqueueSharedSync(transaction, path, sync)
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
  // Nothing was written: the caller has lost the authority, the revision is another, or there is no such user.
  const refused = await reauthorize(db)
  if (refused) return refused
  const current = await findUser(db, instanceId, userId)
  return current ? preconditionFailed(etagOf(current.revision)) : userNotFound
}

function takesAdministrator({ roles }: UserUpdate): boolean {
  return roles !== undefined && !roles.includes('Administrator')
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

function concernsAccount({ changesProfile, changesEnabled, temporaryPassword }: AccountTarget): boolean {
  return changesProfile || changesEnabled || temporaryPassword !== undefined
}

/** The rest of the body equals the user as it was read, and another request may be changing that rest meanwhile. */
function rolesOf({ roles }: UserUpdate): UserUpdate {
  return roles === undefined ? {} : { roles }
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

interface Writing {
  lease?: AccountLease
  account?: Pick<UserChanges, 'account_id'>
  sync?: { username: string; accountId: string; opens: boolean }
}

type UpdateOutput = Output<'updateUser'>

type UserUpdate = UpdateInput['body']
