import { setTimeout as sleep } from 'node:timers/promises'
import { beginAccountChange, type AccountChange } from '../db/account-changes.ts'
import { toProfile, type UserWithAccount } from '../db/users.ts'
import { inTime, ownerName, type Changed, type Refused, type Unavailable } from './directory.ts'
import {
  findOwnAccount,
  finishAccountChange,
  postponeAccountChange,
  settleAccountChange,
  type Accounts,
} from './mend-account.ts'

/** Waits up to 5 s for other changes of the same user. Null when they take longer. */
export async function awaitAccountChange(
  { db }: Accounts,
  instanceId: string,
  { user: { id: userId, username }, changesEnabled: ofEnabled }: AccountWish,
): Promise<AccountChange | null> {
  const giveUpAt = performance.now() + 5000
  do {
    const change = await beginAccountChange(db, { instanceId, userId }, { username, ofEnabled })
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
  const { id: userId, account_id: before } = wish.user
  const signal = inTime()
  const done = await changeOrCreate(accounts, change, wish, signal)
  // The embedded identity provider knows its accounts by the ids of users, which need not be stored again.
  if (done.state === 'changed') return { state: 'changed', accountId: done.id === userId ? null : done.id }
  if (done.state === 'gone') {
    if (before !== null) log.warn({ userId }, 'the account of a user is gone')
    return { state: 'changed', accountId: null }
  }
  if (done.state === 'unavailable') {
    log.warn({ userId, reason: done.reason }, 'the identity provider changed no account')
    await postponeAccountChange(db, change, done)
    return { state: 'unavailable' }
  }
  await giveBackAccountChange(accounts, change, wish)
  return done
}

/** After a refusal: an earlier change that has not reached the provider must not end with this one. */
export async function giveBackAccountChange(
  accounts: Accounts,
  change: AccountChange,
  wish: AccountWish | null = null,
): Promise<void> {
  // A password may be refused after the names were changed.
  const isHalf = wish !== null && wish.changesProfile && wish.temporaryPassword !== undefined
  if (isHalf || change.attempts > 1)
    await finishAccountChange(accounts, {
      ...change,
      ofEnabled: change.attempts > 1 && change.ofEnabled,
    })
  else await settleAccountChange(accounts, change)
}

async function changeOrCreate(
  accounts: Accounts,
  change: AccountChange,
  wish: AccountWish,
  signal: AbortSignal,
): Promise<{ state: 'changed'; id: string } | { state: 'gone' } | Refused | Unavailable> {
  const { user, temporaryPassword } = wish
  let { account_id: id } = user
  if (id === null && change.attempts > 1) {
    // An earlier change may have created one, and nobody heard of it.
    const own = await findOwnAccount(accounts, change, signal)
    if (own && 'state' in own) return own
    id = own?.id ?? null
  }
  if (id !== null) {
    const changed = await changeExisting(accounts, change, id, wish, signal)
    if (changed.state === 'changed') return { state: 'changed', id }
    if (changed.state !== 'gone') return changed
  }
  if (temporaryPassword === undefined) return { state: 'gone' }
  const account = { ...toProfile(user), owner: ownerName(change), enabled: user.enabled }
  const created = await accounts.directory.create(account, temporaryPassword, signal)
  return created.state === 'created' ? { state: 'changed', id: created.id } : created
}

/** Only what the wish concerns, since the provider may have closed the account for reasons of its own. */
async function changeExisting(
  { directory }: Accounts,
  { attempts, ofEnabled }: AccountChange,
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
  if (changesEnabled || (isBehind && (ofEnabled || !user.enabled)))
    steps.push(() => directory.setEnabled(id, user.enabled, signal))
  for (const step of steps) {
    const changed = await step()
    if (changed.state !== 'changed') return changed
  }
  return { state: 'changed' }
}
