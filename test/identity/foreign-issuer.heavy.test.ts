import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { asObject, asString } from '../../contract/json.ts'
import type { Role } from '../../contract/rules/roles.ts'
import { createClient } from '../../sdk/src/index.ts'
import { drain, listen } from '../../server/http/listening.ts'
import { human } from '../helpers/data/agents.ts'
import { chromiumPath, launchChromium } from '../helpers/programs/chromium.ts'
import {
  audience,
  glewlwydPath,
  otherAudience,
  publicClient,
  scope,
  startGlewlwyd,
  type Glewlwyd,
} from '../helpers/programs/glewlwyd.ts'
import { refusal } from '../helpers/outcomes.ts'
import { createTestDatabase } from '../helpers/programs/postgres.ts'
import { end, run, startServer, type RunningServer } from '../helpers/programs/server-process.ts'

test.runIf(process.env['CI'])('CI has the provider, and a browser to sign in with', () => {
  expect(glewlwydPath, 'Install glewlwyd: apt-get install glewlwyd').not.toBeNull()
  expect(chromiumPath, 'Install chromium: apt-get install chromium').not.toBeNull()
})

const isMissing = glewlwydPath === null || chromiumPath === null

describe.skipIf(isMissing)('with Glewlwyd as issuer (skipped where glewlwyd or chromium is missing)', () => {
  const stops: (() => Promise<unknown>)[] = []
  let glewlwyd: Glewlwyd
  let server: RunningServer
  let browser: Browser
  let redirectUri: string

  beforeAll(async () => {
    const app = createServer((_request, response) => response.end('Signed in.'))
    redirectUri = `http://127.0.0.1:${await listen(app, 0, '127.0.0.1')}/`
    stops.unshift(() => drain(app, 0))
    glewlwyd = await startGlewlwyd(glewlwydPath ?? '', redirectUri)
    stops.unshift(() => glewlwyd.close())
    await glewlwyd.createClient('robot', { instances: ['acme', 'other'], roles: ['Viewer', 'Administrator'] })
    await glewlwyd.createClient('watcher', { instances: ['acme'], roles: ['Viewer'] })
    const database = await createTestDatabase(inject('databaseUrl'))
    stops.unshift(() => database.drop())
    // All that docs/how-to/identity-providers.md asks for.
    const variables = {
      DATABASE_URL: database.url,
      ENCRYPTION_KEYS: `first:${randomBytes(32).toString('base64')}`,
      OIDC_ISSUER: glewlwyd.issuer,
      OIDC_AUDIENCE: audience,
      OIDC_USER_CLAIM: 'user_id',
    }
    for (const id of ['acme', 'other'])
      expect(await run('npm', ['run', 'instances', '--', 'create', id], variables)).toMatchObject({ code: 0 })
    server = await startServer(variables)
    stops.unshift(() => end(server, 'SIGTERM'))
    browser = await launchChromium(chromiumPath ?? '')
    stops.unshift(() => browser.close())
  })
  afterAll(async () => {
    for (const stop of stops) await stop()
  })

  describe('a client that comes for itself', () => {
    test('opens what its roles open, in every instance that its token names', async () => {
      const robot = await glewlwyd.clientToken('robot', audience)
      for (const id of ['acme', 'other']) {
        expect(await as(robot, id).me()).toMatchObject({ kind: 'client', subject: 'robot', user: null })
        expect(await as(robot, id).agents.create(human)).toMatchObject(human)
      }
    })

    test('opens no more than that', async () => {
      const watcher = as(await glewlwyd.clientToken('watcher', audience))
      expect(await watcher.me()).toMatchObject({ roles: ['Viewer'] })
      expect(await refusal(watcher.agents.create(human))).toMatchObject({ status: 403, code: 'role_missing' })
    })

    test('does not find an instance that its token does not name', async () => {
      const watcher = await glewlwyd.clientToken('watcher', audience)
      expect(await refusal(as(watcher, 'other').me())).toMatchObject({
        status: 404,
        code: 'instance_not_found',
      })
    })

    test('is refused with a token of another audience', async () => {
      for (const resource of [otherAudience, undefined]) {
        const token = await glewlwyd.clientToken('robot', resource)
        expect(await refusal(as(token).me())).toMatchObject({ status: 401, code: 'token_invalid' })
      }
    })
  })

  describe('a person', () => {
    test('signs in, and may do what the role allows that the service stored', async () => {
      const { accessToken } = await signUp('ada', 'Editor')
      expect(await as(accessToken).agents.create(human)).toMatchObject(human)
      expect(await refusal(as(accessToken).users.list())).toMatchObject({ status: 403, code: 'role_missing' })
    })

    test('is a user', async () => {
      const { user, accessToken } = await signUp('grace', 'Manager')
      expect(await as(accessToken).me()).toMatchObject({ kind: 'user', user, roles: ['Manager'] })
    })

    test('is refused from the next request on once the service has disabled the user', async () => {
      const { user, accessToken } = await signUp('linus', 'Viewer')
      await as(accessToken).agents.list()
      const robot = as(await glewlwyd.clientToken('robot', audience))
      await robot.users.update(user.id, { enabled: false })
      expect(await refusal(as(accessToken).agents.list())).toMatchObject({
        status: 403,
        code: 'user_disabled',
      })
    })

    test('is refused with an ID token', async () => {
      const { idToken } = await signUp('alan', 'Viewer')
      expect(await refusal(as(idToken).me())).toMatchObject({ status: 401, code: 'token_invalid' })
    })

    test('gets no password from the service', async () => {
      const robot = as(await glewlwyd.clientToken('robot', audience))
      const names = { username: 'barbara', email: 'barbara@example.com', name: 'Barbara' }
      const creating = robot.users.create({ ...names, temporaryPassword: 'correct-horse-battery' })
      expect(await refusal(creating)).toMatchObject({ status: 422, code: 'passwords_managed_elsewhere' })
    })
  })

  function as(token: string, instance = 'acme') {
    return createClient({ baseUrl: server.baseUrl, token: () => token, maxRetries: 0 }).instance(instance)
  }

  /** Makes a user in the service and the same person at Glewlwyd, and signs in. */
  async function signUp(username: string, role: Role) {
    const robot = as(await glewlwyd.clientToken('robot', audience))
    const email = `${username}@example.com`
    const user = await robot.users.create({ username, email, name: username, roles: [role] })
    const password = randomBytes(18).toString('base64url')
    await glewlwyd.createUser(username, { password, userId: user.id, instances: ['acme'] })
    return { user, ...(await signIn(username, password)) }
  }

  /** The authorization code flow with PKCE, for a token of the audience. */
  async function signIn(username: string, password: string) {
    const verifier = randomBytes(32).toString('base64url')
    const client = { client_id: publicClient, redirect_uri: redirectUri }
    const question = new URLSearchParams({
      ...client,
      response_type: 'code',
      scope: `openid ${scope}`,
      // Glewlwyd insists on a nonce.
      nonce: randomBytes(16).toString('base64url'),
      resource: audience,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const code = await authorize(`${glewlwyd.issuer}/auth?${question.toString()}`, username, password)
    const grant = { grant_type: 'authorization_code', code, code_verifier: verifier }
    const body = new URLSearchParams({ ...client, ...grant })
    const response = await fetch(`${glewlwyd.issuer}/token`, { method: 'POST', body })
    const tokens = asObject(await response.json())
    return { accessToken: asString(tokens['access_token']), idToken: asString(tokens['id_token']) }
  }

  /** Fills in Glewlwyd's own pages, and returns the code with which it sends the browser back. */
  async function authorize(url: string, username: string, password: string): Promise<string> {
    const context = await browser.newContext({ locale: 'en' })
    const page = await context.newPage()
    await page.goto(url)
    await page.locator('#username').fill(username)
    await page.locator('#password').fill(password)
    await page.locator('#password').press('Enter')
    const administration = page.getByLabel('Administration')
    await administration.waitFor()
    // The page reads the scopes again after it has shown them, which takes the mark from the box.
    await page.waitForLoadState('networkidle')
    await administration.check()
    const granted = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Grant access' }).click()
    expect((await granted).request().postDataJSON()).toMatchObject({
      scope: expect.stringContaining(scope) as unknown,
    })
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL((url) => url.href.startsWith(redirectUri))
    expect(page.url()).toMatch(/[?&]code=/)
    await context.close()
    return new URL(page.url()).searchParams.get('code') ?? ''
  }
})
