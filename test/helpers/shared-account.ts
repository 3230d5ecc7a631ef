import { serviceOrigin } from '../../server/db/query/recorded.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { UserUpdate } from '../../sdk/src/index.ts'
import { acquireLease, enqueueSharedSync } from '../../server/db/account-syncs.ts'
import { findUser, insertUser, lockAuthority, type UserRow } from '../../server/db/users.ts'
import type { AccountDirectory } from '../../server/identity/directory.ts'
import type { Accounts } from '../../server/identity/sync-account.ts'
import { syncDueAccounts } from '../../server/identity/sync-due-accounts.ts'
import { syncSharedAccount } from '../../server/identity/sync-shared-account.ts'
import { findLinkable, linkAccount, unlinkAccount } from '../../server/identity/link-account.ts'
import { human } from './data/agents.ts'
import { userInput } from './data/users.ts'
import { companyAccount, type CompanyAccount } from './programs/company/accounts.ts'
import { type Company, type CompanyOptions } from './programs/company/company.ts'
import { stopDeadlines } from './deadlines.ts'
import { faultsOf } from './faults.ts'
import { refusal, settle } from './outcomes.ts'
import { countLockWaits } from './lock-waits.ts'
import { trigger } from './schedules.ts'
import { type TestService } from './service.ts'
import { until } from './until.ts'
import { startCompanyService } from './company-service.ts'

/** What is true of an account of users of two instances, whatever directory it is in. */
export function describeSharedAccount(options: CompanyOptions): void {
  stopDeadlines()
  let started: Awaited<ReturnType<typeof startCompanyService>>
  let company: Company
  let service: TestService
  /** What commands have, and the job. */
  let context: Accounts
  beforeAll(async () => {
    started = await startCompanyService(options)
    ;({ company, service, accounts: context } = started)
  })
  afterAll(() => started.close())
  beforeEach(() => company.replaceBy(null))

  const syncs = () => service.db('account_syncs')
  const triggerJob = () => trigger(service.db, 'sync-due-accounts')
  /** What waits for its time is due now, and is synced as the job does it, without a wait for the job. */
  const untilSynced = () =>
    until(async () => {
      await syncs()
        .where({ state: 'pending' })
        .update({ due_at: service.db.raw(`now() - interval '1 minute'`) })
      await syncDueAccounts(context, new AbortController().signal)
      expect(await syncs()).toEqual([])
    })

  /** One person with one account: a user of `acme`, and one of `other` under the same names. */
  async function addShared(username: string, account: Partial<CompanyAccount> = {}) {
    const id = `account-of-${username}`
    company.accounts.write(companyAccount(username, { id, ...account }))
    const names = {
      username,
      email: `${username}@example.com`,
      name: 'Ada',
      middle_name: null,
      family_name: 'Lovelace',
    }
    for (const instance of ['acme', 'other']) {
      await insertUser(service.db, serviceOrigin(instance, 'test'), {
        id: `${instance}-${username}`,
        ...names,
        enabled: true,
        roles: ['Viewer'],
      })
      await user(instance, username).update({ account_id: id, account_shared: true })
    }
    const before = company.accounts.find(id)
    return { here: `acme-${username}`, there: `other-${username}`, account: () => company.accounts.find(id), before }
  }
  const removeUser = async (id: string) => {
    await service.db('user_sign_in_names').where({ user_id: id }).delete()
    await service.db('users').where({ id }).delete()
  }
  const user = (instance: string, username: string) =>
    service
      .db<UserRow & { instance_id: string }>('users')
      .where({ instance_id: instance, id: `${instance}-${username}` })

  test.each<[string, UserUpdate, string[]]>([
    ['password', { temporaryPassword: 'another-horse-battery' }, ['temporaryPassword']],
    ['username', { username: 'lovelace' }, ['username']],
    ['email', { email: 'lovelace@example.com', enabled: false }, ['email']],
    ['names', { name: 'A', middleName: 'B', familyName: null }, ['familyName', 'middleName', 'name']],
  ])('nobody in one instance changes its %s', async (what, change, fields) => {
    const { here, account, before } = await addShared(`kept-${what}`)
    const read = await service.acme().users.get(here)
    const asked = company.requests()
    const refused = await refusal(service.acme().users.update(here, change))
    expect(refused).toMatchObject({ status: 409, code: 'account_shared' })
    expect(faultsOf(refused)).toEqual(fields.map((field) => `body /${field} managed_elsewhere`))
    expect(refused.message).toContain('kept by the operator')
    expect(JSON.stringify([refused.message, refused.errors])).not.toMatch(/other|instance/)
    expect([account(), company.requests(), await syncs()]).toEqual([before, asked, []])
    expect(await service.acme().users.get(here)).toEqual(read)
  })

  test('is linked to a second user, whatever the provider, and nobody’s from then on', async () => {
    const input = userInput('linked', { middleName: 'King' })
    const { id } = await service.acme().users.create(input)
    const [account] = company.accounts.list().filter(({ username }) => username === 'linked')
    const second = { id: 'second', username: 'linked', email: input.email, name: 'Other', roles: [], enabled: true }
    await insertUser(service.db, serviceOrigin('other', 'test'), { ...second, middle_name: null, family_name: null })
    const row = await findUser(service.db, 'other', 'second')
    if (!row || !account) throw new Error('Nobody is there.')
    const found = await findLinkable(context, 'other', row, { named: undefined, allowUnverified: true })
    if (found.state !== 'linkable') throw new Error(`The account is ${found.state}.`)
    expect(await linkAccount(context, 'other', row, found)).toBe('linked')
    await untilSynced()
    expect(company.accounts.find(account.id)).toEqual({ ...account, owner: null })
    expect(await refusal(service.acme().users.update(id, { name: 'X' }))).toMatchObject({ code: 'account_shared' })

    // A repeated creation looks for what an earlier one has left behind: this is nothing of that kind.
    await removeUser(id)
    expect(await refusal(service.acme().users.create(input))).toMatchObject({ status: 409 })
    expect(company.accounts.find(account.id)).toEqual({ ...account, owner: null })
  })

  test('of an unlinked user is the account of the others alone: the user is changed here, and gets no second one', async () => {
    const { here, there, account, before } = await addShared('parted')
    const owner = { instanceId: 'acme', userId: here }
    const row = await findUser(service.db, 'acme', here)
    if (!row) throw new Error('Nobody is there.')
    await unlinkAccount(context, owner, row, account()?.id ?? '')
    await untilSynced()
    expect(await service.acme().users.update(here, { name: 'X', enabled: false })).toMatchObject({ name: 'X' })
    const password = { temporaryPassword: 'another-horse-battery' }
    expect(await refusal(service.acme().users.update(here, password))).toMatchObject({ code: 'username_taken' })
    await untilSynced()
    expect(account()).toEqual(before)
    await service.other().users.update(there, { enabled: false })
    await untilSynced()
    expect(account()).toMatchObject({ enabled: false })
  })

  test('a change that waited while it was shared is not made', async () => {
    const { here, account, before } = await addShared('waited')
    const owner = { instanceId: 'acme', userId: here }
    const holder = await service.db.transaction()
    await acquireLease(holder, owner, { username: 'waited', setsEnabled: false })
    await user('acme', 'waited').update({ account_shared: false })
    const changes = [{ name: 'X' }, { temporaryPassword: 'another-horse-battery' }]
    const asked = settle(changes.map((change) => service.acme().users.update(here, change)))
    await until(async () => expect(await countLockWaits(service.db)).toBe(2))
    await user('acme', 'waited').update({ account_shared: true })
    await holder.rollback()
    const { refusals } = await asked
    expect(refusals.map(({ status }) => status)).toEqual([503, 503])
    await untilSynced()
    expect(account()).toEqual(before)
  })

  test('nothing is told of it, and the provider is not asked', async () => {
    const { here } = await addShared('untold', {
      enabled: false,
      signedInAt: Date.parse('2026-11-21T09:41:07Z'),
      name: 'Else',
    })
    const asked = company.requests()
    expect(await service.acme().users.getAccount(here)).toEqual({
      state: 'kept_elsewhere',
      lastSignInAt: null,
      hasTemporaryPassword: null,
      refused: null,
      isChanging: false,
    })
    expect(company.requests()).toBe(asked)
  })

  test('roles and what differs in nothing are changed as ever', async () => {
    const { here, account, before } = await addShared('whole')
    const read = await service.acme().users.get(here)
    await service.acme().users.update(here, { ...read, roles: ['Editor'] })
    expect(await service.acme().users.get(here)).toMatchObject({ roles: ['Editor'], name: 'Ada' })
    expect(await refusal(service.acme().users.update(here, { name: 'X' }, { ifMatch: '"1"' }))).toMatchObject({
      status: 412,
    })
    expect([account(), await syncs()]).toEqual([before, []])
  })

  test('is open while one instance has it enabled, closed with none, and open with one again', async () => {
    const { here, there, account } = await addShared('doors')
    const claims = { sub: account()?.id, client_id: 'app', instances: ['acme', 'other'] }
    const own = (instance: string) => service.client('Viewer', claims).instance(instance).me()
    await service.acme().users.update(here, { enabled: false })
    await expect(own('acme')).rejects.toMatchObject({ code: 'user_disabled' })
    await untilSynced()
    expect(account()).toMatchObject({ enabled: true, endedSessions: 0 })
    expect(await own('other')).toMatchObject({ user: { id: there } })

    await service.other().users.update(there, { enabled: false })
    await untilSynced()
    expect(account()).toMatchObject({ enabled: false })
    await service.acme().users.update(here, { ...(await service.acme().users.get(here)), enabled: true })
    await untilSynced()
    expect(account()).toMatchObject({ enabled: true })
    await expect(own('other')).rejects.toMatchObject({ code: 'user_disabled' })
  })

  test('is open while a user of it is enabled, closed when the last one is deleted, and never removed', async () => {
    const { here, there, account, before } = await addShared('left', { owner: 'acme/acme-left' })
    await service.acme().users.delete(here)
    await untilSynced()
    expect(account()).toEqual(before)
    await service.other().users.delete(there)
    await untilSynced()
    expect(account()).toMatchObject({ enabled: false })
  })

  test('is left to the job when its user is deleted while somebody works on the account', async () => {
    const { here, account, before } = await addShared('worked-on', { owner: 'acme/acme-worked-on' })
    await user('acme', 'worked-on').update({ account_shared: false })
    const held = company.hold(1)
    const change = refusal(service.acme().users.update(here, { name: 'X' }))
    await held.arrived
    await user('acme', 'worked-on').update({ account_shared: true })
    await service.acme().users.delete(here)
    held.release()
    expect([404, 503]).toContain((await change).status)
    await untilSynced()
    expect(account()).toMatchObject({ id: before?.id, enabled: true })
  })

  test('that the provider has closed for reasons of its own is not opened by a disable', async () => {
    const { here, account } = await addShared('locked', { enabled: false })
    await service.acme().users.update(here, { enabled: false })
    await untilSynced()
    expect(account()).toMatchObject({ enabled: false })
  })

  test('is open when an instance closes it after another has opened it', async () => {
    const { here, there, account } = await addShared('crossed')
    await user('other', 'crossed').update({ enabled: false })
    await service.acme().users.update(here, { enabled: false })
    const { directory } = context
    const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const setEnabled: AccountDirectory['setEnabled'] = async (...call) => {
      asked.resolve()
      await released.promise
      return directory.setEnabled(...call)
    }
    const slow = { ...context, directory: { ...directory, setEnabled } }
    const closing = syncSharedAccount(slow, { instanceId: 'acme', userId: here })
    await asked.promise
    await service.other().users.update(there, { enabled: true })
    await syncSharedAccount(context, { instanceId: 'other', userId: there })
    released.resolve()
    expect(await closing).toBe('lost')
    await untilSynced()
    expect(account()).toMatchObject({ enabled: true })
  })

  test('is opened for an enable that was read before a disable closed it', async () => {
    const { here, there, account } = await addShared('stale')
    await service.other().users.update(there, { enabled: false })
    const transaction = await service.db.transaction()
    await lockAuthority(transaction, 'acme')
    const enabling = service.acme().users.update(here, { enabled: true })
    await until(async () => expect(await countLockWaits(service.db)).toBe(1))
    await transaction('users').where({ id: here }).update({ enabled: false })
    company.accounts.write({ ...companyAccount('stale'), ...account(), enabled: false })
    await transaction.commit()
    await enabling
    await untilSynced()
    expect(account()).toMatchObject({ enabled: true })
  })

  test('keeps no other change of the instance waiting while somebody works on it', async () => {
    const { here } = await addShared('queued')
    const transaction = await service.db.transaction()
    const sync = { username: 'queued', accountId: 'account-of-queued', opens: false }
    await enqueueSharedSync(transaction, { instanceId: 'acme', userId: here }, sync)
    const disabling = service.acme().users.update(here, { enabled: false })
    await until(async () => expect(await countLockWaits(service.db)).toBe(1))
    await service.acme().agents.create(human)
    await transaction.commit()
    await disabling
    await untilSynced()
  })

  test('is as its users are after many changes in both instances, and while the provider is away', async () => {
    const { here, there, account } = await addShared('busy')
    const change = (at: number) => {
      const [instance, id] = at % 2 === 0 ? [service.acme(), here] : [service.other(), there]
      return instance.users.update(id, { enabled: at % 3 === 0 })
    }
    for (const away of [null, { status: 403, body: '' }]) {
      company.replaceBy(away)
      const [{ refusals }] = await Promise.all([
        settle(Array.from({ length: 12 }, (_, at) => change(at))),
        triggerJob(),
      ])
      expect(refusals).toEqual([])
      if (away) {
        // The job tries it, and leaves it for later.
        await until(async () => {
          await syncDueAccounts(context, new AbortController().signal)
          expect(await syncs().where('attempts', '>', 1)).not.toEqual([])
        })
      }
      company.replaceBy(null)
      await untilSynced()
      const users = await service.db<UserRow>('users').where({ account_id: account()?.id ?? '' })
      expect(account()).toMatchObject({ enabled: users.some(({ enabled }) => enabled) })
    }
  })
}
