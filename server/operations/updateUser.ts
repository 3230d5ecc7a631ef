import type { Knex } from 'knex'
import type { Input, Output } from '../../contract/types.ts'
import type { Context, Operation } from '../contract.ts'
import { noteAccountChange } from '../db/account-changes.ts'
import { inTransaction } from '../db/client.ts'
import { isUniqueViolation } from '../db/unique-violation.ts'
import {
  findTakenNames,
  findUser,
  findUserWithAccount,
  isLastAdministrator,
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
import { awaitAccountChange, changeAccount, type AccountWish } from '../identity/change-account.ts'
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
  if (directory === null || !concernsAccount(body)) return writeUser(context.db, input, context)
  const accounts = { ...context, directory }
  return onlyDisables(body) ? disable(input, context, accounts) : changeBothSides(input, context, accounts)
}

/** The provider first, so that nothing is changed where it cannot be reached or refuses. */
async function changeBothSides(
  input: UpdateInput,
  context: Context,
  accounts: Accounts,
): Promise<UpdateOutput> {
  const { db } = context
  const { instanceId, userId } = input.path
  const before = await findUserWithAccount(db, instanceId, userId)
  if (!before) return userNotFound
  const change = await awaitAccountChange(accounts, instanceId, { ...before, ...toChanges(input.body) })
  if (!change) return accountBusy
  await using releasing = new AsyncDisposableStack()
  releasing.defer(() => settleAccountChange(accounts, change))
  // Another change may have come first.
  const current = (await findUserWithAccount(db, instanceId, userId)) ?? before
  const taken = await findTakenNames(db, instanceId, input.body, userId)
  const refused =
    refuseChange(etagOf(current.revision), input.headers) ??
    (taken.username || taken.email ? namesTaken(taken) : null)
  if (refused) return refused
  releasing.move()
  const changed = await changeAccount(accounts, change, toWish(current, input.body))
  if (changed.state !== 'changed') return refuseAccount(changed)
  const answer = await writeUser(db, input, context, { account_id: changed.accountId })
  if (answer.status === 200) await settleAccountChange(accounts, change)
  else await finishAccountChange(accounts, change, AbortSignal.timeout(10_000))
  return answer
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

function concernsAccount(body: UserUpdate): boolean {
  return changesProfile(body) || body.enabled !== undefined || body.temporaryPassword !== undefined
}

function changesProfile({ username, email, name, middleName, familyName }: UserUpdate): boolean {
  return [username, email, name, middleName, familyName].some((value) => value !== undefined)
}

function toWish(current: UserWithAccount, body: UserUpdate): AccountWish {
  return {
    user: { ...current, ...toChanges(body) },
    changesProfile: changesProfile(body),
    changesEnabled: body.enabled !== undefined,
    temporaryPassword: body.temporaryPassword,
  }
}

/** A change that no provider refuses. */
function onlyDisables({ enabled, username, email, temporaryPassword }: UserUpdate): boolean {
  return enabled === false && [username, email, temporaryPassword].every((value) => value === undefined)
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
