import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { setTemporaryPassword } from '../../server/db/user-credentials.ts'
import { startService } from '../../server/service.ts'
import { openTestDatabase, type OpenTestDatabase } from '../helpers/programs/postgres.ts'
import { faultsOf } from '../helpers/faults.ts'
import { refusal } from '../helpers/outcomes.ts'
import { preparedOnce, startTestService, testConfig, type TestService } from '../helpers/service.ts'
import { userInput } from '../helpers/data/users.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ identityDirectory: undefined })
})
afterAll(() => service.close())

test('users are created and changed here alone, by default where the identity provider is one’s own', async () => {
  const { users } = service.acme()
  const user = await users.create(userInputWithout('ada'))
  expect(user).toMatchObject({ username: 'ada', enabled: true })
  expect(await users.update(user.id, { name: 'Augusta', enabled: false })).toMatchObject({ name: 'Augusta' })
  // The user's own id is the account's, until an operator links one.
  const own = service.client('Viewer', { sub: user.id, client_id: 'app' }).instance('acme')
  await expect(own.me()).rejects.toMatchObject({ code: 'user_disabled' })
})

test('a temporary password, which would go nowhere, is refused', async () => {
  const { users } = service.acme()
  const { id } = await users.create(userInputWithout('grace'))
  const password = { temporaryPassword: 'twelve-chars' }
  const asked = [() => users.create({ ...userInputWithout('eve'), ...password }), () => users.update(id, password)]
  for (const ask of asked) {
    const refused = await refusal(ask())
    expect(refused).toMatchObject({ status: 422, code: 'passwords_managed_elsewhere' })
    expect(refused.message).toContain('Leave the password out')
    expect(faultsOf(refused)).toEqual(['body /temporaryPassword managed_elsewhere'])
  }
  expect((await users.list({ username: 'eve' })).items).toEqual([])
})

test('passwords that an earlier release stored are deleted at the start', async () => {
  const database: OpenTestDatabase = await openTestDatabase(inject('databaseUrl'))
  await setTemporaryPassword(database.db, { instanceId: 'acme', userId: 'ada' }, 'a hash')
  const config = { ...testConfig(database.url, service.issuer.url), identityDirectory: 'none' as const }
  const started = await startService(config, { prepared: await preparedOnce() })
  expect(await database.db('user_credentials')).toEqual([])
  if (started.ok) await started.stop()
  await database.close()
})

function userInputWithout(username: string) {
  const { temporaryPassword: _, ...input } = userInput(username)
  return input
}
