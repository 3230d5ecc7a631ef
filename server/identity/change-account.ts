import { setTimeout as sleep } from 'node:timers/promises'
import { acquireLease, isFirstAttempt, type AccountLease, type AccountOwner } from '../db/account-syncs.ts'
import { providerDeadline, type Refused } from './directory.ts'
import { finishSync, pauseSync } from './finish-sync.ts'
import { syncAccount, type Accounts, type AccountTarget } from './sync-account.ts'

/**
 * Waits up to 5 s while another request or the job holds the lease, and finishes an unfinished change of the username first:
 * the account may be there under the other name, where it would not be looked for again. Null when the holder takes longer,
 * and when that change cannot be finished.
 */
export async function acquireInTime(
  accounts: Accounts,
  owner: AccountOwner,
  request: Pick<AccountLease, 'username' | 'setsEnabled'>,
): Promise<AccountLease | null> {
  const giveUpAt = performance.now() + 5000
  do {
    const lease = await acquireLease(accounts.db, owner, request)
    if (lease?.username === request.username) return lease
    if (lease && (await finishSync(accounts, lease, { isSynced: false })) !== 'finished') return null
    await sleep(50)
  } while (performance.now() < giveUpAt)
  return null
}

/**
 * Brings an account to the state that its user is going to have. The caller writes the user within 20 s, while it still holds
 * the lease, and then calls `finishSync`. After a refusal both sides are as before, and the lease is released, unless the
 * provider took a part or an earlier change is unfinished. While the provider is `unavailable`, the user is not written, and
 * the job brings the account back to the user as it is here.
 */
export async function changeAccount(
  accounts: Accounts,
  lease: AccountLease,
  target: AccountTarget,
): Promise<{ state: 'synced'; accountId: string | null } | Refused | { state: 'unavailable' }> {
  const synced = await syncAccount(accounts, lease, target, providerDeadline())
  if (synced.state === 'unavailable') {
    accounts.log.warn({ userId: lease.userId, reason: synced.reason }, 'the identity provider changed no account')
    await pauseSync(accounts.db, lease, synced)
    return { state: 'unavailable' }
  }
  if (synced.state !== 'synced') {
    // What the provider took of this change is undone; an earlier change that has not reached the provider is finished.
    await finishSync(accounts, lease, { isSynced: !synced.isPartial && isFirstAttempt(lease) })
    return synced
  }
  // The embedded identity provider knows its accounts by the ids of users, which need not be stored again.
  return { state: 'synced', accountId: synced.accountId === lease.userId ? null : synced.accountId }
}
