import { isIdentifier } from '../../contract/rules/identifier.ts'
import type { User } from '../../spec/gen/openapi.gen.ts'

/**
 * The accounts with which users sign in, at the identity provider. Calls never throw for what a provider may do: refusals and
 * outages are values. Every call ends when its signal aborts, and is `unavailable` then. Over SCIM the provider itself decides
 * whether sessions end, and whether a temporary password must be replaced.
 */
export interface AccountDirectory {
  /** Creates an account. Its user must replace the password at the first sign-in. */
  create(account: Account, temporaryPassword: string, signal: AbortSignal): Promise<Created>
  /** Brings the names and the email address of an account to this state, and keeps the rest. */
  update(id: string, profile: Profile, signal: AbortSignal): Promise<Changed>
  /** Opens or closes the sign-in. A closed account loses its sessions. */
  setEnabled(id: string, enabled: boolean, signal: AbortSignal): Promise<Changed>
  /** Replaces the password, and ends the sessions. The user must replace it in turn at the next sign-in. */
  setTemporaryPassword(id: string, password: string, signal: AbortSignal): Promise<Changed>
  /** Clears the note whose account it is. */
  disown(id: string, signal: AbortSignal): Promise<Changed>
  /** The account with this id; null when there is none. */
  read(id: string, signal: AbortSignal): Promise<FoundAccount | Unavailable | null>
  /** When the account signed in last; null when the provider does not tell. */
  findLastSignIn(id: string, signal: AbortSignal): Promise<{ state: 'found'; at: string | null } | Unavailable>
  /** The accounts that have this username or email address, whatever the case. */
  find(by: { username: string } | { email: string }, signal: AbortSignal): Promise<Found>
  /** Removes an account, if it is there. */
  remove(id: string, signal: AbortSignal): Promise<Removed>
}

export type Profile = Pick<User, 'username' | 'email' | 'name' | 'middleName' | 'familyName'>

export interface Account extends Profile {
  /** The user of whom this is the account, as `ownerName` writes it. The provider keeps it with the account. */
  owner: string
  enabled: boolean
}

export interface FoundAccount {
  /** The id that tokens carry. */
  id: string
  username: string
  email: string | null
  /** Null where the account has the user's names. */
  names: Pick<Profile, 'name' | 'middleName' | 'familyName'> | null
  isEnabled: boolean
  /** Null for an account that this service did not create. */
  owner: string | null
  /** Whether the provider has verified the email address; null when the provider does not tell. */
  isVerified: boolean | null
  /** Whether the password must be replaced at the next sign-in; null when the provider does not tell. */
  hasTemporaryPassword: boolean | null
}

export type Created = { state: 'created'; id: string } | Refused | Unavailable

export type Changed = { state: 'changed' } | { state: 'gone' } | Refused | Unavailable

export type Found = { state: 'found'; accounts: FoundAccount[] } | Unavailable

export type Removed = { state: 'removed' } | Unavailable

/** The provider does not take the account as it would be. */
export type Refused = { state: 'taken'; name: 'username' | 'email' } | { state: 'refused'; field: RefusedField | null }

export type RefusedField = keyof Profile | 'temporaryPassword'

/**
 * The call may have had its effect or not, unless it is known to have had none. `reason` is for the log; it has no secrets
 * and no personal data.
 */
export interface Unavailable {
  state: 'unavailable'
  reason: string
  hadNoEffect?: boolean
}

/** Whether a text can be the id of an account: it becomes a part of paths. */
export function isAccountId(id: unknown): id is string {
  return typeof id === 'string' && /^[^\p{Cc}/\\]{1,255}$/u.test(id) && !/^\.{1,2}$/.test(id)
}

/** A provider's text; null when there is none, or an empty one. */
export function toText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Whether an account has the username or the email address, whatever the case. */
export function isNamed(account: FoundAccount, by: { username: string } | { email: string }): boolean {
  return 'username' in by
    ? account.username.toLowerCase() === by.username.toLowerCase()
    : account.email?.toLowerCase() === by.email.toLowerCase()
}

/** Aborts after the 10 s that one sync has for all its calls to the provider. */
export function providerDeadline(): AbortSignal {
  return AbortSignal.timeout(10_000)
}

/** How a provider knows whose account this is: `<instance>/<user>`. Neither id has a slash. */
export function ownerName({ instanceId, userId }: { instanceId: string; userId: string }): string {
  return `${instanceId}/${userId}`
}

/** Null for a text that `ownerName` has not written. */
export function readOwnerName(owner: string): { instanceId: string; userId: string } | null {
  const [instanceId = '', userId = '', ...rest] = owner.split('/')
  const isOwner = isIdentifier(instanceId) && isIdentifier(userId) && rest.length === 0
  return isOwner ? { instanceId, userId } : null
}
