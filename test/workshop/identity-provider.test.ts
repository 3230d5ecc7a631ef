import { serviceOrigin } from '../../server/db/query/recorded.ts'
import { createHash, randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { hash } from '@node-rs/argon2'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { setTemporaryPassword } from '../../workshop/identity-provider/user-credentials.ts'
import { insertUser as insertUserRow, updateUser } from '../../server/db/users.ts'
import { findAccount, findCredentialByLogin } from '../../workshop/identity-provider/user-credentials.ts'
import { readIdentityFile } from '../../workshop/identity-provider/clients.ts'
import { fetchDevToken } from '../../workshop/identity-provider/dev-token.ts'
import { hashPassword } from '../../workshop/identity-provider/password.ts'
import { startIdentityProvider, type IdentityProvider } from '../../workshop/identity-provider/provider.ts'
import { roles } from '../../contract/rules/roles.ts'
import { Browser, type Page } from '../helpers/programs/browser.ts'
import { sendBytes } from '../helpers/raw-http.ts'
import { sendUnread, untilEnded } from '../helpers/unread.ts'
import { openTestDatabase, type OpenTestDatabase } from '../helpers/programs/postgres.ts'
import { runHere } from '../helpers/programs/command.ts'

const temporaryPassword = 'temporary-Passw0rd'
const ownPassword = 'my own long password'
const callback = 'http://localhost:5173/callback'
const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }

let database: OpenTestDatabase
let db: Knex
let dataDir: string
let provider: IdentityProvider
let temporaryHash: string
let ownHash: string
let userCount = 0

beforeAll(async () => {
  database = await openTestDatabase(inject('databaseUrl'))
  db = database.db
  await db('instances').insert([
    { id: 'demo', name: 'Demo' },
    { id: 'acme', name: 'Acme' },
  ])
  dataDir = await mkdtemp(join(tmpdir(), 'identity-'))
  // Cheap to check, as the hash says itself how dear it is.
  const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }
  temporaryHash = await hash(temporaryPassword, cheap)
  ownHash = await hash(ownPassword, cheap)
  provider = await start()
})

afterAll(async () => {
  await provider.close()
  await database.close()
  await rm(dataDir, { recursive: true })
})

beforeEach(() => {
  for (const write of Object.values(log)) write.mockClear()
})

describe('a token without a user', () => {
  test.each(roles)('%s gets its role, in the demo instance, for an hour', async (role) => {
    const { payload, protectedHeader } = await verifyToken(await devToken(role))
    expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'at+jwt' })
    expect(payload).toMatchObject({
      aud: 'instance-admin',
      iss: provider.issuer,
      sub: `dev-${role.toLowerCase()}`,
      roles: [role],
      instances: ['demo'],
    })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600)
  })

  test('is for the instance that the request names', async () => {
    const { payload } = await verifyToken(await devToken('Editor', 'acme'))
    expect(payload.instances).toEqual(['acme'])
  })

  test.each(['instance=a%20b', 'instance=', 'instance=a&instance=b', 'instance=%00', 'instance=../x'])(
    'is refused for %s',
    async (instance) => {
      const answer = await postToken(`grant_type=client_credentials&${instance}`, await basic('Editor'))
      expect(answer.status).toBe(400)
      expect(answer.json).toMatchObject({ error: 'invalid_request' })
    },
  )

  test('has the roles that the request names, and is refused for what is no role', async () => {
    const ask = async (roles: string) =>
      postToken(`grant_type=client_credentials&roles=${roles}`, await basic('Recorder'))
    const { json } = await ask('Viewer+Recorder')
    expect((await verifyToken(String(json['access_token']))).payload.roles).toEqual(['Viewer', 'Recorder'])
    for (const roles of ['', 'viewer', 'Viewer,Recorder', 'Viewer&roles=Editor'])
      expect((await ask(roles)).json).toMatchObject({ error: 'invalid_request' })
  })

  test('is refused with a wrong secret, without one, and to the public client', async () => {
    const wrong = `Basic ${Buffer.from('dev-administrator:wrong').toString('base64')}`
    expect((await postToken('grant_type=client_credentials', wrong)).status).toBe(401)
    expect((await postToken('grant_type=client_credentials&client_id=dev-administrator')).status).toBe(401)
    expect((await postToken('grant_type=client_credentials&client_id=dev-app')).status).toBe(400)
  })

  test('is refused for another resource', async () => {
    const body = 'grant_type=client_credentials&resource=urn:other'
    expect((await postToken(body, await basic('Editor'))).json).toMatchObject({ error: 'invalid_target' })
  })
})

describe('signing in', () => {
  test('with a temporary password ends only after the user has chosen another', async () => {
    const user = await createUser()
    const { browser, page } = await openSignIn()
    expect(page.text).toContain('Username or email')

    const step = await browser.follow(
      await browser.post(page.url, { login: user.username, password: temporaryPassword }),
    )
    expect(step.text).toContain('Choose a new password')
    const again = await browser.get(page.url)
    expect(again.text).toContain('Choose a new password')

    const done = await browser.follow(
      await browser.post(page.url, { newPassword: ownPassword, repeatedPassword: ownPassword }),
    )
    const tokens = await redeem(codeOf(done))
    const { payload } = await verifyToken(tokens.access_token)
    expect(payload).toMatchObject({
      sub: user.id,
      roles: ['Viewer'],
      instances: ['demo'],
      aud: 'instance-admin',
    })
    expect(await findCredentialByLogin(db, 'demo', user.username)).toMatchObject({ mustChange: false })
  })

  test('cannot be finished by leaving out the new password', async () => {
    const user = await createUser()
    const { browser, page } = await openSignIn()
    await browser.post(page.url, { login: user.username, password: temporaryPassword })
    const resumed = await browser.follow(await browser.get(page.url.replace('/sign-in/', '/auth/')))
    expect(resumed.url).toContain('/sign-in/')
    expect(resumed.text).toContain('Username or email')
  })

  test.each([
    ['too short', 'short', 'short', '12 to 128'],
    ['too long', 'x'.repeat(129), 'x'.repeat(129), '12 to 128'],
    ['not repeated', ownPassword, 'something else entirely', 'not the same'],
    ['the old one', temporaryPassword, temporaryPassword, 'must not be the old one'],
  ])('refuses a new password that is %s', async (_name, newPassword, repeatedPassword, message) => {
    const user = await createUser()
    const { browser, page } = await openSignIn()
    await browser.post(page.url, { login: user.username, password: temporaryPassword })
    const refused = await browser.post(page.url, { newPassword, repeatedPassword })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain(message)
    expect(await findCredentialByLogin(db, 'demo', user.username)).toMatchObject({ mustChange: true })
  })

  test.each([
    [
      'an administrator resets the password',
      async (userId: string) => {
        const passwordHash = await hashPassword('reset again, now')
        await setTemporaryPassword(db, { instanceId: 'demo', userId }, passwordHash)
      },
    ],
    ['an administrator disables the user', (userId: string) => setEnabled(userId, false)],
  ])('starts again when %s before the new one is chosen', async (_name, meanwhile) => {
    const user = await createUser()
    const { browser, page } = await openSignIn()
    await browser.post(page.url, { login: user.username, password: temporaryPassword })
    await meanwhile(user.id)
    const refused = await browser.post(page.url, { newPassword: ownPassword, repeatedPassword: ownPassword })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('Sign in again')
    expect(await findCredentialByLogin(db, 'demo', user.username)).toMatchObject({ mustChange: true })
    expect((await signIn(user.username, ownPassword)).status).toBe(400)
  })

  test('takes the username or the email, in any case, and no old password', async () => {
    const user = await createUser(ownPassword)
    expect(codeOf(await signIn(user.username.toUpperCase(), ownPassword))).toBeTruthy()
    expect(codeOf(await signIn(` ${user.email.toUpperCase()} `, ownPassword))).toBeTruthy()
    expect((await signIn(user.username, temporaryPassword)).status).toBe(400)
  })

  test('fails alike for a wrong password, an unknown user, and a disabled one', async () => {
    const user = await createUser(ownPassword)
    const disabled = await createUser(ownPassword)
    await setEnabled(disabled.id, false)
    const pages = [
      await signIn(user.username, 'wrong password'),
      await signIn('nobody', ownPassword),
      await signIn(disabled.username, ownPassword),
    ]
    const shown = pages.map(({ status, text }) => ({ status, text: text.replaceAll(/value="[^"]*"/g, '') }))
    expect(shown[0]?.status).toBe(400)
    expect(shown[0]?.text).toContain('These sign-in details are not right')
    expect(shown[1]).toEqual(shown[0])
    expect(shown[2]).toEqual(shown[0])
  })

  test('works again, in the same browser, after an administrator has reset the password', async () => {
    const user = await createUser(ownPassword)
    const browser = new Browser()
    await signIn(user.username, ownPassword, {}, browser)
    await setTemporaryPassword(db, { instanceId: 'demo', userId: user.id }, temporaryHash)
    expect((await signIn(user.username, ownPassword, {}, browser)).status).toBe(400)
    const page = await signIn(user.username, temporaryPassword, {}, browser)
    const fields = { newPassword: 'another long password', repeatedPassword: 'another long password' }
    const done = await browser.follow(await browser.post(page.url, fields))
    expect((await verifyToken((await redeem(codeOf(done))).access_token)).payload.sub).toBe(user.id)
  })

  test.each([
    ['in another normal form', 'Zo\u00eb', 'zoe\u0308'],
    ['with full-width letters and a joiner', 'Max', '\uff2d\u200da\uff58'],
  ])('takes a name that is written %s', async (_how, name, written) => {
    const user = await createUser(ownPassword)
    await updateUser(db, serviceOrigin(user.instanceId, 'test'), user.id, null, { username: `${name}-${user.id}` })
    const { payload } = await verifyToken(
      (await redeem(codeOf(await signIn(`${written}-${user.id}`, ownPassword)))).access_token,
    )
    expect(payload.sub).toBe(user.id)
  })

  test('is bound to the instance that the application asks for', async () => {
    const user = await createUser(ownPassword, 'acme')
    expect((await signIn(user.username, ownPassword)).status).toBe(400)
    const done = await signIn(user.username, ownPassword, { instance: 'acme' })
    const { payload } = await verifyToken((await redeem(codeOf(done))).access_token)
    expect(payload.instances).toEqual(['acme'])
  })

  test('a session skips the form, but not for another instance', async () => {
    const user = await createUser(ownPassword)
    const browser = new Browser()
    await signIn(user.username, ownPassword, {}, browser)
    expect(codeOf(await browser.get(authorizeUrl({ prompt: 'none' })))).toBeTruthy()
    const other = await browser.get(authorizeUrl({ prompt: 'none', instance: 'acme' }))
    expect(new URL(other.location ?? '').searchParams.get('error')).toBe('login_required')
  })

  test('as another user signs the first one out', async () => {
    const [first, second] = [await createUser(ownPassword), await createUser(ownPassword)]
    const browser = new Browser()
    await signIn(first.username, ownPassword, {}, browser)
    const page = await signIn(second.username, ownPassword, { prompt: 'login' }, browser)
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'sha256-/)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const done = await browser.follow(
      await browser.post(`${provider.issuer}/session/end/confirm`, { xsrf, logout: 'yes' }),
    )
    const { payload } = await verifyToken((await redeem(codeOf(done))).access_token)
    expect(payload.sub).toBe(second.id)
  })

  test('stops after 5 failures for that name, and for no other', async () => {
    const user = await createUser(ownPassword)
    const other = await createUser(ownPassword)
    for (let failure = 0; failure < 5; failure += 1) {
      expect((await signIn(user.username, 'wrong password')).status).toBe(400)
    }
    const throttled = await signIn(user.username, ownPassword)
    expect(throttled.status).toBe(429)
    expect(Number(throttled.headers.get('retry-after'))).toBeGreaterThan(800)
    expect(codeOf(await signIn(other.username, ownPassword))).toBeTruthy()
  })

  test('counts failures from the last success on', async () => {
    const user = await createUser(ownPassword)
    for (const password of ['a', 'b', 'c', 'd', ownPassword, 'a', 'b', 'c', 'd', ownPassword]) {
      expect((await signIn(user.username, password)).status).not.toBe(429)
    }
  })

  test('stops attempts that are sent side by side', async () => {
    const user = await createUser(ownPassword)
    const pages = await Promise.all(Array.from({ length: 12 }, () => signIn(user.username, 'wrong password')))
    expect(pages.filter(({ status }) => status === 400)).toHaveLength(5)
    expect(pages.filter(({ status }) => status === 429)).toHaveLength(7)
  })

  test('puts no password into a log line', async () => {
    const user = await createUser()
    await signIn(user.username, 'a wrong secret')
    await signIn(user.username, temporaryPassword)
    const lines = JSON.stringify([log.info.mock.calls, log.warn.mock.calls, log.error.mock.calls])
    expect(lines).not.toContain('a wrong secret')
    expect(lines).not.toContain(temporaryPassword)
    expect(lines).not.toContain(user.username)
  })
})

describe('tokens of a user', () => {
  test('are refreshed, each refresh token once', async () => {
    const user = await createUser(ownPassword)
    const first = await redeem(codeOf(await signIn(user.username, ownPassword)))
    const second = await refresh(first.refresh_token, 'openid profile email')
    expect(second.status).toBe(200)
    expect(second.json.refresh_token).not.toBe(first.refresh_token)
    const { payload } = await verifyToken(String(second.json.access_token))
    expect(payload).toMatchObject({ sub: user.id, instances: ['demo'] })

    expect((await refresh(first.refresh_token)).json).toMatchObject({ error: 'invalid_grant' })
    expect((await refresh(String(second.json.refresh_token))).json).toMatchObject({ error: 'invalid_grant' })
  })

  test.each([
    ['disabled', (id: string) => setEnabled(id, false)],
    [
      'given a temporary password',
      (userId: string) => setTemporaryPassword(db, { instanceId: 'demo', userId }, temporaryHash),
    ],
  ])('stop when the user is %s', async (_name, stop) => {
    const user = await createUser(ownPassword)
    const browser = new Browser()
    const tokens = await redeem(codeOf(await signIn(user.username, ownPassword, {}, browser)))
    const unused = codeOf(await browser.get(authorizeUrl({ prompt: 'none' })))
    await stop(user.id)
    expect((await refresh(tokens.refresh_token)).json).toMatchObject({ error: 'invalid_grant' })
    expect((await postToken(codeRequest(unused))).json).toMatchObject({ error: 'invalid_grant' })
    const silent = await browser.get(authorizeUrl({ prompt: 'none' }))
    expect(new URL(silent.location ?? '').searchParams.get('error')).toBe('login_required')
    expect((await browser.follow(await browser.get(authorizeUrl()))).text).toContain('Username or email')
  })

  test('say who has signed in, by the id token', async () => {
    const user = await createUser(ownPassword)
    const tokens = await redeem(codeOf(await signIn(user.username, ownPassword)))
    const claims = {
      sub: user.id,
      email: user.email,
      preferred_username: user.username,
      name: 'Ada King Lovelace',
      given_name: 'Ada',
      middle_name: 'King',
      family_name: 'Lovelace',
    }
    const { payload } = await jwtVerify(tokens.id_token, await keySet(), {
      issuer: provider.issuer,
      audience: 'dev-app',
    })
    expect(payload).toMatchObject(claims)
  })

  test('say no more than the scope allows', async () => {
    const user = await createUser(ownPassword)
    const tokens = await redeem(codeOf(await signIn(user.username, ownPassword, { scope: 'openid email' })))
    const { payload } = await jwtVerify(tokens.id_token, await keySet())
    expect(payload).toMatchObject({ sub: user.id, email: user.email })
    for (const claim of ['name', 'given_name', 'middle_name', 'family_name', 'preferred_username'])
      expect(payload).not.toHaveProperty(claim)
  })

  test('end with the session', async () => {
    const user = await createUser(ownPassword)
    const browser = new Browser()
    const tokens = await redeem(codeOf(await signIn(user.username, ownPassword, {}, browser)))
    const question = await browser.get(`${provider.issuer}/session/end`)
    expect(question.text).toContain('Sign out?')
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(question.text)?.[1] ?? ''
    const done = await browser.follow(
      await browser.post(`${provider.issuer}/session/end/confirm`, { xsrf, logout: 'yes' }),
    )
    expect(done.text).toContain('Signed out')
    expect((await refresh(tokens.refresh_token)).json).toMatchObject({ error: 'invalid_grant' })
  })

  test('are never issued when two instances hold the same user id', async () => {
    const user = await createUser(ownPassword)
    await insertUser({ ...user, instanceId: 'acme' }, temporaryHash)
    expect(await findAccount(db, user.id)).toBeNull()
  })
})

describe('the authorization request', () => {
  test.each([
    'https://evil.example/callback',
    'http://localhost.evil.example/callback',
    'http://localhost:5173@evil.example/callback',
    'http://localhost:5173/other',
    '//evil.example',
    'javascript:alert(1)',
  ])('never redirects to %s', async (redirect_uri) => {
    const page = await new Browser().get(authorizeUrl({ redirect_uri }))
    expect(page.status).toBe(400)
    expect(page.location).toBeUndefined()
    expect(page.text).toContain('redirect_uri')
  })

  test.each(['http://127.0.0.1:1234/callback', 'http://localhost:8080/', 'http://localhost/callback'])(
    'redirects to %s, whatever the port',
    async (redirect_uri) => {
      expect((await new Browser().get(authorizeUrl({ redirect_uri }))).location).toContain('/sign-in/')
    },
  )

  test.each([
    ['without PKCE', { code_challenge: '', code_challenge_method: '' }],
    ['with a plain challenge', { code_challenge_method: 'plain' }],
    ['for an instance that is no identifier', { instance: '../acme' }],
    ['for a token in the address', { response_type: 'token' }],
  ])('is refused %s', async (_name, parameters) => {
    const page = await new Browser().get(authorizeUrl(parameters))
    expect(new URL(page.location ?? '').origin).toBe('http://localhost:5173')
    expect(page.location).toMatch(/error=(invalid_request|unsupported_response_type)/)
  })

  test('gives a code that is worth nothing without its verifier', async () => {
    const user = await createUser(ownPassword)
    const code = codeOf(await signIn(user.username, ownPassword))
    const body = codeRequest(code).replace(verifier, 'x'.repeat(43))
    expect((await postToken(body)).json).toMatchObject({ error: 'invalid_grant' })
  })

  test('escapes what it shows', async () => {
    const page = await new Browser().get(authorizeUrl({ client_id: '<script>alert(1)</script>' }))
    expect(page.status).toBe(400)
    expect(page.text).not.toContain('<script>')
  })
})

describe('a single-page app on another port', () => {
  test.each(['/.well-known/openid-configuration', '/jwks'])('may read %s', async (path) => {
    const answer = await fetch(provider.issuer + path, { headers: { origin: 'http://localhost:5173' } })
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:5173')
  })

  test('may redeem a code, and a site elsewhere may not', async () => {
    const user = await createUser(ownPassword)
    const code = codeOf(await signIn(user.username, ownPassword))
    const elsewhere = await postToken(codeRequest(code), undefined, 'https://evil.example')
    expect(elsewhere.status).toBe(400)
    expect(elsewhere.headers.get('access-control-allow-origin')).toBeNull()
    const here = await postToken(codeRequest(code), undefined, 'http://localhost:5173')
    expect(here.status).toBe(200)
    expect(here.headers.get('access-control-allow-origin')).toBe('http://localhost:5173')
  })
})

describe('hostile input', () => {
  test('bytes behind a request do not take over its answer, and two hosts are none', async () => {
    const { host } = new URL(provider.issuer)
    const good = `GET /.well-known/openid-configuration HTTP/1.1\r\nHost: ${host}\r\n`
    const { status, text } = await sendBytes(provider.issuer, Buffer.from(`${good}\r\ngarbage\r\n\r\n`))
    expect([0, 200]).toContain(status)
    expect(text).not.toContain('400 Bad Request')
    const twice = Buffer.from(`${good}Host: ${host}\r\nConnection: close\r\n\r\n`)
    expect((await sendBytes(provider.issuer, twice)).status).toBe(421)
  })

  test('who reads no answer is let go', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'identity-'))
    await copyFile(join(dataDir, 'identity-keys.json'), join(folder, 'identity-keys.json'))
    const impatient = await start({ dataDir: folder, slowReaderTimeoutMs: 100 })
    const { host } = new URL(impatient.issuer)
    const request = `GET /.well-known/openid-configuration HTTP/1.1\r\nHost: ${host}\r\n\r\n`
    await untilEnded(await sendUnread(impatient.issuer, request.repeat(5000)))
    await impatient.close()
    await rm(folder, { recursive: true })
  })

  test.each([
    ['nothing', ''],
    ['no password', 'login=ada'],
    ['arrays', 'login[]=ada&password[]=x'],
    ['a repeated field', 'login=ada&login=bob&password=x'],
    ['a NUL byte', 'login=a%00da&password=x'],
    ['a lone surrogate', 'login=%ED%A0%80&password=x'],
    ['broken escapes', 'login=%E0%A4%A&password=%'],
    ['a prototype', '__proto__=x&constructor=y&login=ada&password=x'],
    ['wildcards', 'login=%25&password=%25'],
    ['markup', 'login=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&password=x'],
    ['a long name', `login=${'a'.repeat(5000)}&password=x`],
    ['only separators', '&&&===&&&'],
  ])('%s gets a clean page', async (_name, body) => {
    const { browser, page } = await openSignIn()
    const answer = await browser.post(page.url, body)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.text).not.toContain('<script>')
    expect(log.error).not.toHaveBeenCalled()
  })

  test.each(['login=ada&login=bob&password=x', 'login=a%00da&password=x', 'login=%ED%A0%80&password=x'])(
    '%s is no form, and not looked up',
    async (body) => {
      const { browser, page } = await openSignIn()
      expect((await browser.post(page.url, body)).text).toContain('could not be read')
    },
  )

  test('a new password made of nothing but odd bytes is refused or taken, never a crash', async () => {
    const user = await createUser()
    const { browser, page } = await openSignIn()
    await browser.post(page.url, { login: user.username, password: temporaryPassword })
    for (const body of ['newPassword[]=x', 'newPassword=%00', 'newPassword=%ED%A0%80', '']) {
      expect((await browser.post(page.url, body)).status).toBe(400)
    }
    expect(log.error).not.toHaveBeenCalled()
  })

  test('a huge body is 413, another type 415, another method 405', async () => {
    const { browser, page } = await openSignIn()
    expect((await browser.post(page.url, 'x'.repeat(1_000_000))).status).toBe(413)
    expect((await browser.post(page.url, '{}', { 'content-type': 'application/json' })).status).toBe(415)
    expect((await browser.send(page.url, { method: 'PUT' })).status).toBe(405)
  })

  test('a sign-in without its cookie, or with that of another, starts again', async () => {
    const [first, second] = [await openSignIn(), await openSignIn()]
    expect((await new Browser().get(first.page.url)).text).toContain('start again')
    expect((await first.browser.get(second.page.url)).text).toContain('start again')
    expect((await first.browser.get(`${provider.issuer}/sign-in/%00`)).status).toBe(400)
    expect((await first.browser.get(`${first.page.url}/more`)).text).toContain('start again')
  })

  test('a form from another site is refused', async () => {
    const user = await createUser(ownPassword)
    const { browser, page } = await openSignIn()
    const fields = { login: user.username, password: ownPassword }
    expect((await browser.post(page.url, fields, { origin: 'http://localhost:5173' })).status).toBe(403)
    expect((await browser.post(page.url, fields, { origin: provider.issuer })).status).toBe(303)
  })

  test('a forged Host reaches nothing', async () => {
    const { host } = new URL(provider.issuer)
    expect(await statusOf(`GET /jwks HTTP/1.1\r\nHost: ${host}`)).toBe('200')
    expect(await statusOf('GET /jwks HTTP/1.1\r\nHost: evil.example')).toBe('421')
    expect(await statusOf('GET /jwks HTTP/1.0')).toBe('421')
    expect(await statusOf(`GET http://evil.example/jwks HTTP/1.1\r\nHost: ${host}`)).toBe('421')
    expect(await statusOf(`OPTIONS * HTTP/1.1\r\nHost: ${host}`)).toBe('421')
    expect(await statusOf(`GET //evil.example/jwks HTTP/1.1\r\nHost: ${host}`)).toBe('404')
  })

  test('every page forbids scripts, frames and caching', async () => {
    const { page } = await openSignIn()
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none';script-src;")
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test.each(['/auth', '/auth?client_id[]=x', '/auth?client_id=%00', '/token', '/userinfo', '/me', '/%00', '/nothing'])(
    '%s fails without a crash',
    async (path) => {
      const answer = await fetch(provider.issuer + path)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
    },
  )
})

describe('starting and stopping', () => {
  test('keeps secrets where only their owner may read them', async () => {
    for (const name of await readdir(dataDir)) {
      expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600)
    }
    expect((await readdir(dataDir)).sort()).toEqual(['identity-keys.json', 'identity.json'])
  })

  test('a token from before a restart is good after it, and the secrets stay', async () => {
    const keys = await readFile(join(dataDir, 'identity-keys.json'), 'utf8')
    const token = await devToken('Viewer')
    const { issuer } = provider
    const port = Number(new URL(issuer).port)
    await provider.close()
    const stopped = await fetchDevToken({ dataDir, roles: ['Viewer'], instanceId: 'demo' })
    expect(stopped.ok ? '' : stopped.message).toContain('npm start')
    provider = await start({ port })
    expect(provider.issuer).toBe(issuer)
    expect((await verifyToken(token)).payload.roles).toEqual(['Viewer'])
    expect(await readFile(join(dataDir, 'identity-keys.json'), 'utf8')).toBe(keys)
  })

  test('refuses production, and a port that is taken', async () => {
    await expect(start({ production: true })).rejects.toThrow('OIDC_ISSUER')
    await expect(start({ port: Number(new URL(provider.issuer).port) })).rejects.toThrow('cannot listen')
  })

  test('says which file to delete when its files are broken', async () => {
    const broken = await mkdtemp(join(tmpdir(), 'identity-'))
    await writeFile(join(broken, 'identity.json'), '{"issuer":')
    await expect(start({ dataDir: broken })).rejects.toThrow(/identity\.json.*Delete it/)
    const ran = await runCommand(['--role', 'Editor'], { DATA_DIR: broken })
    expect(ran.code).toBe(1)
    expect(ran.stderr).toMatch(/identity\.json.*Delete it/)
    await rm(broken, { recursive: true })
  })

  test('prints nothing on the console', async () => {
    const written = (['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name))
    const user = await createUser(ownPassword)
    await refresh((await redeem(codeOf(await signIn(user.username, ownPassword)))).refresh_token)
    await new Browser().get(authorizeUrl({ client_id: 'unknown' }))
    await devToken('Editor')
    for (const spy of written) expect(spy).not.toHaveBeenCalled()
    vi.restoreAllMocks()
  })
})

describe('npm run token', () => {
  test('prints a token and nothing else', async () => {
    const ran = await runCommand(['--role', 'Administrator', '--instance', 'acme'])
    expect(ran).toMatchObject({ code: 0, stderr: '' })
    const { payload } = await verifyToken(ran.stdout.trimEnd())
    expect(payload).toMatchObject({ roles: ['Administrator'], instances: ['acme'] })
  })

  test('gives the token every role that is named', async () => {
    const ran = await runCommand(['--role', 'Recorder', '--role', 'Viewer'])
    const { payload } = await verifyToken(ran.stdout.trimEnd())
    expect(payload).toMatchObject({ sub: 'dev-recorder', roles: ['Recorder', 'Viewer'] })
  })

  test.each([
    ['without a role', [], {}, 'Viewer, Manager, Administrator, Editor'],
    ['with an unknown role', ['--role', 'editor'], {}, 'Viewer, Manager, Administrator, Editor'],
    ['with a second role that is unknown', ['--role', 'Editor', '--role', 'viewer'], {}, 'Viewer, Manager'],
    ['with an instance that is no identifier', ['--role', 'Editor', '--instance', '../x'], {}, 'no identifier'],
    ['without a server', ['--role', 'Editor'], { DATA_DIR: '/nonexistent' }, 'npm start'],
    ['with a provider of your own', ['--role', 'Editor'], { OIDC_ISSUER: 'https://login.example.com' }, 'unset'],
    ['with a broken setting', ['--role', 'Editor'], { PORT: 'x' }, 'PORT must be'],
  ])('says what to do %s', async (_name, args, env, message) => {
    const ran = await runCommand(args, env)
    expect(ran).toMatchObject({ code: 1, stdout: '' })
    expect(ran.stderr).toContain(message)
    expect(ran.stderr).not.toContain('    at ')
  })
})

function start(overrides: Partial<Parameters<typeof startIdentityProvider>[0]> = {}): Promise<IdentityProvider> {
  return startIdentityProvider({
    db,
    port: 0,
    dataDir,
    production: false,
    audience: 'instance-admin',
    defaultInstanceId: 'demo',
    slowReaderTimeoutMs: 600_000,
    log,
    ...overrides,
  })
}

/** A user with the temporary password, or one who has already chosen another. */
async function createUser(password: typeof ownPassword | null = null, instanceId = 'demo'): Promise<User> {
  userCount += 1
  const user = {
    id: `user-${userCount}`,
    instanceId,
    username: `ada${userCount}`,
    email: `ada${userCount}@example.com`,
  }
  await insertUser(user, password === null ? temporaryHash : ownHash)
  // Long ago: a sign-in waits for the second after it.
  const chosen = { must_change: false, sessions_from: '2026-01-01T00:00:00Z' }
  if (password !== null) await db('user_credentials').where({ user_id: user.id }).update(chosen)
  return user
}

async function insertUser({ id, instanceId, username, email }: User, passwordHash: string): Promise<void> {
  const name = { name: 'Ada', middle_name: 'King', family_name: 'Lovelace' }
  const user = { id, username, email, ...name, enabled: true, roles: ['Viewer' as const] }
  await insertUserRow(db, serviceOrigin(instanceId, 'test'), user)
  await setTemporaryPassword(db, { instanceId, userId: id }, passwordHash)
}

async function setEnabled(id: string, enabled: boolean): Promise<void> {
  await db('users').where({ id }).update({ enabled })
}

function authorizeUrl(parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: 'dev-app',
    response_type: 'code',
    redirect_uri: callback,
    scope: 'openid profile email',
    state: 'some-state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...parameters,
  })
  for (const [name, value] of Object.entries(parameters)) if (value === '') query.delete(name)
  return `${provider.issuer}/auth?${query.toString()}`
}

async function openSignIn(parameters: Record<string, string> = {}, browser = new Browser()) {
  return { browser, page: await browser.follow(await browser.get(authorizeUrl(parameters))) }
}

async function signIn(
  login: string,
  password: string,
  parameters: Record<string, string> = {},
  browser = new Browser(),
): Promise<Page> {
  const { page } = await openSignIn(parameters, browser)
  return browser.follow(await browser.post(page.url, { login, password }))
}

function codeOf(page: Page): string {
  const location = new URL(page.location ?? 'http://none.example')
  expect(location.origin + location.pathname).toBe(callback)
  expect(location.searchParams.get('state')).toBe('some-state')
  return location.searchParams.get('code') ?? ''
}

function codeRequest(code: string): string {
  return new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: 'dev-app',
    redirect_uri: callback,
    code,
    code_verifier: verifier,
  }).toString()
}

async function redeem(code: string) {
  const { status, json } = await postToken(codeRequest(code))
  expect(status).toBe(200)
  return {
    access_token: String(json.access_token),
    id_token: String(json.id_token),
    refresh_token: String(json.refresh_token),
  }
}

async function refresh(token: string, scope?: string) {
  return postToken(
    new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: 'dev-app',
      refresh_token: token,
      ...(scope === undefined ? {} : { scope }),
    }).toString(),
  )
}

async function postToken(body: string, authorization?: string, origin?: string) {
  const answer = await fetch(`${provider.issuer}/token`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(authorization === undefined ? {} : { authorization }),
      ...(origin === undefined ? {} : { origin }),
    },
  })
  return {
    status: answer.status,
    headers: answer.headers,
    json: await readJson(answer),
  }
}

async function readJson(answer: Response): Promise<Record<string, unknown>> {
  const body: unknown = await answer.json()
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

async function basic(role: string): Promise<string> {
  const file = await readIdentityFile(dataDir)
  const client = file?.clients.find((client) => client.role === role)
  return `Basic ${Buffer.from(`${client?.clientId}:${client?.clientSecret}`).toString('base64')}`
}

async function devToken(role: (typeof roles)[number], instanceId = 'demo'): Promise<string> {
  const result = await fetchDevToken({ dataDir, roles: [role], instanceId })
  if (!result.ok) throw new Error(result.message)
  return result.token
}

/** As the API does it: the keys by discovery, the issuer and the audience checked. */
async function verifyToken(token: string) {
  return jwtVerify(token, await keySet(), {
    issuer: provider.issuer,
    audience: 'instance-admin',
    algorithms: ['RS256'],
  })
}

async function keySet() {
  const answer = await fetch(`${provider.issuer}/.well-known/openid-configuration`)
  const { jwks_uri } = await readJson(answer)
  return createRemoteJWKSet(new URL(String(jwks_uri)))
}

/** What fetch() would not send: the head of a request as it stands. */
async function statusOf(head: string): Promise<string | undefined> {
  const socket = connect(Number(new URL(provider.issuer).port), '127.0.0.1')
  socket.end(`${head}\r\nConnection: close\r\n\r\n`)
  return (await text(socket)).split(' ')[1]
}

function runCommand(args: string[], env: Record<string, string> = {}) {
  return runHere('tools/token.ts', args, { DATA_DIR: dataDir, ...env })
}

interface User {
  id: string
  instanceId: string
  username: string
  email: string
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
  }
}
