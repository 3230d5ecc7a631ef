import { expect, inject, test } from 'vitest'
import { serviceOrigin } from '../../server/db/query/recorded.ts'
import { insertInstance } from '../../server/db/instances.ts'
import { insertUser, type UserRow } from '../../server/db/users.ts'
import { companyAccount } from '../helpers/programs/company/accounts.ts'
import { directoryVariables, startCompany } from '../helpers/programs/company/company.ts'
import { openTestDatabase } from '../helpers/programs/postgres.ts'
import { run } from '../helpers/programs/server-process.ts'

test('of commands that link one account at once none leaves it unshared', async () => {
  const database = await openTestDatabase(inject('databaseUrl'))
  const company = await startCompany({ kind: 'keycloak' })
  company.accounts.write(companyAccount('race', { id: 'account-race' }))
  const instances = ['acme', 'other', 'third']
  const user = { id: 'id-of-race', username: 'race', email: 'race@example.com', name: 'Here' }
  const rest = { middle_name: null, family_name: null, enabled: true, roles: [] }
  for (const id of instances) {
    await insertInstance(database.db, { id, name: id })
    await insertUser(database.db, serviceOrigin(id, 'test'), { ...user, ...rest })
  }
  const variables = {
    DATABASE_URL: database.url,
    ...directoryVariables(company.url),
  }
  const linkAll = () =>
    Promise.all(
      instances.map((id) => {
        const args = ['--instance', id, '--email', 'race@example.com', '--apply']
        return run(process.execPath, ['server/commands/users.ts', 'link', ...args], variables)
      }),
    )
  const shared = () => database.db<UserRow>('users').where({ account_id: 'account-race' }).pluck('account_shared')
  await linkAll()
  const linked = await shared()
  if (linked.length > 1) expect(new Set(linked)).toEqual(new Set([true]))
  // Who came too late is told to run it again.
  while ((await shared()).length < 3) await linkAll()
  expect(await shared()).toEqual([true, true, true])
  await company.close()
  await database.close()
})
