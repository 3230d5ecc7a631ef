import { listUsersOfAccount, setAccount, type UserRow } from '../db/users.ts'
import { providerDeadline, ownerName, type AccountDirectory, type FoundAccount } from './directory.ts'
import { acquireInTime } from './change-account.ts'
import { finishSync } from './finish-sync.ts'
import type { Accounts } from './sync-account.ts'

/**
 * The account that the provider has under the email address of a user, if it may become the user's: there is exactly one, it
 * is nobody else's, and the provider says that it has verified the address.
 */
export async function findLinkable(
  { db, directory }: Pick<Accounts, 'db'> & { directory: AccountDirectory },
  instanceId: string,
  user: UserRow,
  { named, allowUnverified }: { named: string | undefined; allowUnverified: boolean },
): Promise<Linkable> {
  const found = await directory.find({ email: user.email }, providerDeadline())
  if (found.state === 'unavailable') return found
  const [account, ...others] = found.accounts.filter(({ id }) => named === undefined || id === named)
  if (!account) return { state: 'none' }
  if (others.length > 0) return { state: 'several' }
  if (account.owner !== null && account.owner !== ownerName({ instanceId, userId: user.id }))
    return { state: 'foreign', owner: account.owner }
  const [other] = await listUsersOfAccount(db, account.id)
  if (other) return { state: 'foreign', owner: ownerName(other) }
  if (account.isVerified !== true && !allowUnverified) return { state: 'unverified', account }
  return { state: 'linkable', account }
}

/**
 * Gives a user an account that was there before. Then the account follows the user: its names, and whether it is enabled.
 */
export async function linkAccount(
  { db, directory, log }: Pick<Accounts, 'db' | 'log'> & { directory: AccountDirectory | null },
  instanceId: string,
  user: UserRow,
  accountId: string,
): Promise<'linked' | 'taken' | 'busy'> {
  if (directory === null) return (await setAccount(db, instanceId, user.id, accountId)) ? 'linked' : 'taken'
  const accounts = { db, directory, log }
  const owner = { instanceId, userId: user.id }
  const lease = await acquireInTime(accounts, owner, { username: user.username, setsEnabled: true })
  if (!lease) return 'busy'
  const isLinked = await setAccount(db, instanceId, user.id, accountId)
  await finishSync(accounts, lease, { isSynced: false })
  return isLinked ? 'linked' : 'taken'
}

export type Linkable =
  | { state: 'linkable'; account: FoundAccount }
  | { state: 'unverified'; account: FoundAccount }
  | { state: 'foreign'; owner: string }
  | { state: 'none' }
  | { state: 'several' }
  | { state: 'unavailable'; reason: string }
