import type { Database } from '../db/database.ts'
import {
  acquireUnfinished,
  isFirstAttempt,
  releaseLease,
  renewLease,
  retryAsShared,
  retryLater,
  type AccountLease,
  type AccountOwner,
  type CreationLease,
} from '../db/account-syncs.ts'
import { accountIdOf, findUser, setAccount } from '../db/users.ts'
import { ownerName, providerDeadline, type Refused, type Removed, type Unavailable } from './directory.ts'
import { findOwnAccount, syncAccount, type Accounts, type Synced } from './sync-account.ts'

/**
 * Ends the work of the lease's holder. When the account is as its user is (`isSynced`), the lease is released. Otherwise, and
 * when the user was disabled or deleted meanwhile, the account is brought to the state that the user has here first; an
 * account without a user is removed. A shared account is left to `syncSharedAccount`. What the provider does not do now is
 * retried.
 */
export async function finishSync(
  accounts: Accounts,
  lease: AccountLease | CreationLease,
  { isSynced }: { isSynced: boolean },
  signal = providerDeadline(),
): Promise<Finished> {
  const { db, log } = accounts
  const { instanceId, userId } = lease
  if (isSynced && (await releaseLease(db, lease))) return 'finished'
  const renewed = await renewLease(db, lease)
  if (!renewed) return 'lost'
  const user = await findUser(db, instanceId, userId)
  const sharedAccountId = user?.account_shared ? accountIdOf(user) : renewed.sharedAccountId
  if (sharedAccountId !== null) {
    await retryAsShared(db, lease, sharedAccountId)
    return 'lost'
  }
  const synced = user
    ? await syncAccount(accounts, lease, { user, isWritten: true }, signal)
    : await removeAccount(accounts, { ...renewed, ...lease }, signal)
  if (synced.state === 'unavailable') {
    log.warn({ userId, reason: synced.reason }, 'a change of an account has to wait')
    await pauseSync(db, lease, synced)
    return 'unavailable'
  }
  if (synced.state === 'refused' || synced.state === 'taken') {
    log.error({ userId }, 'the identity provider refuses to enable or disable an account')
    await retryLater(db, lease, secondsAfterRefusal)
    return 'refused'
  }
  if (synced.state === 'removed') {
    const isReleased = await releaseLease(db, lease)
    return isReleased ? 'removed' : finishSync(accounts, lease, { isSynced: false }, signal)
  }
  if (user?.account_id === null && synced.accountId !== null && synced.accountId !== userId)
    await setAccount(db, instanceId, userId, synced.accountId)
  return finishSync(accounts, lease, { isSynced: true })
}

/**
 * Brings the account along behind a user who was to be disabled or deleted first: within three seconds, or later by the job.
 * When the user was not changed, both sides agree, unless an earlier change is unfinished.
 */
export async function syncAfterUser(
  accounts: Accounts,
  lease: AccountLease,
  { isChanged }: { isChanged: boolean },
): Promise<void> {
  const isSynced = !isChanged && isFirstAttempt(lease)
  await finishBehind(accounts, lease, { isSynced }, AbortSignal.timeout(3000))
}

/** Like `finishSync`, for a user who is written already: the answer says so, and after an error the job does the rest. */
export async function finishBehind(...[accounts, lease, ...rest]: Parameters<typeof finishSync>): Promise<void> {
  try {
    await finishSync(accounts, lease, ...rest)
  } catch (error) {
    accounts.log.error({ err: error, userId: lease.userId }, 'a change of an account is left to the job')
  }
}

/** Finishes a sync whose holder has stopped. Null when there is none. */
export async function finishUnfinished(accounts: Accounts, owner: AccountOwner): Promise<Finished | null> {
  const lease = await acquireUnfinished(accounts.db, owner)
  return lease && finishSync(accounts, lease, { isSynced: false })
}

/**
 * The holder stops after a call that the provider did not answer. When the call had no effect, the job goes on after 15 s.
 * Otherwise nothing goes on for 30 s, since the provider may still make the change: the lease is renewed.
 */
export async function pauseSync(
  db: Database,
  lease: AccountLease,
  { hadNoEffect = false }: Unavailable,
): Promise<void> {
  if (hadNoEffect) await retryLater(db, lease, secondsAfterOutage)
  else await renewLease(db, lease)
}

/** Removes the account that was created for the user. One that was there before, and was linked, is closed instead. */
async function removeAccount(
  accounts: Accounts,
  lease: AccountLease & { accountId: string | null },
  signal: AbortSignal,
): Promise<Removed | Refused> {
  const { directory } = accounts
  const account =
    lease.accountId === null
      ? await findOwnAccount(accounts, lease, signal)
      : await directory.read(lease.accountId, signal)
  if (account === null) return { state: 'removed' }
  if ('state' in account) return account
  if (account.owner === ownerName(lease)) return directory.remove(account.id, signal)
  const closed = await directory.setEnabled(account.id, false, signal)
  return closed.state === 'changed' || closed.state === 'gone' ? { state: 'removed' } : closed
}

const secondsAfterOutage = 15

export const secondsAfterRefusal = 600

/** `refused` and `unavailable` are retried; `lost`: another holder or the job goes on. */
export type Finished = 'finished' | 'removed' | 'lost' | Exclude<Synced['state'], 'synced' | 'taken'>
