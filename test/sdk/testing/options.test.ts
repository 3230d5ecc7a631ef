import { setupServer } from 'msw/node'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '../../../sdk/src/index.ts'
import { createTestServer, type TestServer } from '../../../sdk/src/testing/index.ts'
import { handlers } from '../../../sdk/src/testing/msw.ts'
import { seedWorld } from '../../../sdk/src/testing/world/index.ts'
import { until } from '../../helpers/until.ts'

const baseUrl = 'https://admin.test'
const connect = ({ fetch }: TestServer, id = 'demo') =>
  createClient({ baseUrl, token: 'any', fetch, maxRetries: 0 }).instance(id)
const agent = { name: 'Ada', type: 'HUMAN', active: true } as const

describe('the caller', () => {
  test('may do what the roles open, and hears of no more', async () => {
    const server = createTestServer({ instances: { demo: { users: [{ id: 'ada' }] } }, roles: ['Viewer'] })
    const viewer = connect(server)
    expect((await viewer.agents.list()).items).toEqual([])
    await expect(viewer.agents.create(agent)).rejects.toThrow('open to Administrator and Editor.')
    await expect(viewer.changes.list()).rejects.toMatchObject({ status: 403, code: 'role_missing' })
    const me = await viewer.me()
    expect([me.roles, me.operations.includes('listAgents'), me.operations.includes('createAgent')]).toEqual([
      ['Viewer'],
      true,
      false,
    ])
    const { instances } = createClient({ baseUrl, token: 'any', fetch: server.fetch })
    expect((await instances.list()).items).toMatchObject([{ id: 'demo', roles: ['Viewer'] }])
  })

  test('without a role is told so', async () => {
    const nobody = connect(createTestServer({ instances: { demo: {} }, roles: [] }))
    await expect(nobody.agents.list()).rejects.toMatchObject({ code: 'role_missing' })
    expect((await nobody.me()).operations).toEqual([])
  })

  test('can have no role that does not exist', () => {
    const options: object = { roles: ['Veiwer'] }
    expect(() => createTestServer(options)).toThrow('There is no role Veiwer: Viewer, Manager')
  })

  test('that is forbidden something by force is told the roles of that operation', async () => {
    const server = createTestServer({ instances: { demo: {} } })
    server.respondOnce('users.create', { status: 403 })
    server.respondOnce('agents.create', { status: 403, code: 'role_missing' })
    const user = { username: 'ada', email: 'ada@example.com', name: 'Ada', temporaryPassword: 'correct-horse-battery' }
    await expect(connect(server).users.create(user)).rejects.toThrow('open to Administrator. Ask')
    await expect(connect(server).agents.create(agent)).rejects.toThrow('open to Administrator and Editor. Ask')
  })
})

describe('a delay', () => {
  /** Without the client, whose requests have a time of their own. */
  const askSlow = (delay: number | [number, number], signal: AbortSignal | null = null) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const timeouts = vi.spyOn(globalThis, 'setTimeout')
    onTestFinished(() => {
      vi.restoreAllMocks()
      vi.useRealTimers()
    })
    const { fetch } = createTestServer({ instances: { demo: {} }, delay })
    const call = fetch(`${baseUrl}/instances/demo/agents`, { headers: { Authorization: 'Bearer any' }, signal })
    return { timeouts, call, isWaiting: until(() => expect(vi.getTimerCount()).toBe(1)) }
  }

  test('keeps every answer waiting', async () => {
    const { timeouts, call, isWaiting } = askSlow([200, 300])
    await isWaiting
    await vi.advanceTimersByTimeAsync(300)
    expect((await call).status).toBe(200)
    const [[, delay] = []] = timeouts.mock.calls
    expect(delay).toBeGreaterThanOrEqual(200)
    expect(delay).toBeLessThanOrEqual(300)
  })

  test('ends when the caller leaves', async () => {
    const reason = new Error('Enough.')
    const controller = new AbortController()
    const { call, isWaiting } = askSlow(3_600_000, controller.signal)
    await isWaiting
    controller.abort(reason)
    await expect(call).rejects.toBe(reason)
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('the world is what every instance begins with, and begins anew with', async () => {
  const named = { name: 'Acme', agents: [{ name: 'Only' }] }
  // With few entries of its ledger, each of which takes its time. `mocks/remembers.test.ts` begins with all of them.
  const whole = seedWorld()
  const world = { ...whole, workLedger: whole.workLedger?.slice(-20) ?? [] }
  const server = createTestServer({ world, instances: { acme: named } })
  expect((await connect(server).users.list()).page.totalElements).toBe(40)
  const other = connect(server, 'other')
  const { id } = await other.agents.create(agent)
  expect((await other.agents.list()).page.totalElements).toBe(26)
  expect((await connect(server, 'acme').agents.list()).items).toMatchObject([{ name: 'Only' }])
  server.reset()
  await expect(other.agents.get(id)).rejects.toMatchObject({ status: 404 })
  const file = await new Response(await connect(server).workLedger.export({ format: 'csv' })).text()
  expect(file.trimEnd().split('\r\n')).toHaveLength(21)
})

test('an app with its own fetch gets the same answers by Mock Service Worker', async () => {
  const server = createTestServer({ instances: { demo: { agents: [{ name: 'Seeded' }] } } })
  const worker = setupServer(...handlers(server))
  worker.listen({ onUnhandledRequest: 'error' })
  onTestFinished(() => worker.close())
  const app = createClient({ baseUrl: 'http://anywhere.test/api', token: 'any', maxRetries: 0 }).instance('demo')
  expect((await app.agents.list()).items).toMatchObject([{ name: 'Seeded' }])
  expect(await app.agents.create(agent)).toMatchObject(agent)
  server.respondOnce('agents.list', { status: 503 })
  await expect(app.agents.list()).rejects.toMatchObject({ code: 'temporarily_unavailable' })
  server.failOnce('agents.list')
  await expect(app.agents.list()).rejects.toMatchObject({ name: 'ConnectionError' })
  const { value } = await app.changes.watch().next()
  expect(value).toMatchObject({ type: 'startOver' })
})
