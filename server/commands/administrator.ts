import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { enqueueSharedSync } from '../db/account-syncs.ts'
import { inTransaction } from '../db/connection/pool.ts'
import type { Config } from '../config/config.ts'
import { serviceOrigin } from '../db/query/recorded.ts'
import { isUniqueViolation } from '../db/query/violations.ts'
import {
  accountIdOf,
  findUserByEmail,
  insertUser,
  toProfile,
  updateUser,
  type NewUser,
  type UserRow,
} from '../db/users.ts'
import { sortRoles } from '../../contract/rules/roles.ts'
import { providerDeadline, type AccountDirectory } from '../identity/directory.ts'
import { acquireInTime, changeAccount } from '../identity/change-account.ts'
import { createAccount } from '../identity/create-account.ts'
import { finishSync } from '../identity/finish-sync.ts'
import type { Accounts } from '../identity/sync-account.ts'

/**
 * Makes the person with this email address an enabled administrator of the instance, and returns what to tell the operator.
 * Repeating it changes nothing, but a person who has not signed in yet gets a new temporary password: the first one may
 * not have reached the operator. Throws a unique violation when another user has the email address as a username.
 */
export async function grantAdministrator(context: GrantContext, instanceId: string, email: string): Promise<Granted> {
  const found = await findUserByEmail(context.db, instanceId, email)
  if (found) return promote(context, instanceId, found)
  const user: NewUser = {
    id: randomUUIDv7(),
    username: email,
    email,
    name: email.split('@')[0] ?? email,
    middle_name: null,
    family_name: null,
    enabled: true,
    roles: ['Administrator'],
  }
  try {
    return await add(context, instanceId, user)
  } catch (error) {
    // Another command may have added the user just now.
    if (!isUniqueViolation(error) || !(await findUserByEmail(context.db, instanceId, email))) throw error
    return grantAdministrator(context, instanceId, email)
  }
}

async function add(context: GrantContext, instanceId: string, user: NewUser): Promise<Granted> {
  const { db, directory, log } = context
  const origin = serviceOrigin(instanceId, 'instances:administrator')
  const who = `${user.email} is an administrator of ${instanceId}`
  if (directory === null) {
    await insertUser(db, origin, user)
    const link = `npm run users -- link --instance ${instanceId} --email ${user.email} --account <id> --apply`
    const advice = `Whose account has another id, also as a user of another instance, is linked: ${link}`
    return { ok: true, message: `${who}.\n${sayWhoseToken(context.config, user.id)}\n${advice}` }
  }
  const accounts = { db, directory, log }
  const password = newPassword()
  const names = { ...toProfile(user), enabled: user.enabled }
  const created = await createAccount(accounts, { instanceId, userId: user.id }, names, password)
  if (created.state === 'taken') {
    await insertUser(db, origin, user)
    return { ok: true, message: `${who}, ${sayWhoseAccount(instanceId, user.email)}` }
  }
  if (created.state !== 'created') return notAppointed(created.state)
  const { lease } = created
  await using unfinished = new AsyncDisposableStack()
  unfinished.defer(async () => void (await finishSync(accounts, lease, { isSynced: false })))
  const row = await insertUser(db, origin, user, lease)
  if (!row) return notAppointed('unavailable')
  unfinished.move()
  return { ok: true, message: `${who}.\n${saySignIn(user.username, password)}` }
}

async function promote(context: GrantContext, instanceId: string, user: UserRow): Promise<Granted> {
  const { db, directory, config, log } = context
  const origin = serviceOrigin(instanceId, 'instances:administrator')
  const userId = user.id
  const who = `${user.email} is an administrator of ${instanceId}`
  const changes = { enabled: true, roles: sortRoles([...user.roles, 'Administrator']) }
  if (directory === null) {
    await updateUser(db, origin, userId, null, changes)
    return { ok: true, message: `${who}.\n${sayWhoseToken(config, user.account_id ?? user.id)}` }
  }
  const keepsPassword = {
    ok: true as const,
    message: `${who}, and signs in with the password that is known already.`,
  }
  if (user.account_shared) {
    const sync = { username: user.username, accountId: accountIdOf(user), opens: true }
    await inTransaction(db, async (transaction) => {
      await enqueueSharedSync(transaction, { instanceId, userId }, sync)
      await updateUser(transaction, origin, userId, null, changes)
    })
    return keepsPassword
  }
  const accounts = { db, directory, log }
  const password = (await hasOwnPassword(accounts, user)) ? undefined : newPassword()
  if (password === undefined && user.enabled && user.roles.includes('Administrator')) return keepsPassword
  const target = {
    user: { ...user, ...changes },
    changesProfile: false,
    changesEnabled: true,
    temporaryPassword: password,
  }
  const owner = { instanceId, userId }
  const lease = await acquireInTime(accounts, owner, { username: user.username, setsEnabled: true })
  if (!lease) return notAppointed('unavailable')
  const changed = await changeAccount(accounts, lease, target)
  if (changed.state === 'taken') {
    await updateUser(db, origin, userId, null, changes)
    return { ok: true, message: `${who}, ${sayWhoseAccount(instanceId, user.email)}` }
  }
  if (changed.state !== 'synced') return notAppointed(changed.state)
  await updateUser(db, origin, userId, null, { ...changes, account_id: changed.accountId })
  await finishSync(accounts, lease, { isSynced: true })
  if (password === undefined) return keepsPassword
  return { ok: true, message: `${who}.\n${saySignIn(user.username, password)}` }
}

/** A provider that does not tell is believed: a password in use must not be replaced. */
async function hasOwnPassword({ directory }: Accounts, user: UserRow): Promise<boolean> {
  const found = await directory.find({ username: user.username }, providerDeadline())
  if (found.state !== 'found') return true
  const account = found.accounts.find(({ id }) => id === (user.account_id ?? user.id))
  return account !== undefined && account.hasTemporaryPassword !== true
}

function newPassword(): string {
  return randomBytes(18).toString('base64url')
}

function sayWhoseAccount(instanceId: string, email: string): string {
  const link = `npm run users -- link --instance ${instanceId} --email ${email} --apply`
  return `and has an account already. Give it to the user, also when it is that of a user of another instance: ${link}`
}

function saySignIn(username: string, password: string): string {
  return `Sign in as ${username} with the temporary password ${password}\nIt is shown only here, and must be changed at the first sign-in.`
}

function sayWhoseToken({ oidcIssuer, oidcUserClaim }: GrantContext['config'], accountId: string): string {
  return `Who signs in at ${oidcIssuer} and gets a token with ${oidcUserClaim} ${accountId} is this user.`
}

function notAppointed(state: 'refused' | 'unavailable'): Granted {
  const why = {
    refused: 'refuses the account: its own log says why',
    unavailable: 'cannot be reached, or changes this user just now',
  }[state]
  return { ok: false, message: `The identity provider ${why}. Nobody was appointed; run this again.` }
}

export interface GrantContext {
  db: Database
  directory: AccountDirectory | null
  config: Pick<Config, 'oidcIssuer' | 'oidcUserClaim'>
  log: Accounts['log']
}

export type Granted = { ok: true; message: string } | { ok: false; message: string }
