import type { Knex } from 'knex'
import type { Input, Output } from '../../contract/types.ts'
import type { Context, Operation } from '../contract.ts'
import { isAccountChangeStale, noteAccountChange } from '../db/account-changes.ts'
import { inTransaction } from '../db/connection/client.ts'
import { isUniqueViolation } from '../db/query/unique-violation.ts'
import {
  findTakenNames,
  findUser,
  findUserWithAccount,
  isLastAdministrator,
  toProfile,
  toUser,
  updateUser as updateRow,
  type UserChanges,
  type UserWithAccount,
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
import {
  awaitAccountChange,
  changeAccount,
  giveBackAccountChange,
  type AccountWish,
} from '../identity/change-account.ts'
import { finishAccountChange, settleAccountChange, type Accounts } from '../identity/mend-account.ts'
import { refuseAccount } from './answers/refuse-account.ts'

export const updateUser: Operation<'updateUser'> = async (input, context) => {
  const { access, directory, rolesFrom } = context
  const { path, body } = input
  if (rolesFrom === 'token' && body.roles !== undefined) return rolesManagedElsewhere
  if (directory === null && body.temporaryPassword !== undefined) return passwordsManagedElsewhere
  const isOwn = access.userId === path.userId
  if (isOwn && body.enabled === false) return ownAccount
  if (isOwn && takesAdministrator(body)) return ownAdministratorRole
  if (directory === null) return writeUser(context.db, input, context)
  const before = await findUserWithAccount(context.db, path.instanceId, path.userId)
  if (!before) return userNotFound
  const wish = toWish(before, body)
  if (!wish.changesProfile && !wish.changesEnabled && wish.temporaryPassword === undefined)
    return writeUser(context.db, input, context)
  const accounts = { ...context, directory }
  return onlyDisables(wish)
    ? disable(input, context, accounts)
    : changeBothSides(input, context, accounts, before)
}

/** The provider first, so that nothing is changed where it cannot be reached or refuses. */
async function changeBothSides(
  input: UpdateInput,
  context: Context,
  accounts: Accounts,
  before: UserWithAccount,
): Promise<UpdateOutput> {
  const { db } = context
  const { path, headers, body } = input
  const refused = await refuse(db, input, before)
  if (refused) return refused
  const change = await awaitAccountChange(accounts, path.instanceId, toWish(before, body))
  if (!change) return accountBusy
  // Another change may have come first.
  const current = (await findUserWithAccount(db, path.instanceId, path.userId)) ?? before
  const refusedNow = current.revision === before.revision ? null : await refuse(db, input, current)
  if (refusedNow) {
    await giveBackAccountChange(accounts, change)
    return refusedNow
  }
  const changed = await changeAccount(accounts, change, toWish(current, body))
  if (changed.state !== 'changed') return refuseAccount(changed)
  const isOvertaken = body.enabled === true && (await isAccountChangeStale(db, change))
  // The state was the caller's when the provider was told. Who has changed roles since has not changed what is written now.
  const conditions = body.roles === undefined ? {} : headers
  const account = changed.accountId === current.account_id ? {} : { account_id: changed.accountId }
  const answer = isOvertaken
    ? accountBusy
    : await writeUser(db, { ...input, headers: conditions }, context, account)
  if (answer.status === 200) await settleAccountChange(accounts, change)
  else await finishAccountChange(accounts, change)
  return answer
}

async function refuse(db: Knex, { path, headers, body }: UpdateInput, current: UserWithAccount) {
  const stale = refuseChange(etagOf(current.revision), headers)
  if (stale) return stale
  const taken = await findTakenNames(db, path.instanceId, body, path.userId)
  return taken.username || taken.email ? namesTaken(taken) : null
}

/** Here first, so that it bites at once. The account follows: now if the provider answers soon, otherwise later. */
async function disable(input: UpdateInput, context: Context, accounts: Accounts): Promise<UpdateOutput> {
  const [answer, change] = await context.db.transaction(async (transaction) => {
    const answer = await writeUser(transaction, input, context)
    if (answer.status !== 200) return [answer, null]
    return [answer, await noteAccountChange(transaction, input.path, answer.body.username)]
  })
  if (change) await finishAccountChange(accounts, change, AbortSignal.timeout(3000))
  return answer
}

/** `account` is what has become of the user's account. */
async function writeUser(
  db: Knex,
  { path, headers, body }: UpdateInput,
  { access, rolesFrom }: Context,
  account: Pick<UserChanges, 'account_id'> = {},
): Promise<UpdateOutput> {
  const { instanceId, userId } = path
  const revisions = readIfMatch(headers['If-Match'])
  const changes = { ...toChanges(body), ...account }
  const update = (db: Knex) => updateRow(db, instanceId, userId, revisions, changes)
  try {
    const isGuarded = rolesFrom === 'service' && access.kind === 'user' && locksOut(body)
    const row = isGuarded ? await unlessLast(db, path, update) : await update(db)
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

/** A representation may be sent back whole: only what differs concerns the account. */
function toWish(current: UserWithAccount, body: UserUpdate): AccountWish {
  const user = { ...current, ...toChanges(body) }
  const [was, is] = [toProfile(current), toProfile(user)]
  // By itself, `enabled` is an order for the account, also where the user is like that already.
  const isOrder = body.enabled !== undefined && Object.keys(body).length === 1
  return {
    user,
    changesProfile: JSON.stringify(was) !== JSON.stringify(is),
    changesEnabled: isOrder || user.enabled !== current.enabled,
    temporaryPassword: body.temporaryPassword,
  }
}

function onlyDisables({ user, changesProfile, changesEnabled, temporaryPassword }: AccountWish): boolean {
  return changesEnabled && !user.enabled && !changesProfile && temporaryPassword === undefined
}

async function unlessLast<Row>(
  db: Knex,
  { instanceId, userId }: UpdateInput['path'],
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
