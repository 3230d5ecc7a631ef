import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { UserUpdate } from '../../sdk/src/index.ts'
import { insertUser, type UserRow } from '../../server/db/users.ts'
import { companyAccount, type CompanyAccount } from '../helpers/programs/company/accounts.ts'
import {
  directorySettings,
  startCompany,
  type Company,
  type CompanyOptions,
} from '../helpers/programs/company/company.ts'
import { faultsOf } from '../helpers/faults.ts'
import { refusal, settle } from '../helpers/outcomes.ts'
import { trigger } from '../helpers/schedules.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

describe.each<[string, CompanyOptions]>([
  ['SCIM', { kind: 'scim' }],
  ['Keycloak', { kind: 'keycloak' }],
])('an account of users of two instances, with %s', (_name, options) => {
  let company: Company
  let service: TestService
  beforeAll(async () => {
    company = await startCompany(options)
    const { oidcIssuer: _, ...directory } = directorySettings(options.kind, company.url)
    service = await startTestService(directory, { jobTimings: { pollSeconds: 0.5, schedulePollSeconds: 0.5 } })
  })
  afterAll(async () => {
    expect(company.faults).toEqual([])
    await service.close()
    await company.close()
  })
  beforeEach(() => company.replaceBy(null))

  const syncs = () => service.db('account_syncs')
  const triggerJob = () => trigger(service.db, 'sync-due-accounts')
  /** What waits for its time is due now, and the next job syncs it. */
  const untilSynced = () =>
    vi.waitFor(
      async () => {
        await syncs()
          .where({ state: 'pending' })
          .update({ due_at: service.db.raw(`now() - interval '1 minute'`) })
        await triggerJob()
        expect(await syncs()).toEqual([])
      },
      { timeout: 60_000, interval: 200 },
    )

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
      await insertUser(service.db, instance, {
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

  test('is closed when its last enabled user is gone, and never removed', async () => {
    const { here, there, account } = await addShared('left', { owner: 'acme/acme-left' })
    await service.acme().users.update(here, { enabled: false })
    await service.other().users.update(there, { enabled: false })
    for (const table of ['user_sign_in_names', 'users'])
      await service
        .db(table)
        .where(table === 'users' ? { id: here } : { user_id: here })
        .delete()
    await untilSynced()
    expect(account()).toMatchObject({ enabled: false })
  })

  test('that the provider has closed for reasons of its own is not opened by a disable', async () => {
    const { here, account } = await addShared('locked', { enabled: false })
    await service.acme().users.update(here, { enabled: false })
    await untilSynced()
    expect(account()).toMatchObject({ enabled: false })
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
        await triggerJob()
        await vi.waitFor(async () => expect(await syncs().whereRaw('due_at > now()')).not.toEqual([]), 20_000)
      }
      company.replaceBy(null)
      await untilSynced()
      const users = await service.db<UserRow>('users').where({ account_id: account()?.id ?? '' })
      expect(account()).toMatchObject({ enabled: users.some(({ enabled }) => enabled) })
    }
  })
})
