import type { Database } from '../db/database.ts'
import { requireConfig } from '../config/config.ts'
import {
  findUserByEmail,
  listUsersOfAccount,
  listUsersWithoutAccount,
  unsetAccount,
  type UserRow,
} from '../db/users.ts'
import type { AccountDirectory } from '../identity/directory.ts'
import { directoryKind } from '../identity/directory-kind.ts'
import { isAccountId, ownerName } from '../identity/directory.ts'
import { findLinkable, linkAccount, type Linkable } from '../identity/link-account.ts'
import type { Accounts } from '../identity/sync-account.ts'
import { fail } from './fail.ts'
import { onInstance } from './on-database.ts'
import { openDirectory } from './on-directory.ts'
import { formatCount } from './progress.ts'
import { runCommand } from './run-command.ts'

async function main(flags: Flags): Promise<number> {
  const { instance: instanceId, email, account } = flags
  const config = requireConfig(process.env)
  const kind = directoryKind(config)
  if (!instanceId) return fail(`Name the instance: --instance <id>.\n\n${usage}`)
  if ((account !== undefined || flags.unlink) && email === undefined)
    return fail('--account and --unlink need --email: whose account it is.')
  if (account !== undefined && !isAccountId(account)) return fail('--account takes the id of an account.')
  if (kind === 'embedded')
    return fail('The embedded identity provider keeps the accounts itself: there is nothing to link.')
  if (kind === 'none' && account === undefined && !flags.unlink)
    return fail('With IDENTITY_DIRECTORY=none nobody can be asked: name the account with --email and --account.')
  return onInstance(instanceId, async (db) => {
    const context = { db, ...(await openDirectory(config, db)) }
    if (email !== undefined && flags.unlink) return unlinkOne(context, instanceId, email, flags.apply)
    if (email !== undefined) return linkOne(context, instanceId, email, flags)
    return linkAll(context, instanceId, flags)
  })
}

async function linkOne(context: Context, instanceId: string, email: string, flags: Flags): Promise<number> {
  const user = await findUserByEmail(context.db, instanceId, email)
  if (!user) return fail(`No user of ${instanceId} has the email address ${email}.`)
  if (user.account_id !== null) return fail(`${email} has the account ${user.account_id} already.`)
  const isDone = await linkUser(context, instanceId, user, flags)
  if (isDone) console.log(flags.apply ? withinAMinute : dryRun)
  return isDone ? 0 : 1
}

async function linkAll(context: Context, instanceId: string, flags: Flags): Promise<number> {
  let [seen, done] = [0, 0]
  let batch: UserRow[] = []
  do {
    batch = await listUsersWithoutAccount(context.db, instanceId, batch.at(-1)?.id ?? '', batchSize)
    for (const user of batch) done += (await linkUser(context, instanceId, user, flags)) ? 1 : 0
    seen += batch.length
  } while (batch.length === batchSize)
  const what = flags.apply ? 'were given their accounts' : 'have an account that can be linked'
  console.log(`${formatCount(done)} of ${formatCount(seen)} users without an account ${what}.`)
  if (done > 0) console.log(flags.apply ? withinAMinute : dryRun)
  return 0
}

/** Links a user, or says what would be linked. False when nothing can be. */
async function linkUser(
  context: Context,
  instanceId: string,
  user: UserRow,
  { account: named, apply, unverified }: Flags,
): Promise<boolean> {
  const say = (text: string) => console.log(`${user.email}\t${text}`)
  const found = await findAccount(context, instanceId, user, named, unverified)
  if (found.state !== 'linkable') {
    say(explain(found))
    return false
  }
  const { id, username } = found.account
  const linked = apply ? await linkAccount(context, instanceId, user, id) : null
  if (linked === 'busy') say('not linked: another change of the user waits for the identity provider. Run this again')
  else if (linked === 'taken') say(`not linked: another user of ${instanceId} has the account ${id}`)
  else say(`${apply ? 'linked' : 'would be linked'} to the account ${id} (${username})`)
  return linked === null || linked === 'linked'
}

/** With a directory, an account that is named must be one of those with the user's email address. */
async function findAccount(
  { db, directory }: Context,
  instanceId: string,
  user: UserRow,
  named: string | undefined,
  allowUnverified: boolean,
): Promise<Linkable> {
  if (directory) return findLinkable({ db, directory }, instanceId, user, { named, allowUnverified })
  const id = named ?? ''
  const [other] = await listUsersOfAccount(db, id)
  if (other) return { state: 'foreign', owner: ownerName(other) }
  const { username, email } = user
  const unknown = { isEnabled: true, owner: null, isVerified: null, hasTemporaryPassword: null }
  return { state: 'linkable', account: { id, username, email, ...unknown } }
}

function explain(found: Exclude<Linkable, { state: 'linkable' }>): string {
  if (found.state === 'none') return 'no account: set a temporary password, and the user gets one'
  if (found.state === 'several') return 'several accounts: name one with --email and --account'
  if (found.state === 'foreign') return `the account is that of the user ${found.owner}`
  if (found.state === 'unavailable') return `the identity provider cannot be asked: ${found.reason}`
  const { id, username, isVerified } = found.account
  const lacks =
    isVerified === null ? 'the provider does not say whether the address is verified' : 'the address is not verified'
  return `the account ${id} (${username}): ${lacks}. --unverified takes it all the same`
}

async function unlinkOne({ db }: Context, instanceId: string, email: string, apply: boolean): Promise<number> {
  const found = await findUserByEmail(db, instanceId, email)
  if (!found?.account_id) return fail(`${email} is no user of ${instanceId} with an account.`)
  if (apply) await unsetAccount(db, instanceId, found.id)
  console.log(`${email}\t${apply ? 'unlinked' : 'would be unlinked'} from the account ${found.account_id}`)
  if (!apply) console.log('Nothing was changed. Add --apply to unlink: then tokens of the account are nobody’s.')
  return 0
}

const batchSize = 200

const withinAMinute = 'Servers that know an account as nobody’s take it for the user within a minute.'

const dryRun = 'Nothing was changed. Add --apply to link: then names and enabled of the account follow the user.'

const usage = `Gives users the accounts that they have at the identity provider, by email address.

  npm run users:link -- --instance <id> [--email <email>] [--unverified] [--apply]
  npm run users:link -- --instance <id> --email <email> --account <account id> [--apply]
  npm run users:link -- --instance <id> --email <email> --unlink [--apply]

  --instance    the instance whose users are looked at: those without an account
  --email       only the user with this email address
  --account     the id of the account, as tokens carry it: one of several with the email address, or one of a provider that
                cannot be asked
  --unverified  takes an account although its provider does not say that the email address is verified, as with SCIM: whoever
                owns the account becomes the user
  --unlink      takes the account from the user; at the provider it stays as it is
  --apply       links; without it, the command only says what it would do
  --help        this text

Afterwards tokens of the account are the user's, within a minute, and the names of the account and whether it is enabled
follow the user. The identity provider is the one of IDENTITY_DIRECTORY.`

await runCommand(main, {
  usage,
  options: {
    instance: { type: 'string' },
    email: { type: 'string' },
    account: { type: 'string' },
    unverified: { type: 'boolean', default: false },
    unlink: { type: 'boolean', default: false },
    apply: { type: 'boolean', default: false },
  },
})

interface Flags {
  instance?: string
  email?: string
  account?: string
  unverified: boolean
  unlink: boolean
  apply: boolean
}

interface Context {
  db: Database
  directory: AccountDirectory | null
  log: Accounts['log']
}
