import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { untypedIntegration, type Resources } from '../../sdk/src/index.ts'
import { contract } from '../../sdk/src/testing/contract.gen.ts'
import { seedWorld } from '../../sdk/src/testing/world/index.ts'
import { clientOf, startTestMock } from '../helpers/programs/mock.ts'
import { until } from '../helpers/until.ts'

const world = seedWorld(1)
/** What most tests need of the world, which takes its time to begin. */
const few = { users: [{}], integrations: [{ status: 'connecting' as const }] }
let mock: Awaited<ReturnType<typeof startTestMock>>
let seeded: Resources
/** Every test has an instance of its own. */
let demo: Resources
let path: string
let count = 0
const as = (token: string, id = `own-${count}`) => clientOf(mock, token).instance(id)
beforeAll(async () => {
  mock = await startTestMock({ seedFor: (id) => (id === 'demo' ? world : few), checkAfterMs: 50 })
  seeded = as('any', 'demo')
})
afterAll(() => mock.stop())
beforeEach(() => {
  count += 1
  demo = as('any')
  path = `${mock.url}/instances/own-${count}`
})
const reset = async () => expect((await fetch(`${mock.url}/__reset`, { method: 'POST' })).status).toBe(204)

describe('the world', () => {
  test('has as many of everything as it promises', async () => {
    expect((await seeded.users.list()).page.totalElements).toBe(40)
    expect((await seeded.agents.list()).page.totalElements).toBe(25)
    expect((await seeded.twuModels.list()).page.totalElements).toBe(12)
    expect((await seeded.workLedger.summarise()).total.count).toBe(2000)
    const { items } = await seeded.integrations.list({ size: 200 })
    expect(items).toHaveLength(30)
    expect(new Set(items.map(({ type }) => type)).size).toBe(20)
    expect(new Set(items.map(({ status }) => status))).toEqual(new Set(['active', 'error', 'inactive', 'connecting']))
    const models = (await seeded.twuModels.list()).items
    expect(new Set(models.map(({ status }) => status))).toEqual(new Set(['DRAFT', 'published', 'archived']))
  })

  test('is the same at each start, and another with another seed', () => {
    expect(seedWorld(1)).toEqual(world)
    expect(seedWorld(2)).not.toEqual(world)
  })

  test('every integration type has its form', async () => {
    const { items } = await seeded.integrationTypes.list({ size: 200 })
    expect(items.map(({ type }) => type).sort()).toEqual(Object.keys(contract.integrationTypes).sort())
  })
})

test('what is created is found, changed and gone after a reset', async () => {
  const { id } = await demo.agents.create({ name: 'Mine', type: 'HUMAN', active: true })
  expect((await demo.agents.list({ name: 'mine' })).items).toMatchObject([{ id, name: 'Mine' }])
  await demo.agents.update(id, { name: 'Yours', type: 'HUMAN', active: false })
  expect(await demo.agents.get(id)).toMatchObject({ name: 'Yours', active: false })
  await reset()
  await expect(demo.agents.get(id)).rejects.toMatchObject({ status: 404 })
})

describe('a connection', () => {
  const slack = (name: string) =>
    demo.integrations.create({ name, type: 'SLACK', metadata: { botToken: 'secret-token' } })

  const untilStatus = (id: string, expected: object) =>
    until(async () => expect(await demo.integrations.get(id)).toMatchObject(expected))

  test('is checked soon after it was created', async () => {
    const good = await slack('Good')
    const bad = await slack('Bad [bad_credentials]')
    expect([good.status, bad.status]).toEqual(['connecting', 'connecting'])
    await untilStatus(good.id, { status: 'active', isHealthy: true })
    await untilStatus(bad.id, { status: 'error', isHealthy: false })
  })

  test('is not checked because somebody reads it', async () => {
    const [connecting] = (await demo.integrations.list({ status: 'connecting' })).items
    const { id } = await demo.integrations.get(connecting?.id ?? '')
    // Its check would have come before that of what was created later.
    await untilStatus((await slack('Later')).id, { status: 'active' })
    expect(await demo.integrations.get(id)).toMatchObject({ status: 'connecting' })
  })

  test.each(['timeout', 'rate_limited', 'missing_permission'] as const)(
    'answers %s when its name says so',
    async (outcome) => {
      const { id } = await slack(`Planned [${outcome}]`)
      expect(await demo.integrations.test(id)).toMatchObject({ outcome, integration: { status: 'error' } })
    },
  )

  test('that is not saved answers what one of its fields says, or the integration with its secrets', async () => {
    const test = (botToken: string, integrationId?: string) => {
      const metadata = botToken === '' ? {} : { botToken }
      return demo.integrations.testUnsaved({ type: 'SLACK', metadata, ...(integrationId && { integrationId }) })
    }
    const { id } = await slack('Kept [not_found]')
    expect(await test('secret-token')).toMatchObject({ outcome: 'ok', errors: [] })
    expect(await test('secret-[bad_credentials]')).toMatchObject({
      outcome: 'bad_credentials',
      errors: [{ pointer: '/metadata/botToken' }],
    })
    expect(await test('', id)).toMatchObject({ outcome: 'not_found' })
    expect(await test('secret-[of-mine]-[timeout]', id)).toMatchObject({ outcome: 'timeout' })
  })
})

test.each(['create', 'update', 'testUnsaved'] as const)('a misspelt outcome is refused: %s', async (method) => {
  const body = {
    name: 'Odd',
    type: 'SLACK',
    description: 'Of [rate_limted]',
    metadata: { botToken: 'secret-[timout]' },
  }
  const { items } = await demo.integrations.list()
  const { name: _name, description: _description, ...untested } = body
  const calls = {
    create: () => demo.integrations.create(untypedIntegration(body)),
    update: () => demo.integrations.update(items[0]?.id ?? '', untypedIntegration(body)),
    testUnsaved: () => demo.integrations.testUnsaved(untested),
  }
  const refused = ['/description', '/metadata/botToken'].slice(method === 'testUnsaved' ? 1 : 0)
  await expect(calls[method]()).rejects.toMatchObject({
    status: 400,
    errors: refused.map((pointer) => ({ pointer, code: 'unknown' })),
  })
  await expect(calls[method]()).rejects.toThrow('[timout], which is no outcome')
})

describe('changes', () => {
  test('are recorded, those of a background check as made by the service', async () => {
    const { id: resourceId } = await demo.integrations.create({
      name: 'Checked',
      type: 'SLACK',
      metadata: { botToken: 'secret-token' },
    })
    const list = async () => (await demo.changes.list({ resourceId })).items
    await until(async () =>
      expect(await list()).toMatchObject([
        { operation: 'check-integration', actor: { type: 'service', id: null }, requestId: null },
        { operation: 'createIntegration', actor: { type: 'client', id: 'test' } },
      ]),
    )
  })

  test('are shown to whoever may read the resource, in the stream as a bookmark to others', async () => {
    await demo.users.update((await demo.users.list()).items[0]?.id ?? '', { middleName: 'Changed' })
    const { id } = await demo.agents.create({ name: 'Seen', type: 'HUMAN', active: true })
    expect((await as('Manager').changes.list()).items).toHaveLength(2)
    await expect(as('Viewer').changes.list()).rejects.toMatchObject({ code: 'role_missing' })
    const controller = new AbortController()
    const response = await fetch(`${path}/changes/stream?after=0`, {
      headers: { Authorization: 'Bearer Editor' },
      signal: controller.signal,
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('id: 2')) text += (await reader?.read())?.value ?? ''
    controller.abort()
    expect(text).toContain(id)
    expect(text).not.toContain('"user"')
  })

  test('are followed until the mock begins anew', async () => {
    const response = await fetch(`${path}/changes/stream`, {
      headers: { Authorization: 'Bearer any' },
    })
    await reset()
    const [, epoch] = /^event: bookmark\nid: 0-(\w+)\n/.exec(await response.text()) ?? expect.fail()
    // Its numbers begin again, so a position of before is gone, whatever its number.
    const gone = await fetch(`${path}/changes/stream?after=0-${epoch}`, { headers: { Authorization: 'Bearer any' } })
    expect(gone.status).toBe(410)
  })
})

test('list, summary and export of the ledger agree', async () => {
  const filter = { status: 'completed', costMin: 1 } as const
  const { total } = await seeded.workLedger.summarise(filter)
  const listed: string[] = []
  for await (const { id } of seeded.workLedger.list({ ...filter, size: 200 })) listed.push(id)
  const response = await fetch(`${mock.url}/instances/demo/work-ledger/export?format=csv&status=completed&costMin=1`, {
    headers: { Authorization: 'Bearer any' },
  })
  const lines = (await response.text()).trimEnd().split('\r\n').slice(1)
  expect(listed.length).toBe(total.count)
  expect(lines.map((line) => line.split(',')[0])).toEqual(listed)
})
