import { setTimeout as sleep } from 'node:timers/promises'
import { beginAccountChange, leaveAccountChange, type AccountChange } from '../db/account-changes.ts'
import { toProfile, type UserWithAccount } from '../db/users.ts'
import { ownerName, type Changed, type Created, type Refused } from './directory.ts'
import { finishAccountChange, settleAccountChange, type Accounts } from './mend-account.ts'

/** Waits up to 5 s for other changes of the same user. Null when they take longer. */
export async function awaitAccountChange(
  { db }: Accounts,
  instanceId: string,
  { id: userId, username }: UserWithAccount,
): Promise<AccountChange | null> {
  const giveUpAt = performance.now() + 5000
  do {
    const change = await beginAccountChange(db, { instanceId, userId }, username)
    if (change) return change
    await sleep(50)
  } while (performance.now() < giveUpAt)
  return null
}

/** The user as it is going to be, and which parts of the account that concerns. */
export interface AccountWish {
  user: UserWithAccount
  changesProfile: boolean
  changesEnabled: boolean
  temporaryPassword: string | undefined
}

/**
 * Brings an account to the state that its user is going to have. A user without an account gets one with the password, if
 * there is a password. The caller writes the user within 20 s and then settles the change. After a refusal both sides are as
 * before, and the change has ended; while the provider is `unavailable` it is left to `mendAccount`.
 */
export async function changeAccount(
  accounts: Accounts,
  change: AccountChange,
  wish: AccountWish,
): Promise<{ state: 'changed'; accountId: string | null } | Refused | { state: 'unavailable' }> {
  const { db, log } = accounts
  const { id: userId, account_id: accountId } = wish.user
  const signal = AbortSignal.timeout(10_000)
  const changed = await changeOrCreate(accounts, change, wish, signal)
  if (changed.state === 'changed') return { state: 'changed', accountId }
  if (changed.state === 'created') return { state: 'changed', accountId: changed.id }
  if (changed.state === 'gone') {
    if (accountId !== null) log.warn({ userId }, 'the account of a user is gone')
    return { state: 'changed', accountId: null }
  }
  if (changed.state === 'unavailable') {
    log.warn({ userId, reason: changed.reason }, 'the identity provider changed no account')
    await leaveAccountChange(db, change, 5)
    return { state: 'unavailable' }
  }
  // A password may be refused after the names were changed.
  const isHalf = wish.changesProfile && wish.temporaryPassword !== undefined
  if (isHalf) await finishAccountChange(accounts, change, AbortSignal.timeout(10_000))
  else await settleAccountChange(accounts, change)
  return changed
}

async function changeOrCreate(
  accounts: Accounts,
  change: AccountChange,
  wish: AccountWish,
  signal: AbortSignal,
): Promise<Changed | Created> {
  const { user, temporaryPassword } = wish
  const { account_id: id } = user
  const changed = id === null ? gone : await changeExisting(accounts, change, id, wish, signal)
  if (changed.state !== 'gone' || temporaryPassword === undefined) return changed
  const account = { ...toProfile(user), owner: ownerName(change), enabled: user.enabled }
  return accounts.directory.create(account, temporaryPassword, signal)
}

/** Only what the wish concerns, since the provider may have closed the account for reasons of its own. */
async function changeExisting(
  { directory }: Accounts,
  { attempts }: AccountChange,
  id: string,
  { user, changesProfile, changesEnabled, temporaryPassword }: AccountWish,
  signal: AbortSignal,
): Promise<Changed> {
  // An earlier change that has not reached the provider is made up for.
  const isBehind = attempts > 1
  const steps: (() => Promise<Changed>)[] = []
  if (changesProfile || isBehind) steps.push(() => directory.update(id, toProfile(user), signal))
  if (temporaryPassword !== undefined)
    steps.push(() => directory.setTemporaryPassword(id, temporaryPassword, signal))
  if (changesEnabled || isBehind) steps.push(() => directory.setEnabled(id, user.enabled, signal))
  for (const step of steps) {
    const changed = await step()
    if (changed.state !== 'changed') return changed
  }
  return { state: 'changed' }
}

const gone: Changed = { state: 'gone' }
