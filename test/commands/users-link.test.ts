import { serviceOrigin } from '../../server/db/query/recorded.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { acquireLease, keepAccountId, releaseLease } from '../../server/db/account-syncs.ts'
import { insertInstance } from '../../server/db/instances.ts'
import { findUser, insertUser, type UserRow } from '../../server/db/users.ts'
import { chooseDirectory } from '../../server/identity/choose-directory.ts'
import { findLinkable, linkAccount } from '../../server/identity/link-account.ts'
import { syncSharedAccount } from '../../server/identity/sync-shared-account.ts'
import { companyAccount, type CompanyAccount } from '../helpers/programs/company/accounts.ts'
import {
  directorySettings,
  directoryVariables,
  startCompany,
  type Company,
} from '../helpers/programs/company/company.ts'
import { openTestDatabase } from '../helpers/programs/postgres.ts'
import { runCommandHere } from '../helpers/programs/command.ts'
import { stopDeadlines } from '../helpers/deadlines.ts'
import { shortenSleeps } from '../helpers/short-sleeps.ts'

const deadlines = stopDeadlines()
shortenSleeps()

let database: Awaited<ReturnType<typeof openTestDatabase>>
let company: Company
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'))
  for (const id of ['acme', 'other', 'third']) await insertInstance(database.db, { id, name: id })
  company = await startCompany({ kind: 'keycloak' })
})
afterAll(async () => {
  expect(company.faults).toEqual([])
  await company.close()
  await database.close()
})

function variables(): Record<string, string> {
  return {
    DATABASE_URL: database.url,
    ...directoryVariables(company.url),
  }
}

function command(file: string, args: string[], changes: Record<string, string> = {}) {
  return runCommandHere(file, args, { ...variables(), ...changes })
}

/** What commands have. */
async function openContext() {
  const directory = await chooseDirectory(directorySettings('keycloak', company.url))
  if (!directory) throw new Error('Nobody keeps the accounts.')
  return { db: database.db, directory, log: pino({ level: 'silent' }) }
}

const link = (...args: string[]) => command('users link', ['--instance', 'acme', ...args])

/** A user of the days when others kept the accounts. */
async function addUser(username: string, instanceId = 'acme', enabled = true): Promise<void> {
  const names = {
    username,
    email: `${username}@example.com`,
    name: 'Here',
    middle_name: null,
    family_name: null,
  }
  await insertUser(database.db, serviceOrigin(instanceId, 'test'), {
    id: `id-of-${username}`,
    ...names,
    enabled,
    roles: [],
  })
}

async function accountOf(username: string) {
  const [user] = await database.db('users').where({ username }).select<Pick<UserRow, 'account_id'>[]>('account_id')
  return user?.account_id
}

/** The instances with a record of what the command did with users of this name, the oldest first. */
async function recordedLinks(username: string): Promise<string[]> {
  const rows = await database
    .db('changes')
    .where({ operation: 'users:link', resource_name: username, resource_id: `id-of-${username}` })
    .orderBy(['at', 'instance_id'])
    .select<Record<string, unknown>[]>()
  for (const row of rows)
    expect(row).toMatchObject({
      kind: 'updated',
      actor_type: 'service',
      revision_before: 1,
      revision_after: 1,
      before: null,
      after: null,
    })
  return rows.map(({ instance_id }) => String(instance_id))
}

/** The instances with a user of the account, and whether that user has it as a shared one. */
async function sharing(accountId: string) {
  const rows = await database
    .db('users')
    .where({ account_id: accountId })
    .orderBy('instance_id')
    .select<{ instance_id: string; account_shared: boolean }[]>('instance_id', 'account_shared')
  return rows.map((row) => [row.instance_id, row.account_shared])
}

function accountNow(id: string): CompanyAccount {
  const account = company.accounts.find(id)
  if (!account) throw new Error(`There is no account ${id}.`)
  return account
}

describe('users link', () => {
  beforeAll(async () => {
    for (const username of ['ada', 'nobody', 'unsure', 'foreign']) await addUser(username)
    await addUser('asleep', 'acme', false)
    await addUser('ada', 'other')
    const accounts = [
      companyAccount('ada.l', { email: 'ADA@example.com', id: 'account-1', name: 'There' }),
      companyAccount('unsure', { id: 'account-2', isVerified: false }),
      companyAccount('asleep', { id: 'account-3' }),
      companyAccount('foreign', { id: 'account-4', owner: 'acme/another' }),
    ]
    for (const account of accounts) company.accounts.write(account)
  })

  test('says first what it would do, for every user, and does nothing', async () => {
    const { code, stdout, stderr } = await link()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.split('\n').toSorted()).toEqual([
      '',
      '2 of 5 users without an account have an account that can be linked.',
      'Nothing was changed. Add --apply to link: then names and enabled of an account that is not shared follow the user.',
      'ada@example.com\twould be linked to the account account-1 (ada.l)',
      'asleep@example.com\twould be linked to the account account-3 (asleep)',
      'foreign@example.com\tthe account is that of the user acme/another',
      'nobody@example.com\tno account: set a temporary password, and the user gets one',
      'unsure@example.com\tthe account account-2 (unsure): the address is not verified. --unverified takes it all the same',
    ])
    expect(await database.db('users').whereNotNull('account_id')).toEqual([])
    expect(await database.db('changes').where({ operation: 'users:link' })).toEqual([])
  })

  test('gives one user the account, which then follows the user', async () => {
    const { code, stdout } = await link('--email', 'ada@example.com', '--apply')
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `ada@example.com\tlinked to the account account-1 (ada.l)\n${withinAMinute}`,
    })
    expect(company.accounts.find('account-1')).toMatchObject({ username: 'ada', name: 'Here', enabled: true })
    expect((await link('--email', 'ada@example.com', '--apply')).stderr).toBe(
      'ada@example.com has the account account-1 already.\n',
    )
    expect(await recordedLinks('ada')).toEqual(['acme'])
  })

  test('a disabled user closes the account', async () => {
    await link('--apply')
    expect(company.accounts.find('account-3')).toMatchObject({ enabled: false, endedSessions: 1 })
    expect(await database.db('account_syncs')).toEqual([])
  })

  test('an address that is not verified counts only by order', async () => {
    expect(await accountOf('unsure')).toBeNull()
    await link('--email', 'unsure@example.com', '--unverified', '--apply')
    expect(await accountOf('unsure')).toBe('account-2')
  })

  test('an account of another instance is linked only to a user who is named', async () => {
    const { code, stdout } = await command('users link', ['--instance', 'other', '--unverified', '--apply'])
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        'ada@example.com\tthe account is that of acme/id-of-ada. Name the user with --email to let both have it\n0 of 1 users without an account were given their accounts.\n',
    })
    expect(await sharing('account-1')).toEqual([['acme', false]])
  })

  test('an operator who knows the account names it, also where nobody can be asked', async () => {
    await addUser('known')
    const none = { OIDC_ISSUER: 'https://id.example.com', IDENTITY_DIRECTORY: 'none' }
    const args = ['--instance', 'acme', '--email', 'known@example.com', '--account']
    const { code, stdout } = await command('users link', [...args, 'account-9', '--apply'], none)
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `known@example.com\tlinked to the account account-9 (known)\n${withinAMinute}`,
    })
    expect(await accountOf('known')).toBe('account-9')
    await addUser('second')
    const taken = ['--instance', 'acme', '--email', 'second@example.com', '--account', 'account-9', '--apply']
    expect(await command('users link', taken, none)).toMatchObject({ code: 1 })
    expect(await accountOf('second')).toBeNull()
  })

  test('an account may belong to users of two instances, and whom it then follows is neither', async () => {
    company.accounts.write({ ...accountNow('account-1'), owner: 'acme/id-of-ada', isVerified: true })
    const linkOther = (...args: string[]) => command('users link', ['--instance', 'other', ...named, ...args])
    const named = ['--email', 'ada@example.com']
    const before = accountNow('account-1')
    expect((await linkOther()).stdout).toContain('would share it with acme/id-of-ada: nobody in one of the instances')
    expect([await sharing('account-1'), accountNow('account-1')]).toEqual([[['acme', false]], before])

    const { code, stdout } = await linkOther('--apply')
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `ada@example.com\tlinked to the account account-1 (ada)
ada@example.com\tshares it with acme/id-of-ada: nobody in one of the instances changes its names, email address and password from then on
${withinAMinute}`,
    })
    expect(await sharing('account-1')).toEqual([
      ['acme', true],
      ['other', true],
    ])
    // Nobody owns it any more, so that nothing that is taken back can take it along.
    expect(accountNow('account-1')).toEqual({ ...before, owner: null })
    expect(await recordedLinks('ada')).toEqual(['acme', 'acme', 'other'])
  })

  test('only a command lets the account follow one user again', async () => {
    const named = ['--email', 'ada@example.com']
    const early = await link(...named, '--unshare', '--apply')
    expect(early).toMatchObject({ code: 1, stdout: '' })
    expect(early.stderr).toContain('also that of other/id-of-ada. Take it from there first: --unlink')
    // The job has nothing to do with it here.
    await database.db('account_syncs').delete()
    expect(await command('users link', ['--instance', 'other', ...named, '--unlink', '--apply'])).toMatchObject({
      code: 0,
    })
    expect(await sharing('account-1')).toEqual([['acme', true]])
    expect(await database.db('account_syncs').pluck('shared_account_id')).toEqual(['account-1'])

    company.accounts.write({ ...accountNow('account-1'), name: 'Changed' })
    expect((await link(...named, '--unshare')).stdout).toContain('Nothing was changed.')
    const { code, stdout } = await link(...named, '--unshare', '--apply')
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        'ada@example.com\thas the account account-1 alone\nNames and enabled of the account follow the user again.\n',
    })
    expect(await sharing('account-1')).toEqual([['acme', false]])
    expect(accountNow('account-1')).toMatchObject({ name: 'Here', enabled: true })
    expect(await recordedLinks('ada')).toEqual(['acme', 'acme', 'other', 'other', 'acme'])
    expect((await link(...named, '--unshare')).stderr).toContain('is no user of acme with a shared account')
  })

  test('while a request changes the account, and while the provider is away, nothing is shared', async () => {
    const args = ['--instance', 'other', '--email', 'ada@example.com', '--apply']
    const before = [await sharing('account-1'), accountNow('account-1')]
    await database.db('account_syncs').delete()
    const owner = { instanceId: 'acme', userId: 'id-of-ada' }
    const lease = await acquireLease(database.db, owner, { username: 'ada', setsEnabled: false })
    expect(await deadlines.passUntil(command('users link', args))).toMatchObject({
      code: 1,
      stdout: 'ada@example.com\tnot linked: another change of the account is not finished. Run this again\n',
    })
    if (lease) await releaseLease(database.db, lease)
    company.setDown(true)
    expect((await command('users link', args)).stdout).toContain('the identity provider cannot be asked')
    company.setDown(false)
    expect([await sharing('account-1'), accountNow('account-1')]).toEqual(before)
    expect(await database.db('account_syncs')).toEqual([])
  })

  test('where others keep the accounts, an account of two instances is all there is to it', async () => {
    const none = { OIDC_ISSUER: 'https://id.example.com', IDENTITY_DIRECTORY: 'none' }
    const args = ['--instance', 'other', '--email', 'ada@example.com', '--account', 'account-1', '--apply']
    const { code, stdout } = await command('users link', args, none)
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `ada@example.com\tlinked to the account account-1 (ada)\nada@example.com\tshares it with acme/id-of-ada\n${withinAMinute}`,
    })
    expect(await sharing('account-1')).toHaveLength(2)
    expect(await database.db('account_syncs')).toEqual([])
  })

  test('an account whose former user was deleted is linked once it is closed there', async () => {
    company.accounts.write(companyAccount('former', { id: 'account-former' }))
    await addUser('former', 'other')
    const deleted = { instanceId: 'acme', userId: 'id-of-former' }
    const lease = await acquireLease(database.db, deleted, { username: 'former', setsEnabled: true })
    await keepAccountId(database.db, deleted, 'account-former')
    const args = ['--instance', 'other', '--email', 'former@example.com', '--apply']
    const early = await command('users link', args)
    expect(early).toMatchObject({ code: 1 })
    expect(early.stdout).toContain('another change of the account is not finished. Run this again')
    expect(await sharing('account-former')).toEqual([])
    if (lease) await releaseLease(database.db, lease)
    expect(await command('users link', args)).toMatchObject({ code: 0 })
    expect(await sharing('account-former')).toEqual([['other', false]])
  })

  test('a shared account is closed when an instance is deleted that alone had its user enabled', async () => {
    await insertInstance(database.db, { id: 'doomed', name: 'Doomed' })
    company.accounts.write(companyAccount('doomed', { id: 'account-doomed' }))
    await addUser('doomed', 'doomed')
    await addUser('doomed', 'other', false)
    const both = { account_id: 'account-doomed', account_shared: true }
    await database.db('users').where({ username: 'doomed' }).update(both)
    const deletion = runCommandHere('instances', ['delete', 'doomed'], variables(), 'doomed')
    expect(await deletion).toMatchObject({ code: 0 })
    expect(await sharing('account-doomed')).toEqual([['other', true]])
    // The job is due to look at the account.
    const owner = { instanceId: 'other', userId: 'id-of-doomed' }
    expect(await syncSharedAccount(await openContext(), owner)).toBe('finished')
    expect(accountNow('account-doomed')).toMatchObject({ enabled: false, endedSessions: 1 })
  })

  test('of commands that link one account at once none leaves it unshared', async () => {
    company.accounts.write(companyAccount('race', { id: 'account-race' }))
    const instances = ['acme', 'other', 'third']
    for (const instance of instances) await addUser('race', instance)
    const context = await openContext()
    // What each of the commands does. `users-link.heavy.test.ts` runs the commands.
    const linkOne = async (instance: string) => {
      const row = await findUser(database.db, instance, 'id-of-race')
      if (!row || row.account_id !== null) return
      const found = await findLinkable(context, instance, row, { named: undefined, allowUnverified: false })
      if (found.state === 'linkable') await linkAccount(context, instance, row, found)
    }
    const linkAll = () => Promise.all(instances.map(linkOne))
    await linkAll()
    const linked = await sharing('account-race')
    if (linked.length > 1) expect(new Set(linked.map(([, isShared]) => isShared))).toEqual(new Set([true]))
    // Who came too late is told to run it again.
    while ((await sharing('account-race')).length < 3) await linkAll()
    expect((await sharing('account-race')).map(([, isShared]) => isShared)).toEqual([true, true, true])
  })

  test('takes an account from a user again', async () => {
    expect((await link('--email', 'known@example.com', '--unlink')).stdout).toContain('Nothing was changed.')
    expect(await accountOf('known')).toBe('account-9')
    await link('--email', 'known@example.com', '--unlink', '--apply')
    expect(await accountOf('known')).toBeNull()
  })

  test('a mistake is said', async () => {
    const none = { OIDC_ISSUER: 'https://id.example.com', IDENTITY_DIRECTORY: 'none' }
    const mistakes = [
      [await command('users link', []), 'Name the instance'],
      [await link('--account', 'x'), '--account, --unlink and --unshare need --email'],
      [await link('--email', 'ada@example.com', '--account', '..'), '--account takes the id of an account.'],
      [await link('--email', 'x@example.com'), 'No user of acme has the email address x@example.com.'],
      [await command('users link', ['--instance', 'acme'], none), 'nobody can be asked'],
      [await command('users link', ['--instance', 'missing']), 'There is no instance missing.'],
    ] as const
    for (const [{ code, stderr }, text] of mistakes) {
      expect(code).toBe(1)
      expect(stderr).toContain(text)
    }
  })
})

describe('the first administrator, with a directory of accounts', () => {
  const grantAdministrator = (email: string) => command('instances', ['create', 'acme', '--administrator', email])

  test('gets an account, and again a password until the first sign-in', async () => {
    const first = await grantAdministrator('root@example.com')
    expect(first).toMatchObject({ code: 0, stderr: '' })
    const [account] = company.accounts.list().filter(({ username }) => username === 'root@example.com')
    expect(account).toMatchObject({ mustChange: true, enabled: true })
    const again = await grantAdministrator('root@example.com')
    expect(again.stdout).toContain('temporary password')
    expect(again.stdout).not.toBe(first.stdout)

    const [current] = company.accounts.list().filter(({ id }) => id === account?.id)
    if (current) company.accounts.write({ ...current, mustChange: false })
    expect((await grantAdministrator('root@example.com')).stdout).toContain(
      'signs in with the password that is known already',
    )
    expect(company.accounts.find(account?.id ?? '')).toMatchObject({ passwordHash: current?.passwordHash })
  })

  test('who has an account already is told how to take it', async () => {
    company.accounts.write(companyAccount('boss@example.com', { email: 'boss@example.com', id: 'account-boss' }))
    const { code, stdout } = await grantAdministrator('boss@example.com')
    expect(code).toBe(0)
    expect(stdout).toContain('npm run users -- link --instance acme --email boss@example.com --apply')
    // Also when it is said again.
    expect(await grantAdministrator('boss@example.com')).toMatchObject({ code: 0 })
    await link('--email', 'boss@example.com', '--apply')
    expect(await accountOf('boss@example.com')).toBe('account-boss')
  })

  test('who is one of another instance is linked by the advice as it is printed, and keeps the password', async () => {
    await grantAdministrator('twice@example.com')
    const [account] = company.accounts.list().filter(({ username }) => username === 'twice@example.com')
    const grantBeta = () => command('instances', ['create', 'beta', '--administrator', 'twice@example.com'])
    const { stdout } = await grantBeta()
    const [, advised = ''] = /npm run users -- link (.*)\n/.exec(stdout) ?? []
    // Whoever has made the account up in acme must not become an administrator of beta without a word.
    const first = await command('users link', advised.split(' '))
    expect(first).toMatchObject({ code: 1, stderr: '' })
    expect(first.stdout).toMatch(/, which is that of acme\/\S+: the address is not verified. --unverified takes it/)
    expect(await command('users link', [...advised.split(' '), '--unverified'])).toMatchObject({ code: 0, stderr: '' })
    expect(await sharing(account?.id ?? '')).toEqual([
      ['acme', true],
      ['beta', true],
    ])
    // An account whose password was never changed would get another one.
    for (const grant of [grantBeta, () => grantAdministrator('twice@example.com')])
      expect((await grant()).stdout).toContain('signs in with the password that is known already')
    expect(company.accounts.find(account?.id ?? '')).toEqual({ ...account, owner: null })
  })

  test('nobody is appointed while the provider is down, and nothing is half', async () => {
    company.setDown(true)
    const { code, stderr } = await grantAdministrator('late@example.com')
    company.setDown(false)
    expect(code).toBe(1)
    expect(stderr).toContain('The identity provider cannot be reached')
    expect(await accountOf('late@example.com')).toBeUndefined()
    expect((await grantAdministrator('late@example.com')).stdout).toContain('temporary password')
  })
})

const withinAMinute = 'Servers that know an account as nobody’s take it for the user within a minute.\n'
