import type { Database } from '../db/database.ts'
import type { Logger } from 'pino'
import type { AccountLease } from '../db/account-syncs.ts'
import { toProfile, type UserRow } from '../db/users.ts'
import {
  ownerName,
  type AccountDirectory,
  type Changed,
  type FoundAccount,
  type Refused,
  type Unavailable,
} from './directory.ts'

/** What changes of accounts need. */
export interface Accounts {
  db: Database
  directory: AccountDirectory
  log: Pick<Logger, 'warn' | 'error'>
}

/** The state that a user is going to have, and which parts of the account that concerns. */
export interface AccountTarget {
  user: UserRow
  changesProfile: boolean
  changesEnabled: boolean
  temporaryPassword: string | undefined
}

/** The user as written. Every part of the account may differ, and names that the provider refuses stay as they are there. */
export interface WrittenUser {
  user: UserRow
  isWritten: true
}

/** `accountId` is null where there is no account. `isPartial`: something was changed before the provider refused the rest. */
export type Synced = { state: 'synced'; accountId: string | null } | (Refused & { isPartial: boolean }) | Unavailable

/**
 * Brings the account to the state of its user, for the holder of the lease: a request, whose user is written afterwards, or
 * the job, which finishes what requests left. What an earlier holder did not finish is made up for. A user without an account
 * gets one with the temporary password, if there is a password.
 */
export async function syncAccount(
  accounts: Accounts,
  lease: AccountLease,
  target: AccountTarget | WrittenUser,
  signal: AbortSignal,
): Promise<Synced> {
  const { directory, log } = accounts
  const { user } = target
  const isWritten = 'isWritten' in target
  const { changesProfile, changesEnabled, temporaryPassword } = isWritten ? unchanged : target
  const mustResync = isWritten || lease.attempts > 1
  const account = await findAccount(accounts, lease, user, mustResync, signal)
  if (account.state === 'unavailable') return account
  const parts = {
    profile: changesProfile || mustResync,
    temporaryPassword,
    // An account that the provider has disabled for reasons of its own is enabled only when a caller asks for that.
    enabled: changesEnabled || (mustResync && (lease.setsEnabled || !user.enabled)),
  }
  let isPartial = false
  for (const step of account.id === null ? [] : listSteps(directory, user, parts, account.id, signal)) {
    const changed = await step.run()
    if (changed.state === 'unavailable') return changed
    if (changed.state === 'gone') {
      log.warn({ userId: user.id }, 'the account of a user is gone')
      account.id = null
      break
    }
    if (changed.state === 'changed') isPartial = true
    else if (step.part !== 'profile' || !isWritten) return { ...changed, isPartial }
    else log.warn({ userId: user.id, ...changed }, 'the identity provider keeps other data of a user')
  }
  if (account.id !== null || temporaryPassword === undefined) return { state: 'synced', accountId: account.id }
  const missing = { ...toProfile(user), owner: ownerName(lease), enabled: user.enabled }
  const created = await directory.create(missing, temporaryPassword, signal)
  if (created.state === 'created') return { state: 'synced', accountId: created.id }
  return created.state === 'unavailable' ? created : { ...created, isPartial: false }
}

/** Only an account that says whose it is: one of the same name may be another person's. */
export async function findOwnAccount(
  { directory }: Accounts,
  lease: AccountLease,
  signal: AbortSignal,
): Promise<FoundAccount | Unavailable | null> {
  const found = await directory.find({ username: lease.username }, signal)
  if (found.state !== 'found') return found
  return found.accounts.find(({ owner }) => owner === ownerName(lease)) ?? null
}

/** An account that the user does not know of may be there: an earlier change created it, and its answer was lost. */
async function findAccount(
  accounts: Accounts,
  lease: AccountLease,
  user: UserRow,
  mustResync: boolean,
  signal: AbortSignal,
): Promise<{ state: 'found'; id: string | null } | Unavailable> {
  if (user.account_id !== null || !mustResync) return { state: 'found', id: user.account_id }
  const own = await findOwnAccount(accounts, lease, signal)
  if (own && 'state' in own) return own
  return { state: 'found', id: own?.id ?? null }
}

/** Closing comes first, because it matters most, and opening last. */
function listSteps(
  directory: AccountDirectory,
  user: UserRow,
  parts: { profile: boolean; temporaryPassword: string | undefined; enabled: boolean },
  id: string,
  signal: AbortSignal,
): Step[] {
  const { temporaryPassword: password } = parts
  const steps: Step[] = []
  if (parts.profile) steps.push({ part: 'profile', run: () => directory.update(id, toProfile(user), signal) })
  if (password !== undefined)
    steps.push({ part: 'password', run: () => directory.setTemporaryPassword(id, password, signal) })
  if (!parts.enabled) return steps
  const enabled: Step = { part: 'enabled', run: () => directory.setEnabled(id, user.enabled, signal) }
  return user.enabled ? [...steps, enabled] : [enabled, ...steps]
}

const unchanged = { changesProfile: false, changesEnabled: false, temporaryPassword: undefined }

interface Step {
  part: 'profile' | 'password' | 'enabled'
  run: () => Promise<Changed>
}
