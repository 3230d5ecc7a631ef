import { strict as assert } from 'node:assert'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createClient, isApiError, type Resources } from '../../sdk/src/index.ts'
import type { AccountDirectory, FoundAccount } from '../../server/identity/directory.ts'
import { createKeycloakDirectory } from '../../server/identity/keycloak.ts'
import { startTestIssuer } from '../helpers/programs/issuer.ts'
import { end, run, startServer } from '../helpers/programs/server-process.ts'

/**
 * Walks with the service through everything that it does with accounts, against a real Keycloak. Everything that it creates
 * there has a name that begins with `walk-`, and is removed at the end.
 */
export async function walkKeycloak(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { url: { type: 'string' }, client: { type: 'string' }, help: { type: 'boolean' } },
  })
  const { url: realmUrl, client: clientId } = values
  const secret = process.env['IDENTITY_DIRECTORY_SECRET']
  if (values.help || !realmUrl || !clientId || !secret) {
    console.log(usage)
    return values.help ? 0 : 1
  }
  const directory = createKeycloakDirectory({ realmUrl, clientId, clientSecret: secret })
  await using service = await startWithKeycloak({ realmUrl, clientId, secret })
  const names = { directory, acme: service.acme, name: `walk-${randomBytes(4).toString('hex')}` }
  try {
    for (const [fact, see] of Object.entries(facts)) {
      await see(names)
      console.log(`seen: ${fact}`)
    }
  } finally {
    await removeAll(names)
  }
  console.log(`Everything was seen at ${realmUrl}.`)
  return 0
}

const password = `Walk-${randomBytes(12).toString('base64url')}-1!`

const facts: Readonly<Record<string, (walk: Walk) => Promise<void>>> = {
  'a new user has an account with a password that must be replaced': async (walk) => {
    await create(walk, walk.name)
    const account = await find(walk, walk.name)
    assert.equal(account.hasTemporaryPassword, true)
    assert.match(account.owner ?? '', /^acme\//)
  },
  'a name that is taken there is 409': async (walk) => {
    const other = {
      owner: 'another/user',
      username: `${walk.name}-other`,
      email: `${walk.name}-other@example.com`,
    }
    const names = { name: 'Walk', middleName: null, familyName: null, enabled: true }
    const created = await walk.directory.create({ ...other, ...names }, password, providerDeadline())
    assert.equal(created.state, 'created')
    assert.equal(await codeOf(create(walk, other.username)), 'username_taken')
  },
  'names change there, and the middle name can be cleared': async (walk) => {
    const user = await userOf(walk)
    await walk.acme.users.update(user.id, { name: 'Walked', middleName: 'In', familyName: 'Through' })
    await walk.acme.users.update(user.id, { middleName: null, email: `${walk.name}-new@example.com` })
    assert.equal((await find(walk, walk.name)).email, `${walk.name}-new@example.com`)
  },
  'another temporary password must be replaced': async (walk) => {
    await walk.acme.users.update((await userOf(walk)).id, { temporaryPassword: `${password}2` })
    assert.equal((await find(walk, walk.name)).hasTemporaryPassword, true)
  },
  'a user is disabled and enabled there': async (walk) => {
    const { id } = await userOf(walk)
    for (const enabled of [false, true]) {
      await walk.acme.users.update(id, { enabled })
      assert.equal((await find(walk, walk.name)).isEnabled, enabled)
    }
  },
  'a user whose account is gone gets another one': async (walk) => {
    const before = await find(walk, walk.name)
    await walk.directory.remove(before.id, providerDeadline())
    await walk.acme.users.update((await userOf(walk)).id, { temporaryPassword: password })
    assert.notEqual((await find(walk, walk.name)).id, before.id)
  },
}

async function create({ acme }: Walk, username: string) {
  const input = { username, email: `${username}@example.com`, name: 'Walk', middleName: 'A' }
  return acme.users.create({ ...input, temporaryPassword: password })
}

async function userOf({ acme, name }: Walk) {
  const { items } = await acme.users.list({ username: name })
  const user = items.find(({ username }) => username === name)
  assert.ok(user)
  return user
}

async function find({ directory }: Walk, username: string): Promise<FoundAccount> {
  const found = await directory.find({ username }, providerDeadline())
  assert.equal(found.state, 'found')
  const [account] = found.accounts
  assert.ok(account, `${username} has no account.`)
  return account
}

async function codeOf(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    if (isApiError(error)) return error.code
    throw error
  }
}

async function removeAll(walk: Walk): Promise<void> {
  for (const username of [walk.name, `${walk.name}-other`]) {
    const found = await walk.directory.find({ username }, providerDeadline())
    if (found.state === 'found')
      for (const { id } of found.accounts) await walk.directory.remove(id, providerDeadline())
  }
}

async function startWithKeycloak({ realmUrl, clientId, secret }: Realm) {
  const folder = mkdtempSync(join(tmpdir(), 'walk-keycloak-'))
  const issuer = await startTestIssuer()
  const variables = {
    DATA_DIR: folder,
    OIDC_ISSUER: issuer.url,
    IDENTITY_DIRECTORY: 'keycloak',
    IDENTITY_DIRECTORY_URL: realmUrl,
    IDENTITY_DIRECTORY_CLIENT: clientId,
    IDENTITY_DIRECTORY_SECRET: secret,
  }
  const server = await startServer(variables)
  await run(process.execPath, ['server/commands/instances.ts', 'create', 'acme'], variables)
  const claims = { sub: 'walk', client_id: 'walk', instances: ['acme'], roles: ['Administrator'] }
  const token = await issuer.sign(claims)
  return {
    acme: createClient({ baseUrl: server.baseUrl, token }).instance('acme'),
    async [Symbol.asyncDispose]() {
      await end(server, 'SIGTERM')
      await issuer.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const providerDeadline = () => AbortSignal.timeout(10_000)

const usage = `Walks through everything that the service does with accounts, against a real Keycloak.

  IDENTITY_DIRECTORY_SECRET=... npm run walk -- keycloak --url https://.../realms/<realm> --client <client id>

  --url     the realm; docs/how-to/identity-providers.md says how to set it up
  --client  the client whose service account keeps the users; its secret is IDENTITY_DIRECTORY_SECRET
  --help    this text

Starts the service with a database of its own. Creates a few accounts whose names begin with walk-, and removes them.`

interface Walk {
  directory: AccountDirectory
  acme: Resources
  name: string
}

interface Realm {
  realmUrl: string
  clientId: string
  secret: string
}
