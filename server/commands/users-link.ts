import { requireConfig } from '../config/config.ts'
import { accountIdOf, findUserByEmail, listUsersOfAccount, listUsersByAccount, type UserRow } from '../db/users.ts'
import { directoryKind } from '../identity/directory-kind.ts'
import { isAccountId, ownerName } from '../identity/directory.ts'
import {
  findLinkable,
  linkAccount,
  unlinkAccount,
  unshareAccount,
  type Linkable,
  type LinkContext,
} from '../identity/link-account.ts'
import { fail } from './fail.ts'
import { onInstance } from './on-database.ts'
import { openDirectory } from './on-directory.ts'
import { formatCount } from './progress.ts'
import { subcommand, type Values } from './run-command.ts'

async function main(flags: Flags): Promise<number> {
  const { instance: instanceId, email, account } = flags
  const config = requireConfig(process.env)
  const kind = directoryKind(config)
  if (!instanceId) return fail(`Name the instance: --instance <id>.\n\n${usage}`)
  if ((account !== undefined || flags.unlink || flags.unshare) && email === undefined)
    return fail('--account, --unlink and --unshare need --email: whose account it is.')
  if (account !== undefined && !isAccountId(account)) return fail('--account takes the id of an account.')
  if (kind === 'embedded')
    return fail('The embedded identity provider keeps the accounts itself: there is nothing to link.')
  if (kind === 'none' && account === undefined && !flags.unlink && !flags.unshare)
    return fail('With IDENTITY_DIRECTORY=none nobody can be asked: name the account with --email and --account.')
  return onInstance(instanceId, async (db) => {
    const context = { db, ...(await openDirectory(config, db)) }
    if (email !== undefined && flags.unlink) return unlinkOne(context, instanceId, email, flags.apply)
    if (email !== undefined && flags.unshare) return unshareOne(context, instanceId, email, flags.apply)
    if (email !== undefined) return linkOne(context, instanceId, email, flags)
    return linkAll(context, instanceId, flags)
  })
}

async function linkOne(context: LinkContext, instanceId: string, email: string, flags: Flags): Promise<number> {
  const user = await findUserByEmail(context.db, instanceId, email)
  if (!user) return fail(`No user of ${instanceId} has the email address ${email}.`)
  if (user.account_id !== null) return fail(`${email} has the account ${user.account_id} already.`)
  const isDone = await linkUser(context, instanceId, user, flags)
  if (isDone) console.log(flags.apply ? withinAMinute : dryRun)
  return isDone ? 0 : 1
}

async function linkAll(context: LinkContext, instanceId: string, flags: Flags): Promise<number> {
  let [seen, done] = [0, 0]
  let batch: UserRow[] = []
  do {
    batch = await listUsersByAccount(context.db, instanceId, 'none', batch.at(-1)?.id ?? '', batchSize)
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
  context: LinkContext,
  instanceId: string,
  user: UserRow,
  { email, account: named, apply, unverified: allowUnverified }: Flags,
): Promise<boolean> {
  const say = (text: string) => console.log(`${user.email}\t${text}`)
  const found = await findLinkable(context, instanceId, user, { named, allowUnverified })
  if (found.state !== 'linkable') {
    say(explain(found))
    return false
  }
  const { account, users } = found
  const others = users.map(ownerName).join(', ')
  if (users.length > 0 && email === undefined) {
    say(`the account is that of ${others}. Name the user with --email to let both have it`)
    return false
  }
  const linked = apply ? await linkAccount(context, instanceId, user, found) : 'linked'
  if (linked !== 'linked') {
    say(`not linked: ${reasons[linked]}`)
    return false
  }
  say(`${apply ? 'linked' : 'would be linked'} to the account ${account.id} (${account.username})`)
  if (users.length > 0)
    say(`${apply ? 'shares' : 'would share'} it with ${others}${context.directory ? operatorKeeps : ''}`)
  return true
}

function explain(found: Exclude<Linkable, { state: 'linkable' }>): string {
  if (found.state === 'none') return 'no account: set a temporary password, and the user gets one'
  if (found.state === 'several') return 'several accounts: name one with --email and --account'
  if (found.state === 'foreign') return `the account is that of the user ${found.owner}`
  if (found.state === 'unavailable') return `the identity provider cannot be asked: ${found.reason}`
  const { id, username, isVerified } = found.account
  const lacks =
    isVerified === null ? 'the provider does not say whether the address is verified' : 'the address is not verified'
  const whose = found.users.length > 0 ? `, which is that of ${found.users.map(ownerName).join(', ')}` : ''
  return `the account ${id} (${username})${whose}: ${lacks}. --unverified takes it all the same`
}

async function unlinkOne(context: LinkContext, instanceId: string, email: string, apply: boolean): Promise<number> {
  const user = await findUserByEmail(context.db, instanceId, email)
  if (!user?.account_id) return fail(`${email} is no user of ${instanceId} with an account.`)
  if (apply) await unlinkAccount(context, { instanceId, userId: user.id }, user, user.account_id)
  console.log(`${email}\t${apply ? 'unlinked' : 'would be unlinked'} from the account ${user.account_id}`)
  if (!apply) console.log('Nothing was changed. Add --apply to unlink: then tokens of the account are nobody’s here.')
  return 0
}

async function unshareOne(context: LinkContext, instanceId: string, email: string, apply: boolean): Promise<number> {
  const user = await findUserByEmail(context.db, instanceId, email)
  if (!user?.account_shared) return fail(`${email} is no user of ${instanceId} with a shared account.`)
  const id = accountIdOf(user)
  const others = (await listUsersOfAccount(context.db, id)).filter((one) => one.instanceId !== instanceId)
  if (others.length > 0) {
    const names = others.map(ownerName).join(', ')
    return fail(`The account ${id} is also that of ${names}. Take it from there first: --unlink`)
  }
  const owner = { instanceId, userId: user.id, username: user.username }
  const unshared = apply ? await unshareAccount(context, owner, id) : 'unshared'
  if (unshared === 'busy') return fail(`Not changed: ${reasons.busy}.`)
  console.log(`${email}\t${apply ? 'has' : 'would have'} the account ${id} alone`)
  console.log(
    apply ? 'Names and enabled of the account follow the user again.' : 'Nothing was changed. Add --apply to do so.',
  )
  return 0
}

const batchSize = 200

const reasons = {
  busy: 'another change of the account is not finished. Run this again',
  taken: 'the user has an account already, or another user of the instance has this one',
  unavailable: 'the identity provider did not take the change. Run this again',
}

const operatorKeeps = ': nobody in one of the instances changes its names, email address and password from then on'

const withinAMinute = 'Servers that know an account as nobody’s take it for the user within a minute.'

const dryRun =
  'Nothing was changed. Add --apply to link: then names and enabled of an account that is not shared follow the user.'

const usage = `Gives users the accounts that they have at the identity provider, by email address.

  npm run users -- link --instance <id> [--email <email>] [--unverified] [--apply]
  npm run users -- link --instance <id> --email <email> --account <account id> [--apply]
  npm run users -- link --instance <id> --email <email> --unlink [--apply]
  npm run users -- link --instance <id> --email <email> --unshare [--apply]

  --instance    the instance whose users are looked at: those without an account
  --email       only the user with this email address. Needed for an account that a user of another instance has, too: nobody
                in an instance changes its names, email address and password from then on, and it is open while one of
                the instances has its user enabled
  --account     the id of the account, as tokens carry it: one of several with the email address, or one of a provider that
                cannot be asked
  --unverified  takes an account although its provider does not say that the email address is verified, as with SCIM: whoever
                owns the account becomes the user
  --unlink      takes the account from the user; at the provider it stays as it is, but a shared one that no user has
                enabled is closed
  --unshare     lets an account that was shared follow the user again, who is the only one left
  --apply       links; without it, the command only says what it would do
  --help        this text

Afterwards tokens of the account are the user's, within a minute, and the names of the account and whether it is enabled
follow the user, unless users of several instances have it. The identity provider is the one of IDENTITY_DIRECTORY.`

const options = {
  instance: { type: 'string' },
  email: { type: 'string' },
  account: { type: 'string' },
  unverified: { type: 'boolean', default: false },
  unlink: { type: 'boolean', default: false },
  unshare: { type: 'boolean', default: false },
  apply: { type: 'boolean', default: false },
} as const

type Flags = Values<typeof options>

export const linkUsers = subcommand(main, { usage, options })
