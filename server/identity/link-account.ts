import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/connection/pool.ts'
import {
  enqueueSharedSync,
  isAccountLeaving,
  isFirstAttempt,
  lockLease,
  retryLater,
  type AccountLease,
  type AccountOwner,
} from '../db/account-syncs.ts'
import {
  listUsersOfAccount,
  lockAccount,
  recordLinks,
  setAccount,
  setShared,
  unsetAccount,
  type UserOfAccount,
  type UserRow,
} from '../db/users.ts'
import { providerDeadline, ownerName, type AccountDirectory, type FoundAccount } from './directory.ts'
import { acquireInTime } from './change-account.ts'
import { finishSync, finishUnfinished } from './finish-sync.ts'
import type { Accounts } from './sync-account.ts'
import { syncSharedAccount } from './sync-shared-account.ts'

/**
 * The account that the provider has under the email address of a user, if it may become the user's: there is exactly one, no
 * other user of this instance has it, and the provider says that it has verified the address. Without a directory no provider
 * can be asked, and the account is the one that the operator names.
 */
export async function findLinkable(
  { db, directory }: Pick<LinkContext, 'db' | 'directory'>,
  instanceId: string,
  user: UserRow,
  { named, allowUnverified }: { named: string | undefined; allowUnverified: boolean },
): Promise<Linkable> {
  const found = await findNamed(directory, user, named)
  if (found.state !== 'found') return found
  const [account, ...more] = found.accounts
  if (!account) return { state: 'none' }
  if (more.length > 0) return { state: 'several' }
  const users = await listUsersOfAccount(db, account.id)
  const here = users.find((one) => one.instanceId === instanceId)
  if (here) return { state: 'foreign', owner: ownerName(here) }
  // Whose account it is may be known at the provider alone: its creation is not finished, or another program wrote it.
  const owners = [{ instanceId, userId: user.id }, ...users].map(ownerName)
  if (account.owner !== null && !owners.includes(account.owner)) return { state: 'foreign', owner: account.owner }
  if (account.isVerified !== true && !allowUnverified) return { state: 'unverified', account, users }
  return { state: 'linkable', account, users }
}

async function findNamed(
  directory: AccountDirectory | null,
  { username, email }: UserRow,
  named: string | undefined,
): Promise<{ state: 'found'; accounts: FoundAccount[] } | { state: 'unavailable'; reason: string }> {
  if (directory === null) {
    const unknown = { names: null, isEnabled: true, owner: null, isVerified: true, hasTemporaryPassword: null }
    return { state: 'found', accounts: named === undefined ? [] : [{ id: named, username, email, ...unknown }] }
  }
  const found = await directory.find({ email }, providerDeadline())
  if (found.state === 'unavailable') return found
  return { state: 'found', accounts: found.accounts.filter(({ id }) => named === undefined || id === named) }
}

/**
 * Gives a user an account that was there before. Then the account follows the user: its names, and whether it is enabled. An
 * account that has `users` in other instances is a shared one from then on, and follows none of them. Leases keep requests
 * from changing it meanwhile.
 */
export async function linkAccount(
  context: LinkContext,
  instanceId: string,
  user: UserRow,
  { account, users }: { account: FoundAccount; users: UserOfAccount[] },
): Promise<'linked' | 'taken' | 'busy' | 'unavailable'> {
  const { db, directory, log } = context
  const leases: AccountLease[] = []
  const link = () =>
    inTransaction(db, (transaction) =>
      linkUsers(transaction, { instanceId, userId: user.id }, account.id, users, leases),
    )
  if (directory === null) return link()
  const accounts = { db, directory, log }
  const owners = [
    { instanceId, userId: user.id, username: user.username },
    ...users.filter(({ isShared }) => !isShared),
  ]
  await using unfinished = new AsyncDisposableStack()
  for (const owner of owners) {
    const lease = await acquireSettled(accounts, owner, { setsEnabled: owner.instanceId === instanceId })
    if (!lease) return 'busy'
    leases.push(lease)
    const isSynced = owner.instanceId !== instanceId
    unfinished.defer(async () => void (await finishSync(accounts, lease, { isSynced })))
  }
  // A creation or a deletion that is taken back must not find the account by its owner any more.
  if (users.length > 0 && account.owner !== null) {
    const changed = await directory.disown(account.id, providerDeadline())
    if (changed.state !== 'changed') return 'unavailable'
  }
  return await link()
}

/** In one transaction, which no other command that links or unshares the account can cross, and while the leases are held. */
async function linkUsers(
  transaction: Database,
  owner: AccountOwner,
  accountId: string,
  users: UserOfAccount[],
  leases: AccountLease[],
): Promise<'linked' | 'taken' | 'busy'> {
  await lockAccount(transaction, accountId)
  for (const lease of leases) if (!(await lockLease(transaction, lease))) return 'busy'
  if (!isSame(users, await listUsersOfAccount(transaction, accountId))) return 'busy'
  if (await isAccountLeaving(transaction, accountId)) return 'busy'
  if (!(await setAccount(transaction, owner.instanceId, owner.userId, accountId))) return 'taken'
  const sharing = users.length === 0 ? [] : [...users.filter(({ isShared }) => !isShared), owner]
  for (const one of sharing) await setShared(transaction, one, true)
  await recordLinks(transaction, sharing.length === 0 ? [owner] : sharing)
  return 'linked'
}

/** Takes the account from a user; at the provider it stays, and is closed when it was shared and no enabled user has it. */
export async function unlinkAccount(
  { db, directory }: Pick<LinkContext, 'db' | 'directory'>,
  owner: AccountOwner,
  { username, account_shared: isShared }: UserRow,
  accountId: string,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const isUnset = await unsetAccount(transaction, owner.instanceId, owner.userId)
    if (isUnset && isShared && directory)
      await enqueueSharedSync(transaction, owner, { username, accountId, opens: false })
    if (isUnset) await recordLinks(transaction, [owner])
  })
}

/** Lets an account that no other user has any more follow its user again. */
export async function unshareAccount(
  { db, directory, log }: LinkContext,
  owner: AccountOwner & Pick<UserRow, 'username'>,
  accountId: string,
): Promise<'unshared' | 'busy'> {
  const unshare = () =>
    inTransaction(db, async (transaction) => {
      await lockAccount(transaction, accountId)
      if ((await listUsersOfAccount(transaction, accountId)).length > 1) return 'busy'
      await setShared(transaction, owner, false)
      await recordLinks(transaction, [owner])
      return 'unshared'
    })
  if (directory === null) return unshare()
  const accounts = { db, directory, log }
  const lease = await acquireSettled(accounts, owner, { setsEnabled: true })
  if (!lease) return 'busy'
  const unshared = await unshare()
  await finishSync(accounts, lease, { isSynced: unshared === 'busy' })
  return unshared
}

/** Acquires the lease of a user, behind whatever an earlier change has left. Null when that is not done in time. */
async function acquireSettled(
  accounts: Accounts,
  owner: AccountOwner & Pick<UserRow, 'username'>,
  { setsEnabled }: Pick<AccountLease, 'setsEnabled'>,
): Promise<AccountLease | null> {
  await syncSharedAccount(accounts, owner)
  await finishUnfinished(accounts, owner)
  const lease = await acquireInTime(accounts, owner, { username: owner.username, setsEnabled })
  if (lease === null || isFirstAttempt(lease)) return lease
  await retryLater(accounts.db, lease, 0)
  return null
}

function isSame(before: UserOfAccount[], now: UserOfAccount[]): boolean {
  const list = (users: UserOfAccount[]) => users.map((one) => `${ownerName(one)} ${one.isShared}`).join()
  return list(before) === list(now)
}

export interface LinkContext {
  db: Database
  /** Null when others keep the accounts. */
  directory: AccountDirectory | null
  log: Accounts['log']
}

export type Linkable =
  | { state: 'linkable'; account: FoundAccount; users: UserOfAccount[] }
  | { state: 'unverified'; account: FoundAccount; users: UserOfAccount[] }
  | { state: 'foreign'; owner: string }
  | { state: 'none' }
  | { state: 'several' }
  | { state: 'unavailable'; reason: string }
