import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { setTemporaryPassword } from '../../workshop/identity-provider/user-credentials.ts'
import { startService } from '../../server/service.ts'
import { openTestDatabase, type OpenTestDatabase } from '../helpers/programs/postgres.ts'
import { faultsOf } from '../helpers/faults.ts'
import { refusal } from '../helpers/outcomes.ts'
import { development, preparedOnce, startTestService, testConfig, type TestService } from '../helpers/service.ts'
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

test('an account may belong to users of two instances, and each instance changes its own user', async () => {
  const both = [service.acme(), service.other()]
  const [here, there] = await Promise.all(both.map(({ users }) => users.create(userInputWithout('both'))))
  if (!here || !there) throw new Error('Nobody is there.')
  for (const { id } of [here, there])
    await service.db('users').where({ id }).update({ account_id: 'account-of-both', account_shared: true })
  const claims = { sub: 'account-of-both', client_id: 'app', instances: ['acme', 'other'] }
  const own = (instance: string) => service.client('Viewer', claims).instance(instance).me()
  expect([(await own('acme')).user?.id, (await own('other')).user?.id]).toEqual([here.id, there.id])
  expect(await service.acme().users.update(here.id, { email: 'new@example.com', enabled: false })).toMatchObject({
    email: 'new@example.com',
  })
  await expect(own('acme')).rejects.toMatchObject({ code: 'user_disabled' })
  expect((await own('other')).user).toEqual(there)
  // Nobody would open or close the account.
  expect(await service.db('account_syncs')).toEqual([])
})

test('passwords that an earlier release stored are deleted at the start', async () => {
  const database: OpenTestDatabase = await openTestDatabase(inject('databaseUrl'))
  await setTemporaryPassword(database.db, { instanceId: 'acme', userId: 'ada' }, 'a hash')
  const config = { ...testConfig(database.url, service.issuer.url), identityDirectory: 'none' as const }
  const started = await startService(config, { development, prepared: await preparedOnce() })
  expect(await database.db('user_credentials')).toEqual([])
  if (started.ok) await started.stop()
  await database.close()
})

function userInputWithout(username: string) {
  const { temporaryPassword: _, ...input } = userInput(username)
  return input
}
