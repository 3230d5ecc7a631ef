import { request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readContract } from '../../contract/document.ts'
import { clientOf, recordDelays, startTestMock } from '../helpers/programs/mock.ts'
import { until } from '../helpers/until.ts'
import { prismOf } from './examples.ts'

let mock: Awaited<ReturnType<typeof startTestMock>>
beforeAll(async () => {
  const forced = (await readContract()).operations.filter(({ id }) =>
    ['createAgent', 'createUser', 'getMe'].includes(id),
  )
  mock = await startTestMock({ prism: await prismOf(forced) })
})
afterAll(() => mock.stop())
beforeEach(async () => {
  expect((await fetch(`${mock.url}/__reset`, { method: 'POST' })).status).toBe(204)
})

const as = (token: string) => clientOf(mock, token).instance('demo')
const agent = { name: 'Ada', type: 'HUMAN', active: true } as const
const page = async (query = '') => (await fetch(`${mock.url}/__mock${query}`)).text()
const submit = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${mock.url}/__mock`, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' })
const force = (fields: Record<string, string>) =>
  submit({ action: 'answer', session: 'everybody', operation: 'listAgents', answer: 'code=503', ...fields })

/** The fields of the button that stops the answer of the operation. */
function stopOf(operation: string, html: string): Record<string, string> {
  const [form = ''] = html.match(/<tr>.*?<\/tr>/gs)?.filter((item) => item.includes(` of ${operation} is`)) ?? []
  return Object.fromEntries(
    [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

describe('an answer', () => {
  test('is that of the next call, once', async () => {
    expect((await force({})).status).toBe(303)
    await expect(as('any').agents.list()).rejects.toMatchObject({ code: 'temporarily_unavailable' })
    expect((await as('any').agents.list()).items).toEqual([])
  })

  test('is that of all calls until it is stopped, with the example that was chosen', async () => {
    await force({ operation: 'createAgent', answer: 'code=409, example=idempotency_key_in_use', often: 'always' })
    for (let call = 0; call < 2; call++)
      await expect(as('any').agents.create(agent)).rejects.toMatchObject({ code: 'idempotency_key_in_use' })
    await submit(stopOf('createAgent', await page()))
    expect(await as('any').agents.create(agent)).toMatchObject(agent)
  })

  test('is stopped by a page that does not know yet which answers were given', async () => {
    await force({})
    await force({ operation: 'createAgent', answer: 'code=503', often: 'always' })
    const before = await page()
    await expect(as('any').agents.list()).rejects.toMatchObject({ status: 503 })
    await submit(stopOf('createAgent', before))
    expect(await as('any').agents.create(agent)).toMatchObject(agent)
    await submit({ action: 'stop' })
  })

  test('waits for a request that reaches the operation', async () => {
    await force({ operation: 'createUser', answer: 'code=409, example=email_taken' })
    const user = { username: 'ada', email: 'ada@example.com', name: 'Ada', temporaryPassword: 'correct-horse-battery' }
    await expect(as('any').users.create({ ...user, email: 'no' })).rejects.toMatchObject({ status: 400 })
    await until(async () => expect(await page()).toContain('<td>400, as set</td>'))
    await expect(as('any').users.create(user)).rejects.toMatchObject({ code: 'email_taken' })
  })

  test('is the last that was set for the session and the operation, in one row', async () => {
    await force({ often: 'always' })
    await force({ answer: 'code=500', often: 'always' })
    await force({ session: 'Viewer.1f3a' })
    expect((await page()).match(/of listAgents is answered code=\d+/g)).toEqual([
      'of listAgents is answered code=500',
      'of listAgents is answered code=503',
    ])
    await expect(as('any').agents.list()).rejects.toMatchObject({ status: 500 })
  })

  test('of one session is not that of another', async () => {
    await force({ session: 'Viewer.1f3a', often: 'always' })
    await expect(as('Viewer.1f3a').agents.list()).rejects.toMatchObject({ status: 503 })
    expect((await as('Viewer.1f3b').agents.list()).items).toEqual([])
    expect((await as('any').agents.list()).items).toEqual([])
  })

  test('that is forbidden names the roles of its operation', async () => {
    await force({ operation: 'createAgent', answer: 'code=403, example=role_missing' })
    await expect(as('any').agents.create(agent)).rejects.toThrow('open to Administrator and Editor.')
  })

  test('can be each that the contract declares, and no other', async () => {
    const offered = [...(await page('?operation=createUser')).matchAll(/<option value="(code=[^"]+)"/g)]
    expect(offered.map(([, answer]) => answer)).toEqual(
      expect.arrayContaining(['code=409, example=email_taken', 'code=401, example=token_expired']),
    )
    const wrong = await force({ answer: 'code=418' })
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('role="alert"')])
  })
})

describe('a delay', () => {
  test('is that of the session, of everybody, or of the command', async () => {
    await submit({ action: 'settings', session: 'everybody', delay: '300' })
    await submit({ action: 'settings', session: 'Viewer.1', delay: '0-1' })
    expect(await recordDelays(() => as('any').agents.list())).toEqual([300])
    const [own] = await recordDelays(() => as('Viewer.1').agents.list())
    expectBetween(own, 0, 1)
    await submit({ action: 'settings', session: 'everybody', delay: '' })
    const slow = await startTestMock({ delay: { least: 200, most: 400 } })
    const [usual] = await recordDelays(() => fetch(`${slow.url}/instances/demo/agents`))
    expectBetween(usual, 200, 400)
    await slow.stop()
  })

  test('is asked for by a single request', async () => {
    const ask = () =>
      fetch(`${mock.url}/instances/demo/me`, {
        headers: { Authorization: 'Bearer any', Prefer: 'delay=0.4, code=503' },
      })
    expect(await recordDelays(async () => expect((await ask()).status).toBe(503))).toEqual([400])
  })

  test('that is none is refused', async () => {
    for (const delay of ['-1', '2000-200', '1s', '60001', '1e3']) {
      const answer = await submit({ action: 'settings', session: 'everybody', delay })
      const text = await answer.text()
      expect([answer.status, text]).toEqual([400, expect.stringContaining('A delay is in milliseconds')])
      expect(text).toContain(`name="delay" value="${delay}"`)
    }
  })

  test.each(['settings', undefined, 'faster'])('is not set by the action %j with what is none', async (action) => {
    const answer = await submit({
      session: 'everybody',
      delay: action === 'settings' ? 'soon' : '0',
      ...(action && { action }),
    })
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('role="alert"')])
  })
})

test('all data is said to be as at the start only while it is, and nothing is set', async () => {
  const sentence = 'All data is as at the start, and nothing is set.'
  expect(await page()).toContain(sentence)
  await as('any').agents.list()
  await expect(as('Viewer').agents.create(agent)).rejects.toMatchObject({ code: 'role_missing' })
  expect(await page()).toContain(sentence)
  await as('any').agents.create(agent)
  await until(async () => expect(await page()).not.toContain(sentence))
  await submit({ action: 'reset' })
  expect(await page()).toContain(sentence)
  await submit({ action: 'settings', session: 'Viewer.1', role: 'Editor' })
  expect(await page()).not.toContain(sentence)
})

test('the role of a session is switched, to none, too', async () => {
  const me = async (token: string) => (await as(token).me()).roles
  await submit({ action: 'settings', session: 'Viewer.1', role: 'Editor' })
  expect([await me('Viewer.1'), await me('Viewer.2')]).toEqual([['Editor'], ['Viewer']])
  await submit({ action: 'settings', session: 'Viewer.1', role: 'none' })
  expect(await me('Viewer.1')).toEqual([])
  await submit({ action: 'settings', session: 'Viewer.1', role: '' })
  expect(await me('Viewer.1')).toEqual(['Viewer'])
})

test('the last requests are shown, without a token that the mock did not give', async () => {
  await as('a-real-secret').agents.list({ name: '<b>' })
  await until(async () => expect(await page()).toContain('GET /instances/demo/agents?name=%3Cb%3E'))
  expect(await page()).not.toContain('real-secret')
  expect(await page('?session=%22%3E%3Cb%3E&operation=%3Cb%3E')).not.toContain('<b>')
})

test('the page knows the session that signed in in the same browser', async () => {
  const query = new URLSearchParams({ redirect_uri: 'http://localhost:1/', state: 's', role: 'Editor' })
  const signedIn = await fetch(`${mock.url}/authorize?${query.toString()}`, { redirect: 'manual' })
  const [cookie = ''] = signedIn.headers.getSetCookie()
  expect(cookie).toMatch(/^mock-session=Editor\.[\da-f]{4}; Path=\/__mock; HttpOnly; SameSite=Strict$/)
  const [session = ''] = /Editor\.\w+/.exec(cookie) ?? []
  const shown = await (await fetch(`${mock.url}/__mock`, { headers: { Cookie: cookie.split(';')[0] ?? '' } })).text()
  expect(shown).toContain(`<option value="${session}" selected>`)
})

describe('another website', () => {
  const fields = { action: 'settings', session: 'everybody', role: 'none' }

  test.each([
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'http://localhost:5173' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ])('cannot send a form, nor reset: %o', async (headers) => {
    expect((await submit(fields, headers)).status).toBe(403)
    expect((await fetch(`${mock.url}/__reset`, { method: 'POST', headers })).status).toBe(403)
    expect((await as('any').me()).roles).not.toEqual([])
  })

  test('cannot by a name that leads to this machine', async () => {
    const asHost = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const options = { port: new URL(mock.url).port, path: '/__mock', headers: { Host: host } }
        send(options, (answer) => void text(answer).then(() => resolve(answer.statusCode), reject)).end()
      })
    expect(await asHost('evil.example')).toBe(403)
    expect(await asHost('localhost:4010')).toBe(200)
  })

  test('can neither read nor frame the page', async () => {
    const { headers } = await fetch(`${mock.url}/__mock`, { headers: { 'Sec-Fetch-Site': 'cross-site' } })
    expect(headers.get('access-control-allow-origin')).toBe(null)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })
})

function expectBetween(value: number | undefined, least: number, most: number): void {
  expect(value).toBeGreaterThanOrEqual(least)
  expect(value).toBeLessThanOrEqual(most)
}
