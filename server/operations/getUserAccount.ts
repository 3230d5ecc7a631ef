import type { UserAccount } from '../../spec/gen/openapi.gen.ts'
import type { Operation } from '../contract/operation.ts'
import { isSyncing } from '../db/account-syncs.ts'
import { accountIdOf, findUser, toProfile, type UserRow } from '../db/users.ts'
import { accountUnreadable, userNotFound } from '../../contract/rules/refusals.ts'
import { providerDeadline, type FoundAccount, type Unavailable } from '../identity/directory.ts'

/** Nothing is asked about a shared account: what others do with it is not for this instance. */
export const getUserAccount: Operation<'getUserAccount'> = async ({ path }, { db, directory, log }) => {
  const user = await findUser(db, path.instanceId, path.userId)
  if (!user) return userNotFound
  if (directory === null || user.account_shared) return { status: 200, body: keptElsewhere }
  const isChanging = await isSyncing(db, path)
  const signal = providerDeadline()
  const account = await directory.read(accountIdOf(user), signal)
  if (account === null) return { status: 200, body: { ...keptElsewhere, state: 'missing', isChanging } }
  const answerUnreadable = ({ reason }: Unavailable) => {
    log.warn({ userId: user.id, reason }, 'the identity provider did not tell of an account')
    return accountUnreadable
  }
  if ('state' in account) return answerUnreadable(account)
  const signIn = await directory.findLastSignIn(account.id, signal)
  if (signIn.state === 'unavailable') return answerUnreadable(signIn)
  const { isEnabled, hasTemporaryPassword } = account
  const state = isEnabled ? 'open' : 'closed'
  const refused = findDifferences(user, account)
  return { status: 200, body: { state, lastSignInAt: signIn.at, hasTemporaryPassword, refused, isChanging } }
}

const keptElsewhere: UserAccount = {
  state: 'kept_elsewhere',
  lastSignInAt: null,
  hasTemporaryPassword: null,
  refused: null,
  isChanging: false,
}

/** Providers write usernames and email addresses in the case that they like. */
function findDifferences(user: UserRow, { username, email, names }: FoundAccount) {
  if (names === null) return null
  const wanted = toProfile(user)
  const there = { username: username.toLowerCase(), email: (email ?? '').toLowerCase(), ...names }
  const here = { ...wanted, username: wanted.username.toLowerCase(), email: wanted.email.toLowerCase() }
  const fields = ['username', 'email', 'name', 'middleName', 'familyName'] as const
  return fields.filter((field) => here[field] !== there[field])
}
