import { setTimeout as sleep } from 'node:timers/promises'
import { beginAccountChange, leaveAccountChange, type AccountChange } from '../db/account-changes.ts'
import { toProfile, type UserWithAccount } from '../db/users.ts'
import { ownerName, type Changed, type Created, type Refused } from './directory.ts'
import { finishAccountChange, type Accounts } from './mend-account.ts'

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

/**
 * Brings an account to the state that its user is going to have. A user without an account gets one with the password, if
 * there is a password. The caller writes the user within 20 s and then ends the change. After a refusal both sides are as
 * before, and the change has ended; while the provider is `unavailable` it is left to `mendAccount`.
 */
export async function changeAccount(
  accounts: Accounts,
  change: AccountChange,
  wanted: UserWithAccount,
  temporaryPassword: string | undefined,
): Promise<{ state: 'changed'; accountId: string | null } | Refused | { state: 'unavailable' }> {
  const { db, log } = accounts
  const signal = AbortSignal.timeout(10_000)
  const changed = await changeOrCreate(accounts, change, wanted, temporaryPassword, signal)
  if (changed.state === 'changed') return { state: 'changed', accountId: wanted.account_id }
  if (changed.state === 'created') return { state: 'changed', accountId: changed.id }
  if (changed.state === 'gone') {
    if (wanted.account_id !== null) log.warn({ userId: wanted.id }, 'the account of a user is gone')
    return { state: 'changed', accountId: null }
  }
  if (changed.state === 'unavailable') {
    log.warn({ userId: wanted.id, reason: changed.reason }, 'the identity provider changed no account')
    await leaveAccountChange(db, change, 5)
    return { state: 'unavailable' }
  }
  // A password may be refused after the names were taken.
  await finishAccountChange(accounts, change, signal)
  return changed
}

async function changeOrCreate(
  accounts: Accounts,
  change: AccountChange,
  wanted: UserWithAccount,
  temporaryPassword: string | undefined,
  signal: AbortSignal,
): Promise<Changed | Created> {
  const { account_id: id, enabled } = wanted
  const changed: Changed =
    id === null ? { state: 'gone' } : await changeExisting(accounts, id, wanted, temporaryPassword, signal)
  if (changed.state !== 'gone' || temporaryPassword === undefined) return changed
  const account = { ...toProfile(wanted), owner: ownerName(change), enabled }
  return accounts.directory.create(account, temporaryPassword, signal)
}

async function changeExisting(
  { directory }: Accounts,
  id: string,
  wanted: UserWithAccount,
  temporaryPassword: string | undefined,
  signal: AbortSignal,
): Promise<Changed> {
  const steps = [
    () => directory.update(id, toProfile(wanted), signal),
    ...(temporaryPassword === undefined
      ? []
      : [() => directory.setTemporaryPassword(id, temporaryPassword, signal)]),
    () => directory.setEnabled(id, wanted.enabled, signal),
  ]
  for (const step of steps) {
    const changed = await step()
    if (changed.state !== 'changed') return changed
  }
  return { state: 'changed' }
}
