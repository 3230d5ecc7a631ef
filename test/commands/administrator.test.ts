import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { grantAdministrator } from '../../server/commands/administrator.ts'
import { readConfig } from '../../server/config/config.ts'
import { insertInstance } from '../../server/db/instances.ts'
import { chooseDirectory } from '../../server/identity/choose-directory.ts'
import { findCredentialByLogin } from '../../workshop/identity-provider/user-credentials.ts'
import type { UserRow } from '../../server/db/users.ts'
import { createDevelopment } from '../../workshop/development.ts'
import { verifyPassword } from '../../workshop/identity-provider/password.ts'
import { runCommandHere } from '../helpers/programs/command.ts'
import { openTestDatabase } from '../helpers/programs/postgres.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'))
})
afterAll(() => database.close())

async function runGrant(instanceId: string, email: string, variables: Record<string, string> = {}) {
  const args = ['create', instanceId, '--administrator', email]
  const { code, stdout, stderr } = await runCommandHere('instances', args, { DATABASE_URL: database.url, ...variables })
  return { code, stdout, stderr, password: /password (\S+)/.exec(stdout)?.[1] }
}

function listUsers(instanceId: string) {
  return database
    .db('users')
    .where({ instance_id: instanceId })
    .orderBy('id')
    .select<Pick<UserRow, 'id' | 'email' | 'roles' | 'enabled'>[]>('id', 'email', 'roles', 'enabled')
}

async function opens(instanceId: string, login: string, password = '') {
  const credential = await findCredentialByLogin(database.db, instanceId, login)
  return {
    isRight: await verifyPassword(credential?.passwordHash, password),
    mustChange: credential?.mustChange,
  }
}

test('the first administrator comes with the instance, and signs in with a temporary password', async () => {
  const first = await runGrant('acme', 'ada@example.com')
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toContain('Created the instance acme.\nada@example.com is an administrator of acme.')
  expect(await opens('acme', 'ada@example.com', first.password)).toEqual({ isRight: true, mustChange: true })

  // The operator may have lost what was printed.
  const again = await runGrant('acme', 'ADA@example.com')
  expect(again.stdout).toContain('There is the instance acme.')
  expect(await opens('acme', 'ada@example.com', first.password)).toMatchObject({ isRight: false })
  expect(await opens('acme', 'ada@example.com', again.password)).toMatchObject({ isRight: true })
  const administrator = { email: 'ada@example.com', roles: ['Administrator'], enabled: true }
  expect(await listUsers('acme')).toMatchObject([administrator])

  // A password of her own stays, whatever else is mended.
  await database.db('user_credentials').update({ must_change: false })
  await database.db('users').update({ enabled: false, roles: ['Editor'] })
  const later = await runGrant('acme', 'ada@example.com')
  expect(later).toMatchObject({ code: 0, password: 'that' })
  expect(await opens('acme', 'ada@example.com', again.password)).toEqual({ isRight: true, mustChange: false })
  expect(await listUsers('acme')).toMatchObject([{ ...administrator, roles: ['Administrator', 'Editor'] }])
})

test('of commands that run at once each succeeds, with one user', async () => {
  const read = readConfig({ DATABASE_URL: database.url })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const { config } = read
  const directory = await chooseDirectory(config, () => createDevelopment().openDirectory(database.db))
  const context = { db: database.db, directory, config, log: pino({ level: 'silent' }) }
  // What each of the commands does. `administrator.heavy.test.ts` runs the commands.
  const grant = async () => {
    await insertInstance(database.db, { id: 'many', name: 'Many' })
    return grantAdministrator(context, 'many', 'eve@example.com')
  }
  const granted = await Promise.all([grant(), grant(), grant(), grant()])
  expect(granted.map(({ ok }) => ok)).toEqual([true, true, true, true])
  expect(await listUsers('many')).toHaveLength(1)
})

test('with an identity provider of its own, the service makes no password', async () => {
  const own = { OIDC_ISSUER: 'https://id.example.com' }
  const { code, stdout, password } = await runGrant('own', 'ada@example.com', own)
  const [user] = await listUsers('own')
  expect({ code, password }).toEqual({ code: 0, password: undefined })
  expect(stdout).toContain(`Who signs in at https://id.example.com and gets a token with sub ${user?.id} is this user.`)
  // Whoever is a user of another instance has an account already.
  expect(stdout).toContain('npm run users -- link --instance own --email ada@example.com --account <id> --apply')
})

test('a mistake is said, and changes nothing', async () => {
  const name = {
    instance_id: 'acme',
    id: 'other',
    username: 'grace@example.com',
    email: 'g@example.com',
    name: 'G',
  }
  await database.db('users').insert(name)
  await database.db('user_sign_in_names').insert({ instance_id: 'acme', user_id: 'other', name: 'grace@example.com' })
  const before = await listUsers('acme')
  expect(await runGrant('acme', 'grace@example.com')).toMatchObject({
    code: 1,
    stderr: 'Another user of acme signs in with grace@example.com as a username. Change that username first.\n',
  })
  expect(await runGrant('new', 'nobody')).toMatchObject({ code: 1, stdout: '' })
  expect((await runGrant('new', 'a@b.example', { ROLES_FROM: 'token' })).stderr).toContain('ROLES_FROM=token')
  expect(await listUsers('acme')).toEqual(before)
  expect(await database.db('instances').where({ id: 'new' })).toEqual([])
})
