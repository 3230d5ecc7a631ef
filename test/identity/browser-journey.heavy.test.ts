import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { asObject, asString, type JsonObject } from '../../contract/json.ts'
import { createClient, type Resources, type UserCreate, type UserUpdate } from '../../sdk/src/index.ts'
import { drain, listen } from '../../server/http/listening.ts'
import { summariser } from '../helpers/data/agents.ts'
import { chromiumPath, launchChromium } from '../helpers/programs/chromium.ts'
import { directorySettings, startCompany, type CompanyOptions } from '../helpers/programs/company/company.ts'
import { refusal } from '../helpers/outcomes.ts'
import { createTestDatabase } from '../helpers/programs/postgres.ts'
import { commandOf, end, findLine, run, startServer, type Variables } from '../helpers/programs/server-process.ts'
import { userInput } from '../helpers/data/users.ts'

const temporaryPassword = 'correct-horse-battery'
const ownPassword = 'my own long password'

/** Skipped only where there is no browser, and never in CI. */
const hasBrowser = chromiumPath !== null || process.env['CI'] !== undefined
if (!hasBrowser) console.warn('Nobody signs in with a browser, since there is no chromium.')

describe.skipIf(!hasBrowser).each(['embedded', 'scim', 'keycloak'] as const)('with %s', (kind) => {
  const stops = new AsyncDisposableStack()
  let house: Awaited<ReturnType<typeof openHouse>>
  let administrator: Resources
  beforeAll(async () => {
    house = await openHouse(kind, stops)
    const root = await house.welcome('root@example.com')
    administrator = (await root.signIn(house.rootPassword, ownPassword)).acme
  })
  afterAll(() => stops.disposeAsync())

  /** A new user, who has not signed in yet. */
  async function hire(username: string, roles: UserCreate['roles'] = ['Manager']) {
    const { id } = await administrator.users.create(userInput(username, { roles, temporaryPassword }))
    const change = (changes: UserUpdate) => administrator.users.update(id, changes)
    return { person: await house.welcome(username), change }
  }

  test('the first administrator signs in with the password that the command printed', async () => {
    expect(await administrator.me()).toMatchObject({ roles: ['Administrator'], user: { name: 'root' } })
  })

  test('a new user is not signed in before the temporary password is replaced, and never needs it again', async () => {
    const { person } = await hire('ada')
    expect(await person.arrive()).toBe('asked for the password')
    expect(await person.enter(temporaryPassword)).toBe('asked for a new password')
    expect(await person.arrive()).toBe('asked for the password')
    expect(await person.enter(temporaryPassword)).toBe('asked for a new password')
    expect(await person.replace(ownPassword)).toBe('signed in')

    const elsewhere = await house.welcome('ada')
    await elsewhere.arrive()
    expect(await elsewhere.enter(temporaryPassword)).toBe('refused')
    expect(await elsewhere.enter(ownPassword)).toBe('signed in')
  })

  test('who has signed in has the role that the API gave, and no other', async () => {
    const { person } = await hire('grace')
    const { acme } = await person.signIn(temporaryPassword, ownPassword)
    const user = { username: 'grace' }
    expect(await acme.me()).toMatchObject({ kind: 'user', roles: ['Manager'], user })
    expect((await acme.users.list(user)).items).toMatchObject([user])
    expect(await refusal(acme.agents.create(summariser))).toMatchObject(lacksRole)
  })

  test('a role that is taken away opens nothing in the very next request', async () => {
    const { person, change } = await hire('joan', ['Manager', 'Editor'])
    const { acme } = await person.signIn(temporaryPassword, ownPassword)
    await acme.users.list()
    await change({ roles: ['Editor'] })
    expect(await refusal(acme.users.list())).toMatchObject(lacksRole)
    await acme.agents.create(summariser)
  })

  test('a disabled user is refused in the very next request', async () => {
    const { person, change } = await hire('eve')
    const { acme } = await person.signIn(temporaryPassword, ownPassword)
    await acme.users.list()
    await change({ enabled: false })
    expect(await refusal(acme.users.list())).toMatchObject({ status: 403, code: 'user_disabled' })
  })

  test('a disabled user gets no other token: neither by the refresh token nor by the session nor by the password', async () => {
    const { person, change } = await hire('mallory')
    const { refresh } = await person.signIn(temporaryPassword, ownPassword)
    expect(await refresh()).toHaveProperty('access_token')
    expect(await person.arrive()).toBe('signed in')
    await change({ enabled: false })
    expect(await refresh()).toMatchObject({ error: 'invalid_grant' })
    expect(await person.arrive()).toBe('asked for the password')
    expect(await person.enter(ownPassword)).toBe('refused')
  })

  test('a user who is enabled again signs in with the own password, and has the role again', async () => {
    const { person, change } = await hire('lazarus')
    await person.signIn(temporaryPassword, ownPassword)
    await change({ enabled: false })
    await change({ enabled: true })
    const { acme } = await (await house.welcome('lazarus')).signIn(ownPassword)
    expect((await acme.users.list({ username: 'lazarus' })).items).toHaveLength(1)
  })

  test('being enabled again gives back no session and no refresh token', async () => {
    const { person, change } = await hire('phoenix')
    const { refresh } = await person.signIn(temporaryPassword, ownPassword)
    await change({ enabled: false })
    await change({ enabled: true })
    const came = { refreshed: await refresh(), shown: await person.arrive() }
    expect(came).toMatchObject({ refreshed: { error: 'invalid_grant' }, shown: 'asked for the password' })
  })

  test('a new password gives back no session and no refresh token of before', async () => {
    const { person, change } = await hire('robbed')
    const { refresh } = await person.signIn(temporaryPassword, ownPassword)
    await change({ temporaryPassword: `${temporaryPassword}-2` })
    expect(await refresh()).toMatchObject({ error: 'invalid_grant' })
    // Also once the owner has signed in with the new password. The company of the tests knows only one session of a person.
    if (kind !== 'embedded') return
    await (await house.welcome('robbed')).signIn(`${temporaryPassword}-2`, `${ownPassword}-2`)
    const came = { refreshed: await refresh(), shown: await person.arrive() }
    expect(came).toMatchObject({ refreshed: { error: 'invalid_grant' }, shown: 'asked for the password' })
  })
})

const lacksRole = { status: 403, code: 'role_missing' }

/** The service with its accounts in the directory, and an application that people sign in to. */
async function openHouse(kind: 'embedded' | CompanyOptions['kind'], stops: AsyncDisposableStack) {
  const database = await createTestDatabase(inject('databaseUrl'))
  stops.defer(() => database.drop())
  const folder = mkdtempSync(join(tmpdir(), 'browser-journey-'))
  stops.defer(() => rmSync(folder, { recursive: true }))
  const company = kind === 'embedded' ? {} : await openCompany(kind, stops)
  const variables = { DATABASE_URL: database.url, DATA_DIR: folder, CHECK_INTERVAL_MINUTES: '0', ...company }
  const create = [...commandOf('instances'), 'create', 'acme', '--administrator', 'root@example.com']
  const { stdout, stderr } = await run(process.execPath, create, variables)
  const [, rootPassword] = /temporary password (\S+)/.exec(stdout) ?? []
  if (rootPassword === undefined) throw new Error(`The command printed no password.\n${stdout}${stderr}`)

  const server = await startServer(variables)
  stops.defer(async () => expect(await end(server, 'SIGTERM'), server.output()).toBe(0))
  const landing = createServer((_request, response) => response.end())
  const landingPort = await listen(landing, 0, '127.0.0.1')
  stops.defer(() => drain(landing, 0))
  const browser = await launchChromium(chromiumPath ?? '')
  stops.defer(() => browser.close())
  const application: Application = {
    baseUrl: server.baseUrl,
    issuer: asString(findLine(server, 'listening')?.['issuer']),
    clientId: kind === 'embedded' ? 'dev-app' : 'company-app',
    landingUrl: `http://127.0.0.1:${landingPort}/`,
  }
  return {
    rootPassword,
    /** Somebody with a browser profile of their own. */
    welcome: async (login: string) => meet(login, application, await browser.newPage()),
  }
}

async function openCompany(kind: CompanyOptions['kind'], stops: AsyncDisposableStack): Promise<Variables> {
  const company = await startCompany({ kind })
  stops.defer(() => company.close())
  stops.defer(() => expect(company.faults).toEqual([]))
  const settings = Object.entries(directorySettings(kind, company.url))
  const toVariable = (name: string) => name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()
  return Object.fromEntries(settings.map(([name, value]) => [toVariable(name), String(value)]))
}

interface Application {
  baseUrl: string
  issuer: string
  clientId: string
  /** Where the identity provider sends the browser back to. */
  landingUrl: string
}

type Shown = 'asked for the password' | 'asked for a new password' | 'refused' | 'signed in'

/** Somebody who signs in with a browser: authorization code with PKCE. */
function meet(login: string, { baseUrl, issuer, clientId, landingUrl }: Application, page: Page) {
  let verifier = ''

  /** Begins a sign-in, which ends at once while the browser has a session. */
  async function arrive(): Promise<Shown> {
    verifier = randomBytes(32).toString('base64url')
    const query = new URLSearchParams({
      client_id: clientId,
      response_type: 'code',
      redirect_uri: landingUrl,
      scope: 'openid',
      instance: 'acme',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    await page.goto(`${issuer}/auth?${query.toString()}`)
    return look()
  }

  async function enter(password: string): Promise<Shown> {
    await page.getByLabel(/^(login|username or email)$/i).fill(login)
    await page.getByLabel('Password', { exact: true }).fill(password)
    return submit()
  }

  async function replace(password: string): Promise<Shown> {
    for (const field of await page.getByLabel(/^New password/).all()) await field.fill(password)
    return submit()
  }

  async function submit(): Promise<Shown> {
    const loaded = page.waitForEvent('load')
    await page.getByRole('button').click()
    await loaded
    return look()
  }

  async function look(): Promise<Shown> {
    if (new URL(page.url()).searchParams.has('code')) return 'signed in'
    if (await page.getByRole('alert').filter({ hasText: /./ }).isVisible()) return 'refused'
    if (await page.getByLabel('New password', { exact: true }).isVisible()) return 'asked for a new password'
    await page.getByLabel('Password', { exact: true }).waitFor()
    return 'asked for the password'
  }

  /** A whole sign-in. The new password replaces a temporary one. */
  async function signIn(password: string, newPassword?: string) {
    expect(await arrive()).toBe('asked for the password')
    const shown = await enter(password)
    expect(newPassword === undefined ? shown : await replace(newPassword)).toBe('signed in')
    const code = new URL(page.url()).searchParams.get('code') ?? ''
    const proof = { redirect_uri: landingUrl, code_verifier: verifier }
    let tokens = await requestTokens({ grant_type: 'authorization_code', code, ...proof })
    const token = asString(tokens['access_token'])
    return {
      /** With the token of this sign-in, and without retries: a call is one request. */
      acme: createClient({ baseUrl, token, maxRetries: 0 }).instance('acme'),
      /** Sends the newest refresh token. */
      refresh: async (): Promise<JsonObject> => {
        const newest = asString(tokens['refresh_token'])
        const answer = await requestTokens({ grant_type: 'refresh_token', refresh_token: newest })
        if ('refresh_token' in answer) tokens = answer
        return answer
      },
    }
  }

  async function requestTokens(fields: Record<string, string>): Promise<JsonObject> {
    const body = new URLSearchParams({ client_id: clientId, ...fields })
    const answer = await fetch(`${issuer}/token`, { method: 'POST', body })
    return asObject(await answer.json())
  }

  return { arrive, enter, replace, signIn }
}
