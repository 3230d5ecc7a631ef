import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asObject, asString } from '../../contract/json.ts'
import { roles } from '../../contract/rules/roles.ts'
import { clientOf, startTestMock } from '../helpers/programs/mock.ts'

const verifier = 'a'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')
let mock: Awaited<ReturnType<typeof startTestMock>>
beforeAll(async () => {
  mock = await startTestMock()
})
afterAll(() => mock.stop())

/** The page that offers the roles. */
const authorize = async (redirectUri: string, role?: string) => {
  const { authorization_endpoint } = await discover()
  const url = new URL(asString(authorization_endpoint))
  const parameters = {
    redirect_uri: redirectUri,
    state: 'x y',
    code_challenge: challenge,
    ...(role && { role }),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return fetch(url, { redirect: 'manual' })
}

const redeem = (fields: Record<string, string>) =>
  fetch(`${mock.url}/token`, { method: 'POST', body: new URLSearchParams(fields) })

async function discover() {
  return asObject(await (await fetch(`${mock.url}/.well-known/openid-configuration`)).json())
}

test('the discovery names the mock as the issuer', async () => {
  expect(await discover()).toMatchObject({ issuer: mock.url, token_endpoint: `${mock.url}/token` })
})

test('the page offers every role, and keeps the text of the address out of its markup', async () => {
  const page = await (await authorize('http://127.0.0.1:5173/callback?"><b>')).text()
  for (const role of roles) expect(page).toContain(`&amp;role=${role}">${role}<`)
  expect(page).not.toContain('<b>')
})

test.each(roles)('whoever signs in as %s has that role, and no other', async (role) => {
  const answer = await authorize('http://127.0.0.1:5173/callback', role)
  const back = new URL(answer.headers.get('location') ?? '')
  expect([answer.status, back.origin, back.searchParams.get('state')]).toEqual([303, 'http://127.0.0.1:5173', 'x y'])

  const code = back.searchParams.get('code') ?? ''
  const tokens = asObject(await (await redeem({ code, code_verifier: verifier })).json())
  const me = await clientOf(mock, asString(tokens['access_token'])).instance('acme').me()
  expect(me.roles).toEqual([role])

  const renewed = await redeem({ refresh_token: asString(tokens['refresh_token']) })
  expect(asObject(await renewed.json())['access_token']).toBe(tokens['access_token'])
})

test('a role that does not open an operation is refused, as by the service', async () => {
  const viewer = clientOf(mock, 'Viewer').instance('acme')
  const agent = { name: 'Ada', type: 'HUMAN', active: true } as const
  await expect(viewer.agents.create(agent)).rejects.toMatchObject({ status: 403, code: 'role_missing' })
  expect((await viewer.agents.list()).items).toEqual([])
})

test('a code gives no token to who has another verifier, and neither does what is no code', async () => {
  const answer = await authorize('http://localhost:1/callback', 'Editor')
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const faulty: Record<string, string>[] = [{ code, code_verifier: 'other' }, { code: 'e30' }, { code: '%' }, {}]
  for (const fields of faulty) {
    const refused = await redeem(fields)
    expect([refused.status, await refused.json()]).toEqual([400, { error: 'invalid_grant' }])
  }
})

test.each([
  'https://evil.example/callback',
  'javascript:alert(1)',
  '//evil.example',
  '',
  'http://localhost.evil.example/',
])('nobody is sent to %s', async (redirectUri) => {
  expect((await authorize(redirectUri, 'Viewer')).status).toBe(400)
  const signOut = await fetch(`${mock.url}/sign-out?post_logout_redirect_uri=${encodeURIComponent(redirectUri)}`, {
    redirect: 'manual',
  })
  expect(signOut.status).toBe(400)
})
