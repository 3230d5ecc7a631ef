import { noteAccountChange } from '../db/account-changes.ts'
import { isUniqueViolation } from '../db/unique-violation.ts'
import { findUserOfAccount, setAccount, type UserWithAccount } from '../db/users.ts'
import { ownerName, type AccountDirectory, type FoundAccount } from './directory.ts'
import { finishAccountChange, type Accounts } from './mend-account.ts'

/**
 * The account that the provider has under the email address of a user, if it may become the user's: there is exactly one, it
 * is nobody else's, and the provider has verified the address, as far as it tells.
 */
export async function findLinkable(
  { db, directory }: Pick<Accounts, 'db'> & { directory: AccountDirectory },
  instanceId: string,
  user: UserWithAccount,
  { allowUnverified }: { allowUnverified: boolean },
): Promise<Linkable> {
  const found = await directory.find({ email: user.email }, AbortSignal.timeout(10_000))
  if (found.state === 'unavailable') return found
  const [account, ...others] = found.accounts
  if (!account) return { state: 'none' }
  if (others.length > 0) return { state: 'several' }
  if (account.owner !== null && account.owner !== ownerName({ instanceId, userId: user.id }))
    return { state: 'foreign', owner: account.owner }
  const other = await findUserOfAccount(db, account.id)
  if (other !== null) return { state: 'foreign', owner: ownerName(other) }
  if (account.isVerified === false && !allowUnverified) return { state: 'unverified', account }
  return { state: 'linkable', account }
}

/**
 * Gives a user an account that was there before. Then the account follows the user: its names, and whether it is enabled.
 * False when the user has an account already, or when another user of the instance has this one.
 */
export async function linkAccount(
  { db, directory, log }: Pick<Accounts, 'db' | 'log'> & { directory: AccountDirectory | null },
  instanceId: string,
  { id: userId, username }: UserWithAccount,
  accountId: string,
): Promise<boolean> {
  const link = async () =>
    db.transaction(async (transaction) => {
      if (!(await setAccount(transaction, instanceId, userId, accountId))) return false
      if (directory === null) return true
      return { directory, change: await noteAccountChange(transaction, { instanceId, userId }, username) }
    })
  try {
    const linked = await link()
    if (typeof linked === 'boolean') return linked
    const { directory, change } = linked
    if (change) await finishAccountChange({ db, directory, log }, change, AbortSignal.timeout(10_000))
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

export type Linkable =
  | { state: 'linkable'; account: FoundAccount }
  | { state: 'unverified'; account: FoundAccount }
  | { state: 'foreign'; owner: string }
  | { state: 'none' }
  | { state: 'several' }
  | { state: 'unavailable'; reason: string }
