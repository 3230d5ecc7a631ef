import { serviceOrigin } from '../../server/db/query/recorded.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readContract, resolve } from '../../contract/document.ts'
import { asObject } from '../../contract/json.ts'
import type { Role } from '../../contract/rules/roles.ts'
import { insertUser, type UserRow } from '../../server/db/users.ts'
import { chooseDirectory } from '../../server/identity/choose-directory.ts'
import type { Accounts } from '../../server/identity/sync-account.ts'
import { syncDueAccounts } from '../../server/identity/sync-due-accounts.ts'
import { stopDeadlines } from './deadlines.ts'
import { fillPath, readOperation } from './data/valid-requests.ts'
import { userInput } from './data/users.ts'
import { companyAccount } from './programs/company/accounts.ts'
import { directorySettings, startCompany, type Company } from './programs/company/company.ts'
import { startTestService, type TestResponse, type TestService } from './service.ts'
import { until } from './until.ts'

// Whatever one instance does with its users, also with those whose account belongs to a user of another instance, too: nothing
// in the other instance moves, the account stays as that instance relies on it, and no answer tells that it exists.

const contract = await readContract()
const writes = contract.operations.filter(({ path, method }) => /\/users\b/.test(path) && method !== 'get')

let company: Company
let service: TestService
let accounts: Accounts

async function addUser(instance: string, username: string, accountId: string, isShared: boolean): Promise<string> {
  const names = { username, email: `${username}@example.com`, name: username, middle_name: null, family_name: null }
  const id = `id-of-${username}`
  await insertUser(service.db, serviceOrigin(instance, 'test'), { id, ...names, enabled: true, roles: ['Viewer'] })
  await service.db<UserRow>('users').where({ id }).update({ account_id: accountId, account_shared: isShared })
  return id
}

let persons = 0
/** A person with one account in both instances, and one with an account in `here` alone. The names tell whose they are. */
async function addPersons(here: string, there: string) {
  const at = (persons += 1)
  const shared = companyAccount(`both-${at}`, { id: `account-of-both-${at}` })
  const own = companyAccount(`own-${at}`, { id: `account-of-own-${at}` })
  for (const account of [shared, own]) company.accounts.write(account)
  return {
    shared: await addUser(here, `both-${at}`, shared.id, true),
    own: await addUser(here, `own-${at}`, own.id, false),
    there: await addUser(there, `hidden-${at}`, shared.id, true),
    account: () => company.accounts.find(shared.id),
  }
}

function rowsOf(instance: string): Promise<string[][]> {
  const tables = ['users', 'user_sign_in_names', 'account_syncs', 'idempotency_keys']
  return Promise.all(
    tables.map(async (table) => {
      const rows = await service.db<object>(table).where({ instance_id: instance })
      return rows.map((row) => JSON.stringify(row)).toSorted()
    }),
  )
}

/** Every example of the contract, and what would change the account, one by one. */
function bodiesOf(operation: (typeof writes)[number], taken: string): unknown[] {
  const { requestBody } = readOperation(contract, operation)
  if (requestBody === undefined) return [undefined]
  const content = asObject(asObject(asObject(requestBody)['content'])['application/json'])
  const examples = Object.values(asObject(content['examples'])).map((example) =>
    asObject(resolve(contract.document, example)['value']),
  )
  return [...examples, ...(moreBodies[operation.id]?.(taken) ?? [])]
}

const moreBodies: Record<string, (taken: string) => unknown[]> = {
  createUser: (taken) => [
    userInput(taken, { email: 'free@example.com' }),
    userInput('free', { email: `${taken}@example.com` }),
  ],
  updateUser: (taken) => [
    { temporaryPassword: 'another-horse-battery' },
    { username: taken },
    { email: `${taken}@example.com` },
    { name: 'A', middleName: 'B', familyName: 'C' },
    { enabled: true },
    { enabled: false, roles: ['Editor'] },
    { enabled: false, temporaryPassword: 'another-horse-battery' },
  ],
}

/** As the job does it, without a wait for the job. */
const untilSynced = () =>
  until(async () => {
    await service.db('account_syncs').update({ due_at: service.db.raw(`now() - interval '1 minute'`) })
    await syncDueAccounts(accounts, new AbortController().signal)
    expect(await service.db('account_syncs')).toEqual([])
  })

/** The instance in which something is asked, with a user whose account the other instance shares or not, and as whom. */
export type IsolationCase = [here: 'acme' | 'other', kind: 'shared' | 'own', role: Role]

export function describeIsolation(cases: readonly IsolationCase[]): void {
  stopDeadlines()
  beforeAll(async () => {
    company = await startCompany({ kind: 'keycloak' })
    const settings = directorySettings('keycloak', company.url)
    const { oidcIssuer: _, ...overrides } = settings
    service = await startTestService(overrides)
    const directory = await chooseDirectory(settings)
    if (!directory) throw new Error('Nobody keeps the accounts.')
    accounts = { db: service.db, directory, log: pino({ level: 'silent' }) }
  })
  afterAll(async () => {
    expect(company.faults).toEqual([])
    await service.close()
    await company.close()
  })

  describe.each(writes)('$id', (operation) => {
    test.each<IsolationCase>(cases)('in %s with a user whose account is %s, as %s', async (here, kind, role) => {
      const there = here === 'acme' ? 'other' : 'acme'
      const person = await addPersons(here, there)
      const before = [await rowsOf(there), person.account()]
      const answers: TestResponse[] = []
      for (const userId of [person[kind], person.there])
        for (const body of bodiesOf(operation, person.there.replace('id-of-', ''))) {
          const path = fillPath(operation.path, { instanceId: here, userId })
          const answer = await send(operation.method, path, { instances: [here] }, role, body)
          if (path.includes(person.there)) expect([403, 404]).toContain(answer.status)
          answers.push(answer)
        }
      const statuses = new Set(answers.map(({ status }) => status))
      if (role === 'Administrator') expect([...statuses].filter((status) => status >= 500)).toEqual([])
      else expect(statuses).toEqual(new Set([403]))
      await untilSynced()
      expect([await rowsOf(there), person.account()]).toEqual(before)
      const told = answers.map(({ text, headers }) => text + JSON.stringify([...headers]))
      for (const text of told) expect(text).not.toMatch(new RegExp(`account-of|instances/${there}`))
      const claims = { sub: person.account()?.id, client_id: 'app', instances: [there] }
      expect(await send('get', `/instances/${there}/me`, claims, 'Viewer')).toMatchObject({ status: 200 })
    })
  })

  test('a shared account that no other instance has any more is answered as one that another has', async () => {
    const both = await addPersons('acme', 'other')
    const alone = await addPersons('acme', 'other')
    await service.db('user_sign_in_names').where({ user_id: alone.there }).delete()
    await service.db('users').where({ id: alone.there }).delete()
    const updates = writes.filter(({ id }) => id === 'updateUser')
    for (const operation of updates)
      for (const body of bodiesOf(operation, 'fresh')) {
        const [one, other] = await Promise.all(
          [both, alone].map(async ({ shared: userId }) => {
            const path = fillPath(operation.path, { instanceId: 'acme', userId })
            const { status, text, headers } = await send('put', path, {}, 'Administrator', body)
            const same = text
              .replaceAll(/both-\d+/g, 'both')
              .replaceAll(/"(requestId|updatedAt|createdAt)":"[^"]*"/g, '')
            return { status, same, headers: [...headers.keys()] }
          }),
        )
        expect(one).toEqual(other)
      }
  })
}

function send(method: string, path: string, claims: Record<string, unknown>, role: Role, body?: unknown) {
  return service
    .token(role, claims)
    .then((token) =>
      service.request(path, { method: method.toUpperCase(), body, headers: { Authorization: `Bearer ${token}` } }),
    )
}
