import type { Knex } from 'knex'
import type { Logger } from 'pino'
import {
  endAccountChange,
  holdAccountChange,
  leaveAccountChange,
  parkAccountChange,
  takeAccountChange,
  type AccountChange,
  type AccountOwner,
} from '../db/account-changes.ts'
import { findUserWithAccount, setAccount, toProfile, type UserWithAccount } from '../db/users.ts'
import {
  inTime,
  ownerName,
  type AccountDirectory,
  type Changed,
  type FoundAccount,
  type Unavailable,
} from './directory.ts'

/** What changes of accounts need. */
export interface Accounts {
  db: Knex
  directory: AccountDirectory
  log: Pick<Logger, 'warn' | 'error'>
}

/**
 * Finishes a change that nobody works on any more: brings the account of a user to the state that the user has here, and
 * removes an account whose user was never written. Null when there is no such change. While the provider is `unavailable`
 * the change stays and is due again.
 */
export async function mendAccount(accounts: Accounts, owner: AccountOwner): Promise<Mended | null> {
  const change = await takeAccountChange(accounts.db, owner)
  return change && finishAccountChange(accounts, change)
}

/** Like `mendAccount`, for the holder of the change. */
export async function finishAccountChange(
  accounts: Accounts,
  change: AccountChange,
  signal = inTime(),
): Promise<Mended> {
  const { db, log } = accounts
  const user = await findUserWithAccount(db, change.instanceId, change.userId)
  const mended = user ? await deliver(accounts, change, user, signal) : await undo(accounts, change, signal)
  if (mended === 'refused') {
    await leaveAccountChange(db, change, secondsToNextRefusal)
    return mended
  }
  if (typeof mended === 'string') {
    await settleAccountChange(accounts, change)
    return mended
  }
  log.warn({ userId: change.userId, reason: mended.reason }, 'a change of an account has to wait')
  await postponeAccountChange(db, change, mended)
  return 'unavailable'
}

/** Leaves a change to a job. While the provider may still be working on it, nobody else takes it up. */
export async function postponeAccountChange(
  db: Knex,
  change: AccountChange,
  { hadNoEffect = false }: Unavailable,
): Promise<void> {
  if (hadNoEffect) await leaveAccountChange(db, change, secondsToNextAttempt)
  else await parkAccountChange(db, change)
}

/** Ends a change. When the user has changed meanwhile, the account follows first. */
export async function settleAccountChange(accounts: Accounts, change: AccountChange): Promise<void> {
  const { db } = accounts
  if ((await endAccountChange(db, change)) || !(await holdAccountChange(db, change))) return
  await finishAccountChange(accounts, change)
}

async function deliver(
  accounts: Accounts,
  change: AccountChange,
  user: UserWithAccount,
  signal: AbortSignal,
): Promise<'delivered' | 'refused' | Unavailable> {
  const { db, directory, log } = accounts
  let { account_id: id } = user
  if (id === null) {
    const own = await findOwnAccount(accounts, change, signal)
    if (own === null || 'state' in own) return own ?? 'delivered'
    id = own.id
    if (id !== user.id) await setAccount(db, change.instanceId, change.userId, id)
  }
  // First, because it matters most. An account that the provider has closed is opened only by order.
  const isOrdered = change.ofEnabled || !user.enabled
  const opened = isOrdered ? await directory.setEnabled(id, user.enabled, signal) : changed
  if (opened.state === 'refused' || opened.state === 'taken') {
    const { id: userId, enabled } = user
    log.error({ userId, enabled }, 'the identity provider refuses to open or close an account')
    return 'refused'
  }
  const written = opened.state === 'changed' ? await directory.update(id, toProfile(user), signal) : opened
  if (written.state === 'unavailable') return written
  if (written.state !== 'changed')
    log.warn({ userId: user.id, state: written.state }, 'the identity provider keeps other data of a user')
  return 'delivered'
}

const changed: Changed = { state: 'changed' }

async function undo(
  accounts: Accounts,
  change: AccountChange,
  signal: AbortSignal,
): Promise<'removed' | Unavailable> {
  const own = await findOwnAccount(accounts, change, signal)
  if (own === null) return 'removed'
  if ('state' in own) return own
  const removed = await accounts.directory.remove(own.id, signal)
  return removed.state === 'removed' ? 'removed' : removed
}

/** Never somebody else's account of the same name: only the one that says whose it is. */
export async function findOwnAccount(
  { directory }: Accounts,
  change: AccountChange,
  signal: AbortSignal,
): Promise<FoundAccount | Unavailable | null> {
  const found = await directory.find({ username: change.username }, signal)
  if (found.state !== 'found') return found
  return found.accounts.find(({ owner }) => owner === ownerName(change)) ?? null
}

const secondsToNextAttempt = 15

const secondsToNextRefusal = 600

/** `refused`: the provider has to be told by hand, or by a later attempt. */
type Mended = 'delivered' | 'removed' | 'refused' | 'unavailable'
