import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { expect, inject, test } from 'vitest'
import { createClient, isApiError } from '../../sdk/src/index.ts'
import { insertInstance } from '../../server/db/instances.ts'
import type { UserRow } from '../../server/db/users.ts'
import { spawnAside } from '../helpers/programs/child.ts'
import { openCompanyAccounts } from '../helpers/programs/company/accounts.ts'
import { companySecret, type CompanyOptions } from '../helpers/programs/company/company.ts'
import { startTestIssuer } from '../helpers/programs/issuer.ts'
import { openTestDatabase } from '../helpers/programs/postgres.ts'
import { end, environment, startServer, type RunningServer } from '../helpers/programs/server-process.ts'

const total = Number(process.env['CREATIONS'] ?? 100)

test.for(['scim', 'keycloak'] as const)(
  '%s: whatever is killed when, a user is on both sides or on neither, and no password is anywhere',
  // Half a hundred restarts of a process take a busy machine long.
  async (kind, { signal }) => {
    await using world = await openWorld(kind)
    const random = Math.random
    const done = new AbortController()
    const passwords: string[] = []
    const created = new Map<string, string>()
    const deleted = new Set<string>()
    // Kills one of both, again and again, at any moment, but not before something was created since: a busy machine would
    // be busy with starts alone.
    const killer = (async () => {
      while (!done.signal.aborted) {
        const before = created.size
        await sleep(random() * 1500)
        while (created.size < before + 2 && !done.signal.aborted) await sleep(20)
        if (done.signal.aborted) return
        if (random() < 0.5) await world.restartService()
        else await world.restartCompany()
      }
    })()
    const create = async (at: number) => {
      const username = `user-${at}`
      const temporaryPassword = `secret-${randomBytes(12).toString('base64url')}`
      passwords.push(temporaryPassword)
      const input = { username, email: `${username}@example.com`, name: 'Ada', temporaryPassword }
      // As a client does whose call failed, until there is an answer.
      for (let attempt = 0; attempt < 2000 && !signal.aborted; attempt += 1) {
        try {
          const users = world.client().users
          const user = await users.create(input)
          created.set(username, user.id)
          // Every fourth user is renamed, every fourth is disabled, and every fourth is deleted meanwhile.
          if (at % 4 === 0) await users.update(user.id, { name: `Ada ${at}`, familyName: 'L' }).catch(ignoreOutage)
          if (at % 4 === 1) await users.update(user.id, { enabled: false }).catch(ignoreOutage)
          if (at % 4 === 2) await users.delete(user.id).then(() => deleted.add(username), ignoreOutage)
          return
        } catch (error) {
          if (isApiError(error) && error.status === 409 && error.code === 'username_taken') return
          ignoreOutage(error)
          await sleep(200)
        }
      }
      throw new Error(`${username} was never created.`)
    }
    const numbers = Array.from({ length: total }, (_, at) => at).values()
    const worker = async () => {
      for (const at of numbers) await create(at)
    }
    try {
      // A creation whose answer was lost is decided half a minute later: others go on meanwhile.
      await Promise.all(Array.from({ length: 8 }, worker))
    } finally {
      done.abort()
      await killer
    }

    const startedAt = performance.now()
    await expect.poll(() => world.db('account_syncs'), { timeout: 90_000, interval: 500 }).toEqual([])
    console.log(
      `${kind}: ${world.kills()} kills, mended ${Math.round((performance.now() - startedAt) / 1000)} s after the last.`,
    )
    expect(world.kills()).toBeGreaterThan(total / 40)
    const { users, accounts } = await world.bothSides()
    expect(accounts).toEqual(users)
    // What a client was told of is there.
    const ids = new Map((await world.db<UserRow>('users')).map(({ username, id }) => [username, id]))
    for (const [username, id] of created)
      if (deleted.has(username)) expect([username, ids.get(username)]).toEqual([username, undefined])
      else if (ids.has(username) || Number(username.slice(5)) % 4 !== 2) expect(ids.get(username)).toBe(id)
    expect(deleted.size).toBeGreaterThan(0)
    expect(created.size).toBeGreaterThan(total * 0.8)

    const dump = await world.dump()
    const everything = `${dump}\n${world.output()}`
    const [someone = ''] = [...created.keys()].filter((username) => ids.has(username))
    expect(everything).toContain(`${someone}@example.com`)
    // A job that was killed is done again after five minutes.
    const notErased = async () => {
      const later = await world.dump()
      return [...deleted].filter((username) => later.includes(`${username}@example.com`))
    }
    await expect.poll(notErased, { timeout: 420_000, interval: 2000 }).toEqual([])
    expect(passwords.filter((password) => everything.includes(password))).toEqual([])
  },
)

function ignoreOutage(error: unknown): void {
  const isOutage = !isApiError(error) || error.status === 503 || error.code === 'idempotency_key_in_use'
  if (!isOutage) throw error
}

/** The service and the company's identity provider as processes, and what they keep. */
async function openWorld(kind: CompanyOptions['kind']) {
  const folder = mkdtempSync(join(tmpdir(), 'two-sides-'))
  const file = join(folder, 'accounts.json')
  const database = await openTestDatabase(inject('databaseUrl'))
  await insertInstance(database.db, { id: 'acme', name: 'Acme' })
  const issuer = await startTestIssuer()
  const token = await issuer.sign({
    sub: 'tester',
    client_id: 'tester',
    instances: ['acme'],
    roles: ['Administrator'],
  })
  let output = ''
  let kills = 0
  let company = await startCompanyProcess(kind, file, 0)
  const start = async () =>
    startServer({
      DATABASE_URL: database.url,
      OIDC_ISSUER: issuer.url,
      ENCRYPTION_KEYS: encryptionKeys,
      RATE_LIMIT_PER_MINUTE: '1000000',
      IDENTITY_DIRECTORY: kind,
      IDENTITY_DIRECTORY_URL: `${company.url}${kind === 'scim' ? '/scim' : '/realms/acme'}`,
      IDENTITY_DIRECTORY_CLIENT: 'instance-admin-users',
      IDENTITY_DIRECTORY_SECRET: companySecret,
    })
  let server: RunningServer = await start()

  return {
    db: database.db,
    client: () => createClient({ baseUrl: server.baseUrl, token, maxRetries: 0 }).instance('acme'),
    kills: () => kills,
    output: () => output + server.output(),
    async restartService() {
      await end(server, 'SIGKILL')
      output += server.output()
      kills += 1
      server = await start()
    },
    async restartCompany() {
      await kill(company.child)
      kills += 1
      await sleep(Math.random() * 500)
      company = await startCompanyProcess(kind, file, Number(new URL(company.url).port))
    },
    async bothSides() {
      const rows = await database.db<UserRow>('users')
      const users = rows.map(({ id, account_id: account, username, email, name, family_name, enabled }) =>
        JSON.stringify([account, `acme/${id}`, username, email, name, family_name, enabled]),
      )
      const accounts = openCompanyAccounts(file)
        .list()
        .map(({ id, owner, username, email, name, familyName, enabled }) =>
          JSON.stringify([id, owner, username, email, name, familyName, enabled]),
        )
      return { users: users.toSorted(), accounts: accounts.toSorted() }
    },
    /** Every row of every table, jobs too. */
    async dump() {
      const tables = await database
        .db('pg_tables')
        .whereIn('schemaname', ['public', 'pgboss'])
        .select('schemaname', 'tablename')
      const rows = await Promise.all(
        tables.map(({ schemaname, tablename }) => database.db.withSchema(String(schemaname)).from(String(tablename))),
      )
      return JSON.stringify(rows)
    },
    async [Symbol.asyncDispose]() {
      await end(server, 'SIGTERM')
      await kill(company.child)
      await issuer.close()
      await database.close()
      rmSync(folder, { recursive: true })
    },
  }
}

async function startCompanyProcess(kind: CompanyOptions['kind'], file: string, port: number) {
  const args = ['test/helpers/programs/company/main.ts', '--kind', kind, '--file', file, '--port', String(port)]
  const child = spawnAside(process.execPath, args, { env: environment({}) })
  for await (const url of createInterface(child.stdout)) return { child, url }
  throw new Error('The company did not start.')
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

const encryptionKeys = `1:${randomBytes(32).toString('base64')}`
