import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Role } from '../../contract/rules/roles.ts'
import type { UserCreate, UserUpdate } from '../../sdk/src/index.ts'
import { acquireLease, keepAccountId } from '../../server/db/account-syncs.ts'
import { lockAuthority } from '../../server/db/users.ts'
import type { Accounts } from '../../server/identity/sync-account.ts'
import { syncDueAccounts } from '../../server/identity/sync-due-accounts.ts'
import { companyAccount, hashForTest } from './programs/company/accounts.ts'
import { type Company, type CompanyOptions } from './programs/company/company.ts'
import { stopDeadlines } from './deadlines.ts'
import { faultsOf } from './faults.ts'
import { countLockWaits } from './lock-waits.ts'
import { refusal, settle } from './outcomes.ts'
import { trigger } from './schedules.ts'
import { type TestService } from './service.ts'
import { userInput } from './data/users.ts'
import { until } from './until.ts'
import { startCompanyService } from './company-service.ts'

const password = 'correct-horse-battery'

/** The directories that companies have. The rules of the service are the same with each. */
export const directories = {
  'SCIM with PATCH': { kind: 'scim' },
  'SCIM without PATCH': { kind: 'scim', patches: false },
  Keycloak: { kind: 'keycloak' },
} satisfies Record<string, CompanyOptions>

/** What is true of users whose accounts are in a directory. */
export function describeDirectory(options: CompanyOptions): void {
  const deadlines = stopDeadlines()
  let started: Awaited<ReturnType<typeof startCompanyService>>
  let company: Company
  let service: TestService
  let accounts: Accounts
  beforeAll(async () => {
    started = await startCompanyService(options)
    ;({ company, service, accounts } = started)
  })
  afterAll(() => started.close())

  beforeEach(() => {
    company.setDown(false)
    company.replaceBy(null)
  })

  const acme = (role?: Role) => service.keyless(role).users
  const create = (username: string, changes: Partial<UserCreate> = {}) => acme().create(userInput(username, changes))
  const accountsOf = (username: string) => company.accounts.list().filter((one) => one.username === username)
  const usersOf = async (username: string) => (await acme().list({ username })).items
  const changes = () => service.db('account_syncs')
  /** What waits for its time is due now, and is synced as the job does it, without a wait for the job. */
  const untilSynced = async () => {
    await changes().update({ due_at: service.db.raw(`now() - interval '1 minute'`) })
    await until(async () => {
      await syncDueAccounts(accounts, new AbortController().signal)
      expect(await changes()).toEqual([])
    })
  }

  test('a new user has an account that says whose it is, with a password that must be replaced', async () => {
    const user = await create('ada', { middleName: 'King', familyName: 'Lovelace', roles: ['Viewer'] })
    expect(accountsOf('ada')).toMatchObject([
      {
        email: 'ada@example.com',
        name: 'Ada',
        middleName: 'King',
        familyName: 'Lovelace',
        enabled: true,
        owner: `acme/${user.id}`,
        passwordHash: hashForTest(password),
        mustChange: true,
      },
    ])
    expect(await changes()).toEqual([])
    expect(await service.db('user_credentials')).toEqual([])
  })

  test('names, email address and username change on both sides, and roles here alone', async () => {
    const { id } = await create('grace', { middleName: 'B', familyName: 'Hopper' })
    const before = company.requests()
    await acme().update(id, { roles: ['Editor'] })
    expect(company.requests()).toBe(before)
    await acme().update(id, {
      username: 'amazing',
      email: 'amazing@example.org',
      name: 'G',
      middleName: null,
    })
    const names = { username: 'amazing', email: 'amazing@example.org', name: 'G', middleName: null }
    expect(accountsOf('amazing')).toMatchObject([{ ...names, familyName: 'Hopper', owner: `acme/${id}` }])
    expect(await acme().get(id)).toMatchObject({ ...names, familyName: 'Hopper', roles: ['Editor'] })
    expect(accountsOf('grace')).toEqual([])
  })

  test('an administrator sets another temporary password', async () => {
    const { id } = await create('forgot')
    const [account] = accountsOf('forgot')
    if (account) company.accounts.write({ ...account, mustChange: false })
    await acme().update(id, { temporaryPassword: 'another-horse-battery' })
    expect(accountsOf('forgot')).toMatchObject([
      { passwordHash: hashForTest('another-horse-battery'), mustChange: true },
    ])
  })

  test('a disabled user cannot sign in and has no session; an enabled one can', async () => {
    const { id } = await create('eve')
    const [before] = accountsOf('eve')
    await acme().update(id, { enabled: false })
    const [disabled] = accountsOf('eve')
    expect(disabled?.enabled).toBe(false)
    expect(disabled?.endedSessions).toBeGreaterThan(before?.endedSessions ?? 0)
    await acme().update(id, { enabled: true })
    expect(accountsOf('eve')).toMatchObject([{ enabled: true }])
  })

  test('a name that an account of somebody else has is taken, and nothing is kept', async () => {
    company.accounts.write(companyAccount('elsewhere'))
    const { id } = await create('renamed')
    const asked: [() => Promise<unknown>, string][] = [
      [() => create('elsewhere', { email: 'free@example.com' }), 'username'],
      [() => create('free', { email: 'ELSEWHERE@example.com' }), 'email'],
      [() => acme().update(id, { username: 'Elsewhere' }), 'username'],
      [() => acme().update(id, { email: 'elsewhere@example.com', name: 'X' }), 'email'],
    ]
    for (const [ask, name] of asked) {
      const refused = await refusal(ask())
      expect(refused).toMatchObject({ status: 409, code: `${name}_taken` })
      expect(faultsOf(refused)).toEqual([`body /${name} taken`])
    }
    expect([await usersOf('elsewhere'), await usersOf('free'), accountsOf('free')]).toEqual([[], [], []])
    expect(accountsOf('renamed')).toMatchObject([{ email: 'renamed@example.com', name: 'Ada' }])
    expect(await acme().get(id)).toMatchObject({
      username: 'renamed',
      email: 'renamed@example.com',
      name: 'Ada',
    })
    expect(await changes()).toEqual([])
  })

  test('a password that the provider refuses is pointed at, and nothing is kept', async () => {
    const refused = await refusal(create('short', { temporaryPassword: 'twelve-chars' }))
    expect(refused).toMatchObject({ status: 422, code: 'account_refused' })
    expect(faultsOf(refused)).toEqual(['body /temporaryPassword refused'])
    expect([await usersOf('short'), accountsOf('short')]).toEqual([[], []])

    const { id } = await create('kept')
    const change = { name: 'Augusta', username: 'not-kept', temporaryPassword: 'twelve-chars' }
    expect(await refusal(acme().update(id, change))).toMatchObject({ status: 422, code: 'account_refused' })
    expect(accountsOf('kept')).toMatchObject([{ name: 'Ada', passwordHash: hashForTest(password) }])
    expect(await acme().get(id)).toMatchObject({ username: 'kept', name: 'Ada' })
  })

  test('an account whose creation nobody heard of is removed', async () => {
    company.loseAnswer('POST')
    expect(await refusal(create('unheard'))).toMatchObject({ status: 503 })
    if (options.kind === 'scim') expect(accountsOf('unheard')).toHaveLength(1)
    expect(await usersOf('unheard')).toEqual([])
    await untilSynced()
    expect(accountsOf('unheard')).toEqual([])
  })

  test('what it left behind, while nobody can look for it, is no other user of the name', async () => {
    company.loseAnswer('POST')
    const send = () => acme().create(userInput('sought'), { idempotencyKey: 'sought' })
    expect(await refusal(send())).toMatchObject({ status: 503 })
    // With SCIM, two requests before find out which name is taken.
    company.refuseNext('GET', 503, options.kind === 'scim' ? 2 : 0)
    expect(await refusal(send())).toMatchObject({ status: 503 })
    const user = await send()
    expect(accountsOf('sought')).toMatchObject([{ owner: `acme/${user.id}` }])
  })

  test('a change whose answer is lost is not made', async () => {
    const { id } = await create('lost')
    company.loseAnswer(options.kind === 'scim' && options.patches !== false ? 'PATCH' : 'PUT')
    expect(await refusal(acme().update(id, { username: 'found', name: 'X' }))).toMatchObject({ status: 503 })
    await untilSynced()
    expect(accountsOf('lost')).toMatchObject([{ name: 'Ada', owner: `acme/${id}` }])
    expect(await acme().get(id)).toMatchObject({ username: 'lost', name: 'Ada' })
  })

  test('a user whose account is gone can be changed, and gets another account with a temporary password', async () => {
    const { id } = await create('gone')
    company.accounts.remove(accountsOf('gone')[0]?.id ?? '')
    expect(await acme().update(id, { name: 'X' })).toMatchObject({ name: 'X' })
    expect(accountsOf('gone')).toEqual([])
    await acme().update(id, { temporaryPassword: password })
    expect(accountsOf('gone')).toMatchObject([{ name: 'X', owner: `acme/${id}`, mustChange: true }])
    const claims = { sub: accountsOf('gone')[0]?.id, client_id: 'app' }
    await acme().update(id, { roles: ['Viewer'] })
    const me = await service.client('Viewer', claims).instance('acme').me()
    expect(me.user?.id).toBe(id)
  })

  test('a deleted user has no account, and the names are free on both sides', async () => {
    const { id } = await create('leaver')
    await acme().delete(id)
    expect([accountsOf('leaver'), await usersOf('leaver'), await changes()]).toEqual([[], [], []])
    const again = await create('leaver')
    expect(accountsOf('leaver')).toMatchObject([{ owner: `acme/${again.id}` }])
  })

  test('of an account is told what the provider says now', async () => {
    const { id } = await create('told', { familyName: 'Lovelace', middleName: 'King' })
    const isKeycloak = options.kind === 'keycloak'
    const fresh = { lastSignInAt: null, refused: [], isChanging: false }
    const told = { ...fresh, state: 'open', hasTemporaryPassword: isKeycloak ? true : null }
    expect(await acme().getAccount(id)).toEqual(told)

    const [account] = accountsOf('told')
    const signedInAt = Date.parse('2026-11-21T09:41:07.000Z')
    const elsewhere = { username: 'Told', mustChange: false, enabled: false, name: 'Augusta', familyName: null }
    if (account) company.accounts.write({ ...account, ...elsewhere, signedInAt })
    expect(await acme('Manager').getAccount(id)).toEqual({
      state: 'closed',
      lastSignInAt: isKeycloak ? '2026-11-21T09:41:07.000Z' : null,
      hasTemporaryPassword: isKeycloak ? false : null,
      refused: ['name', 'familyName'],
      isChanging: false,
    })
    company.accounts.remove(account?.id ?? '')
    const missing = { ...fresh, state: 'missing', hasTemporaryPassword: null, refused: null }
    expect(await acme().getAccount(id)).toEqual(missing)
  })

  test('an account is nobody’s from then on, and the same in all else', async () => {
    await create('disowned', { middleName: 'King' })
    const [account] = accountsOf('disowned')
    const { directory } = accounts
    expect(await directory.disown(account?.id ?? '', new AbortController().signal)).toEqual({ state: 'changed' })
    expect(accountsOf('disowned')).toEqual([{ ...account, owner: null }])
  })

  test('the account is the user: its id in a token opens what the roles of the user open', async () => {
    const user = await create('token', { roles: ['Manager'] })
    const claims = { sub: accountsOf('token')[0]?.id, client_id: 'app', roles: [] }
    const me = await service.client('Viewer', claims).instance('acme').me()
    expect(me).toMatchObject({ kind: 'user', user: { id: user.id }, roles: ['Manager'] })
    // The user's own id is nobody's account.
    const own = service.client('Viewer', { ...claims, sub: user.id }).instance('acme')
    expect(await own.me()).toMatchObject({ user: null, roles: [] })
  })

  test('no record names the account, which nobody is shown', async () => {
    const { id } = await create('unnamed')
    await acme().update(id, { enabled: false })
    const records: unknown[] = await service.db('changes').where({ resource_id: id })
    expect(records).toHaveLength(2)
    expect(JSON.stringify(records)).not.toContain(accountsOf('unnamed')[0]?.id ?? 'none')
  })

  test('a user who is created disabled has a disabled account', async () => {
    await create('asleep', { enabled: false })
    expect(accountsOf('asleep')).toMatchObject([{ enabled: false }])
  })

  test('an account that the provider has closed for reasons of its own stays closed while its user is changed', async () => {
    const { id } = await create('locked')
    const [account] = accountsOf('locked')
    if (account) company.accounts.write({ ...account, enabled: false })
    await acme().update(id, { familyName: 'X', temporaryPassword: 'another-horse-battery' })
    expect(accountsOf('locked')).toMatchObject([{ enabled: false, familyName: 'X' }])
    await acme().update(id, { enabled: true })
    expect(accountsOf('locked')).toMatchObject([{ enabled: true }])
  })

  test('while the provider is down nothing is changed, and the same request succeeds when it is back', async () => {
    const { id } = await create('before')
    company.setDown(true)
    const raw = await service.request('/instances/acme/users', {
      method: 'POST',
      body: userInput('during'),
    })
    expect([raw.status, raw.headers.get('retry-after')]).toEqual([503, '5'])
    const input = userInput('during')
    const idempotencyKey = `during-${options.kind}-${String(options.patches)}`
    const refused = await refusal(service.acme().users.create(input, { idempotencyKey }))
    expect(refused).toMatchObject({
      status: 503,
      code: 'temporarily_unavailable',
    })
    const changes = [{ name: 'X' }, { enabled: true }, { username: 'y', enabled: false }]
    const asked = Promise.all(changes.map((change) => refusal(acme().update(id, change))))
    for (const change of await deadlines.passUntil(asked)) expect(change).toMatchObject({ status: 503 })
    expect(await acme().get(id)).toMatchObject({ username: 'before', name: 'Ada', enabled: true })
    company.setDown(false)
    await untilSynced()
    expect([await usersOf('during'), accountsOf('during')]).toEqual([[], []])
    expect(accountsOf('before')).toMatchObject([{ name: 'Ada', enabled: true }])
    const user = await service.acme().users.create(input, { idempotencyKey })
    expect(accountsOf('during')).toMatchObject([{ owner: `acme/${user.id}` }])
  })

  test('a user is disabled here at once while the provider is down, and there when it is back', async () => {
    const { id } = await create('fired', { roles: ['Viewer'] })
    const claims = { sub: accountsOf('fired')[0]?.id, client_id: 'app' }
    const own = service.client('Viewer', claims).instance('acme')
    await own.me()
    const whole = await acme().get(id)
    company.setDown(true)
    // Also when everything else is sent back as it was read.
    expect(await acme().update(id, { ...whole, enabled: false })).toMatchObject({ enabled: false })
    await expect(own.me()).rejects.toMatchObject({ code: 'user_disabled' })
    expect(accountsOf('fired')).toMatchObject([{ enabled: true }])
    company.setDown(false)
    await changes().update({ due_at: service.db.raw(`now() - interval '1 minute'`) })
    await trigger(service.db, 'sync-due-accounts')
    await until(async () => expect(await changes()).toEqual([]))
    expect(accountsOf('fired')).toMatchObject([{ enabled: false }])
  })

  test('a disable that is refused disturbs no other change of the user', async () => {
    const { id } = await create('undisturbed')
    await acquireLease(service.db, { instanceId: 'acme', userId: id }, { username: 'undisturbed', setsEnabled: false })
    expect(await refusal(acme().update(id, { enabled: false }, { ifMatch: '"0"' }))).toMatchObject({ status: 412 })
    expect(await changes().where({ user_id: id })).toMatchObject([{ state: 'leased' }])
    await untilSynced()
  })

  test.runIf(options.kind === 'keycloak')(
    'an account that was created and could not be read back is removed',
    async () => {
      company.refuseNext('GET', 429)
      expect(await refusal(create('unread'))).toMatchObject({ status: 503 })
      expect(accountsOf('unread')).toHaveLength(1)
      await untilSynced()
      expect(accountsOf('unread')).toEqual([])
    },
  )

  test('what it left behind is no hindrance to the same request', async () => {
    company.loseAnswer('POST')
    expect(await refusal(create('again'))).toMatchObject({ status: 503 })
    const user = await create('again')
    expect(accountsOf('again')).toMatchObject([{ owner: `acme/${user.id}` }])
    await untilSynced()
    expect(accountsOf('again')).toMatchObject([{ owner: `acme/${user.id}` }])
  })

  test('a user is deleted here at once while the provider is down, and there when it is back', async () => {
    const { id } = await create('leaving', { roles: ['Viewer'] })
    const [account] = accountsOf('leaving')
    // The account is found again whatever it is called meanwhile.
    if (account) company.accounts.write({ ...account, username: 'leaving-now' })
    const claims = { sub: account?.id, client_id: 'app' }
    company.setDown(true)
    await acme().delete(id)
    await expect(service.client('Viewer', claims).instance('acme').agents.list()).rejects.toMatchObject({
      code: 'role_missing',
    })
    expect(accountsOf('leaving-now')).toHaveLength(1)
    company.setDown(false)
    await untilSynced()
    expect(accountsOf('leaving-now')).toEqual([])
  })

  test('an account that was there before its user is closed, not removed', async () => {
    const account = companyAccount('linked')
    const { id } = await create('here-first')
    company.accounts.remove(accountsOf('here-first')[0]?.id ?? '')
    company.accounts.write(account)
    await service.db('users').where({ id }).update({ account_id: account.id })
    await acme().delete(id)
    expect(accountsOf('linked')).toMatchObject([{ id: account.id, enabled: false, name: 'linked' }])
    expect(await changes()).toEqual([])
  })

  test('a user who is deleted while the account is being changed is gone on both sides', async () => {
    for (const change of [{ username: 'changed-now' }, { temporaryPassword: password }, { enabled: true }]) {
      const { id } = await create('changed')
      const held = company.hold(1)
      const changing = refusal(acme().update(id, change))
      await held.arrived
      await acme().delete(id)
      held.release()
      expect([404, 503]).toContain((await changing).status)
      await untilSynced()
      expect([accountsOf('changed'), accountsOf('changed-now')]).toEqual([[], []])
    }
  })

  test('an account is removed also when the server ends right after its user was deleted', async () => {
    const { id } = await create('cut-off')
    const [account] = accountsOf('cut-off')
    const owner = { instanceId: 'acme', userId: id }
    // What the transaction of the deletion leaves.
    await acquireLease(service.db, owner, { username: 'cut-off', setsEnabled: true })
    await keepAccountId(service.db, owner, account?.id ?? null)
    await service.db('user_sign_in_names').where({ user_id: id }).delete()
    await service.db('users').where({ id }).delete()
    await untilSynced()
    expect(accountsOf('cut-off')).toEqual([])
  })

  test('while the provider is away nothing is told of an account, and a change that waits is told after', async () => {
    const { id } = await create('untold')
    company.setDown(true)
    await acme().update(id, { enabled: false })
    const refused = await refusal(acme().getAccount(id))
    expect(refused).toMatchObject({ status: 503, code: 'temporarily_unavailable' })
    expect(refused.message).toContain('so nothing can be said of the account')
    company.setDown(false)
    expect(await acme().getAccount(id)).toMatchObject({ state: 'open', isChanging: true })
    await untilSynced()
    expect(await acme().getAccount(id)).toMatchObject({ state: 'closed', isChanging: false })
  })

  test('many users are created at once, each on both sides or on neither', async () => {
    company.accounts.write(companyAccount('many-3'))
    const inputs = Array.from({ length: 12 }, (_, at) => userInput(`many-${at}`))
    const short = { ...userInput('many-short'), temporaryPassword: 'twelve-chars' }
    const { results } = await acme().createMany({ users: [...inputs, short] })
    const outcomes = results.map(({ status, code }) => `${status} ${code}`)
    const created = Array<string>(12).fill('201 null')
    expect(outcomes).toEqual([...created.with(3, '409 username_taken'), '422 account_refused'])
    expect(results[12]?.errors).toMatchObject([{ in: 'body', pointer: '/temporaryPassword' }])
    for (const [at, { id }] of results.slice(0, 12).entries())
      if (at !== 3) expect(accountsOf(`many-${at}`)).toMatchObject([{ owner: `acme/${id}` }])
    expect((await usersOf('many-')).map(({ username }) => username)).toHaveLength(11)
    expect(await changes()).toEqual([])
  })

  test('a batch ends in time while the provider is silent, and says who is left', async () => {
    const held = company.hold(1)
    const before = company.requests()
    const batch = acme().createMany({ users: Array.from({ length: 15 }, (_, at) => userInput(`slow-${at}`)) })
    // Five at a time wait as long as the provider may take, until no time is left for those after them.
    for (const asked of [5, 10]) {
      await until(() => expect(company.requests()).toBe(before + asked))
      deadlines.pass(10_000)
    }
    const { results } = await batch
    held.release()
    for (const { status, code } of results) expect([status, code]).toEqual([503, 'temporarily_unavailable'])
    const left = 'There was no time left for this user. Send the user again.'
    expect(results.map(({ detail }) => detail === left)).toEqual(results.map((_result, at) => at >= 10))
    await untilSynced()
    expect(company.accounts.list().filter(({ username }) => username.startsWith('slow-'))).toEqual([])
  })

  test.each([
    ['half', 'its repeat'],
    ['split', 'its repeat and the job that works on it already'],
    ['late', 'its repeat, also when the provider made an account after the job had looked for it'],
  ])('a batch that a killed server left (%s) is finished by %s: nobody is created twice', async (name) => {
    const users = [0, 1, 2].map((at) => userInput(`${name}-${at}`))
    const send = () => service.acme().users.createMany({ users }, { idempotencyKey: name })
    const first = await send()
    // As a kill leaves it: one user is whole, of one there is the account, and the third was not begun.
    const [, second, third] = first.results
    for (const id of [second?.id, third?.id]) {
      await service.db('user_sign_in_names').where({ user_id: id }).delete()
      await service.db('users').where({ id }).delete()
    }
    const owner = { instanceId: 'acme', userId: second?.id ?? '' }
    if (name !== 'late') await acquireLease(service.db, owner, { username: `${name}-1`, setsEnabled: true })
    company.accounts.remove(accountsOf(`${name}-2`)[0]?.id ?? '')
    await service.db('idempotency_keys').where({ key: name }).delete()
    const held = name === 'split' ? company.hold(1) : null
    await changes().update({ due_at: service.db.raw(`now() - interval '1 minute'`) })
    if (held) await trigger(service.db, 'sync-due-accounts')
    await held?.arrived
    const before = company.requests()
    const repeated = send()
    // The job works on the second user, while the repeat is at the third.
    if (held) await until(() => expect(company.requests()).toBeGreaterThan(before))
    held?.release()
    expect(await repeated).toEqual(first)
    for (const [at, { id }] of first.results.entries())
      expect(accountsOf(`${name}-${at}`)).toMatchObject([{ owner: `acme/${id}` }])
    expect(await usersOf(`${name}-`)).toHaveLength(3)
    expect(await changes()).toEqual([])
  })

  test('many changes of one user at once leave both sides the same', async () => {
    const { id } = await create('busy')
    const { answers, refusals } = await settle(
      Array.from({ length: 12 }, (_, at) =>
        acme().update(id, at % 4 === 3 ? { enabled: at % 8 === 3 } : { name: `Ada ${at}`, familyName: `L ${at}` }),
      ),
    )
    // An enable that a disable has overtaken may be repeated.
    for (const { status } of refusals) expect(status).toBe(503)
    expect(answers.length).toBeGreaterThan(0)
    await untilSynced()
    const { name, familyName, enabled } = await acme().get(id)
    expect(accountsOf('busy')).toMatchObject([{ name, familyName, enabled }])
  })

  test('roles with a user as it was read do not undo on one side what another change has done meanwhile', async () => {
    const user = await create('read-before')
    const transaction = await service.db.transaction()
    await lockAuthority(transaction, 'acme')
    const { username, email, name, familyName, enabled } = user
    const whole = acme().update(user.id, { username, email, name, familyName, enabled, roles: ['Viewer'] })
    await until(async () => expect(await countLockWaits(service.db)).toBe(1))
    await acme().update(user.id, { name: 'Grace' })
    await transaction.commit()
    expect(await whole).toMatchObject({ name: 'Grace', roles: ['Viewer'] })
    expect(accountsOf('read-before')).toMatchObject([{ name: 'Grace' }])
  })

  test('of many who want the same name exactly one gets it, on both sides', async () => {
    const wanted = Array.from({ length: 8 }, (_, at) => create('wanted', { email: `wanted-${at % 2}@example.com` }))
    const { answers, refusals } = await settle(wanted)
    expect(answers).toHaveLength(1)
    // 503: come again, while nobody knows yet what becomes of the first.
    for (const { status } of refusals) expect([409, 503]).toContain(status)
    expect(refusals).toHaveLength(7)
    expect(accountsOf('wanted')).toMatchObject([{ owner: `acme/${answers[0]?.id}` }])
    expect(await changes()).toEqual([])
  })

  test('a disable that waits for the provider survives refusals of other changes', async () => {
    await create('holder')
    const { id } = await create('waiting')
    company.replaceBy({ status: 403, body: '' })
    const { etag: _etag, updatedAt: _updatedAt, ...old } = await acme().get(id)
    await acme().update(id, { enabled: false })
    expect(await refusal(acme().update(id, { username: 'holder' }))).toMatchObject({ status: 409 })
    expect(await refusal(acme().update(id, { name: old.name, familyName: 'X' }, { ifMatch: '"1"' }))).toMatchObject({
      status: 412,
    })
    company.replaceBy(null)
    expect(await refusal(acme().update(id, { temporaryPassword: 'twelve-chars' }))).toMatchObject({
      status: 422,
    })
    await untilSynced()
    expect(accountsOf('waiting')).toMatchObject([{ enabled: false }])
  })

  test('a 404 of something that is not the provider changes nothing', async () => {
    const { id } = await create('ingress')
    const [account] = accountsOf('ingress')
    company.replaceBy({ status: 404, body: '<html>default backend</html>' })
    expect(await refusal(acme().update(id, { familyName: 'L' }))).toMatchObject({ status: 503 })
    expect(await refusal(create('never'))).toMatchObject({ status: 503 })
    await acme().update(id, { enabled: false })
    company.replaceBy(null)
    const claims = { sub: account?.id, client_id: 'app' }
    await expect(service.client('Viewer', claims).instance('acme').me()).rejects.toMatchObject({
      code: 'user_disabled',
    })
    await untilSynced()
    expect(accountsOf('ingress')).toMatchObject([{ enabled: false }])
    expect(await usersOf('never')).toEqual([])
  })

  test('a refused change opens no account that the provider has closed', async () => {
    const { id } = await create('closed')
    const [account] = accountsOf('closed')
    if (account) company.accounts.write({ ...account, enabled: false })
    const change = { name: 'X', temporaryPassword: 'twelve-chars' }
    expect(await refusal(acme().update(id, change))).toMatchObject({ status: 422 })
    expect(accountsOf('closed')).toMatchObject([{ enabled: false, name: 'Ada' }])
    // A representation that was read may be sent back.
    await acme().update(id, { ...(await acme().get(id)), familyName: 'Y' })
    expect(accountsOf('closed')).toMatchObject([{ enabled: false, familyName: 'Y' }])
  })

  test('an account whose creation for a user nobody heard of becomes the user’s', async () => {
    const { id } = await create('orphan')
    company.accounts.remove(accountsOf('orphan')[0]?.id ?? '')
    await acme().update(id, { name: 'X' })
    company.loseAnswer('POST', '/users')
    expect(await refusal(acme().update(id, { temporaryPassword: password }))).toMatchObject({ status: 503 })
    await untilSynced()
    const [account] = accountsOf('orphan')
    const claims = { sub: account?.id, client_id: 'app' }
    await acme().update(id, { roles: ['Viewer'] })
    expect((await service.client('Viewer', claims).instance('acme').me()).user?.id).toBe(id)
    await acme().update(id, { temporaryPassword: password })
    expect(accountsOf('orphan')).toMatchObject([{ id: account?.id, mustChange: true }])
  })

  test('an account whose creation nobody heard of is found under the name that it got', async () => {
    const leaveUnheard = async (username: string, more: UserUpdate) => {
      const { id } = await create(username)
      company.accounts.remove(accountsOf(username)[0]?.id ?? '')
      await acme().update(id, { name: 'X' })
      company.loseAnswer('POST', '/users')
      const change = { temporaryPassword: password, ...more }
      expect(await refusal(acme().update(id, change))).toMatchObject({ status: 503 })
      await changes().update({ due_at: service.db.raw(`now() - interval '1 minute'`) })
      return id
    }
    const ownedBy = (id: string) => company.accounts.list().filter(({ owner }) => owner === `acme/${id}`)

    const renamed = await leaveUnheard('unheard', {})
    await acme().update(renamed, { username: 'unheard-now', temporaryPassword: password })
    expect(ownedBy(renamed)).toMatchObject([{ username: 'unheard-now', mustChange: true }])

    const disabled = await leaveUnheard('unmoved', { username: 'moved' })
    await acme().update(disabled, { enabled: false })
    await untilSynced()
    expect(ownedBy(disabled)).toMatchObject([{ username: 'unmoved', enabled: false }])
  })

  test('a user without a temporary password is refused', async () => {
    const { temporaryPassword: _, ...input } = userInput('nothing')
    const refused = await refusal(acme().create(input))
    expect(refused).toMatchObject({ status: 422, code: 'temporary_password_missing' })
    expect(faultsOf(refused)).toEqual(['body /temporaryPassword required'])
  })
}
