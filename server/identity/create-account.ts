import {
  isFirstAttempt,
  isSyncing,
  releaseLease,
  retryLater,
  type AccountLease,
  type AccountOwner,
  type CreationLease,
} from '../db/account-syncs.ts'
import { findKnownUser, findUser } from '../db/users.ts'
import { acquireInTime } from './change-account.ts'
import { providerDeadline, ownerName, readOwnerName, type Profile, type Refused } from './directory.ts'
import { finishUnfinished } from './finish-sync.ts'
import type { Accounts } from './sync-account.ts'

/**
 * Creates the account of a user who is written afterwards, within 30 s. Otherwise `finishSync` removes the account: the
 * request calls it, or the job when the server was killed.
 */
export async function createAccount(
  accounts: Accounts,
  owner: AccountOwner,
  user: Profile & { enabled: boolean },
  temporaryPassword: string,
): Promise<{ state: 'created'; lease: CreationLease } | Refused | { state: 'unavailable' }> {
  const { db, directory, log } = accounts
  const lease = await acquireInTime(accounts, owner, { username: user.username, setsEnabled: true })
  if (!lease) return { state: 'unavailable' }
  const signal = providerDeadline()
  const account = { ...user, owner: ownerName(owner) }
  let created = await directory.create(account, temporaryPassword, signal)
  if (created.state === 'taken') {
    const leftover = await removeLeftover(accounts, lease, user, created.name, signal)
    if (leftover === 'removed') created = await directory.create(account, temporaryPassword, signal)
    else if (leftover === 'busy')
      created = { state: 'unavailable', reason: 'the name is being created', hadNoEffect: true }
  }
  // Users of other instances are not asked: the provider has said that the account is the new user's.
  if (created.state === 'created' && (await findKnownUser(db, owner.instanceId, created.id)) !== null)
    created = { state: 'unavailable', reason: 'the provider gave the account of another user' }
  if (created.state === 'created') return { state: 'created', lease: { ...lease, accountId: created.id } }
  const hadNoEffect = created.state !== 'unavailable' || created.hadNoEffect
  // The provider may still be at this attempt, or at one before it: the account is looked for after a while, or by the next
  // request for this name.
  if (hadNoEffect && isFirstAttempt(lease)) await releaseLease(db, lease)
  else await retryLater(db, lease, 30)
  if (created.state !== 'unavailable') return created
  log.warn({ reason: created.reason }, 'the identity provider created no account')
  return { state: 'unavailable' }
}

/**
 * Removes what an earlier creation of the same name has left behind, so that a client whose request was answered 503 can
 * repeat it. `busy` while it is not known which user has the name, or what becomes of that creation; null when a
 * user has the name.
 */
async function removeLeftover(
  accounts: Accounts,
  lease: AccountLease,
  user: Profile,
  name: 'username' | 'email',
  signal: AbortSignal,
): Promise<'removed' | 'busy' | null> {
  const by = name === 'username' ? { username: user.username } : { email: user.email }
  const found = await accounts.directory.find(by, signal)
  if (found.state !== 'found') return 'busy'
  for (const { id, owner: text } of found.accounts) {
    const owner = text === null ? null : readOwnerName(text)
    if (owner === null || (await findUser(accounts.db, owner.instanceId, owner.userId))) continue
    if (text === ownerName(lease)) {
      const removed = await accounts.directory.remove(id, signal)
      return removed.state === 'removed' ? 'removed' : 'busy'
    }
    if ((await finishUnfinished(accounts, owner)) === 'removed') return 'removed'
    if (await isSyncing(accounts.db, owner)) return 'busy'
  }
  return null
}
