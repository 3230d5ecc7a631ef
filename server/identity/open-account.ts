import {
  beginAccountChange,
  endAccountChange,
  holdAccountChange,
  isAccountChanging,
  leaveAccountChange,
  type AccountChange,
  type AccountOwner,
} from '../db/account-changes.ts'
import { findUser, findUserOfAccount } from '../db/users.ts'
import { inTime, ownerName, readOwnerName, type Profile, type Refused } from './directory.ts'
import { mendAccount, type Accounts } from './mend-account.ts'

/** An account whose user is not written yet. `change` ends in the statement that writes the user. */
export interface OpenedAccount {
  state: 'opened'
  id: string
  change: AccountChange
}

/**
 * Creates the account of a user who is written afterwards, within 30 s, or taken back by `closeAccount`. When neither
 * happens, because the server was killed, `mendAccount` removes the account.
 */
export async function openAccount(
  accounts: Accounts,
  owner: AccountOwner,
  user: Profile & { enabled: boolean },
  temporaryPassword: string,
): Promise<OpenedAccount | Refused | { state: 'unavailable' }> {
  const { db, directory, log } = accounts
  const change = await beginAccountChange(db, owner, { username: user.username, ofEnabled: true })
  if (!change) return { state: 'unavailable' }
  const signal = inTime()
  const account = { ...user, owner: ownerName(owner) }
  let created = await directory.create(account, temporaryPassword, signal)
  if (created.state === 'taken') {
    const leftover = await removeLeftover(accounts, user, created.name, signal)
    if (leftover === 'removed') created = await directory.create(account, temporaryPassword, signal)
    else if (leftover === 'busy')
      created = { state: 'unavailable', reason: 'the name is being created', hadNoEffect: true }
  }
  if (created.state === 'created' && (await findUserOfAccount(db, created.id)) !== null)
    created = { state: 'unavailable', reason: 'the provider gave the account of another user' }
  if (created.state === 'created') return { state: 'opened', id: created.id, change }
  if (created.state !== 'unavailable') {
    await endAccountChange(db, change)
    return created
  }
  log.warn({ reason: created.reason }, 'the identity provider created no account')
  // The provider may still be at it: the account is looked for after a while, or by the next request for this name.
  if (created.hadNoEffect) await endAccountChange(db, change)
  else await leaveAccountChange(db, change, 30)
  return { state: 'unavailable' }
}

/** Takes an opened account back, unless its user was written all the same. */
export async function closeAccount(
  { db, directory, log }: Accounts,
  { id, change }: OpenedAccount,
): Promise<void> {
  if (!(await holdAccountChange(db, change))) return
  const removed = await directory.remove(id, inTime())
  if (removed.state === 'removed') {
    await endAccountChange(db, change)
    return
  }
  log.warn({ reason: removed.reason }, 'an account without a user was not removed yet')
  await leaveAccountChange(db, change, 0)
}

/**
 * Removes what an earlier creation of the same name has left behind, so that a client whose request was answered 503 can
 * repeat it. `busy` while nobody knows what becomes of that creation; null when the name belongs to somebody.
 */
async function removeLeftover(
  accounts: Accounts,
  user: Profile,
  name: 'username' | 'email',
  signal: AbortSignal,
): Promise<'removed' | 'busy' | null> {
  const by = name === 'username' ? { username: user.username } : { email: user.email }
  const found = await accounts.directory.find(by, signal)
  if (found.state !== 'found') return null
  for (const { owner: text } of found.accounts) {
    const owner = text === null ? null : readOwnerName(text)
    if (owner === null || (await findUser(accounts.db, owner.instanceId, owner.userId))) continue
    if ((await mendAccount(accounts, owner)) === 'removed') return 'removed'
    if (await isAccountChanging(accounts.db, owner)) return 'busy'
  }
  return null
}
