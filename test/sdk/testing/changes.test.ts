import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient, type Resources } from '../../../sdk/src/index.ts'
import { createTestServer, type TestServer } from '../../../sdk/src/testing/index.ts'
import { human } from '../../helpers/data/agents.ts'
import { slack } from '../../helpers/data/integrations.ts'
import { userInput } from '../../helpers/data/users.ts'

/** What the test server records, beyond what same-answers.test.ts compares with the service. */
let server: TestServer
let acme: Resources
beforeEach(() => {
  server = createTestServer({ instances: { acme: { agents: [{}] } } })
  acme = createClient({ baseUrl: 'https://admin.test', token: 'any', fetch: server.fetch }).instance('acme')
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a record', () => {
  test('is there of what was done, and none of what was seeded, refused or the same as before', async () => {
    const agent = await acme.agents.create(human)
    await acme.agents.update(agent.id, human)
    await acme.agents.update(agent.id, human, { ifMatch: '"9"' }).catch(() => {})
    const { items } = await acme.changes.list()
    expect(items).toMatchObject([{ sequence: 1, kind: 'created', resource: { id: agent.id, name: human.name } }])
    expect(await acme.changes.get(1)).toEqual(items[0])
  })

  test('has the id of its request, as the stream has', async () => {
    const { requestId } = await acme.agents.create(human).withResponse()
    expect(requestId).not.toBeNull()
    expect((await acme.changes.get(1)).requestId).toBe(requestId)
    expect(await readEvents(await follow('?after=0'), 2)).toContain(`"requestId":"${requestId}"`)
  })

  test('has no secret and no password', async () => {
    const { id } = await acme.users.create(userInput('ada', { temporaryPassword: 'correct-horse-battery' }))
    await acme.users.update(id, { temporaryPassword: 'battery-horse-correct' })
    await acme.integrations.create(slack)
    const { items } = await acme.changes.list()
    expect(JSON.stringify(items)).not.toMatch(/horse|secret-/)
    const secrets = items.map(({ difference }) => difference.filter(({ isSecret }) => isSecret))
    const password = { pointer: '/temporaryPassword', isSecret: true }
    expect(secrets).toEqual([[{ pointer: '/metadata/botToken', isSecret: true }], [password], [password]])
  })

  test('of a user who was deleted names nobody', async () => {
    const { id } = await acme.users.create(userInput('ada', { middleName: 'M' }))
    await acme.users.update(id, { username: 'ada2', enabled: false })
    await acme.users.delete(id)
    const { items } = await acme.changes.list({ resourceId: id })
    expect(JSON.stringify(items)).not.toMatch(/ada|"M"/i)
    expect(items.map(({ resource }) => resource.name)).toEqual([null, 'erased', 'erased'])
    expect(items[1]?.difference).toEqual([
      { pointer: '/username', before: 'erased', after: 'erased' },
      { pointer: '/enabled', before: true, after: false },
    ])
  })
})

describe('a stream', () => {
  test('tells of a change as it is made, and has a comment every 15 s', async () => {
    vi.useFakeTimers()
    const reader = (await follow('')).getReader()
    expect(await readText(reader)).toMatch(/^event: bookmark\nid: 0-\w+\ndata: \{\}\n\n$/)
    const comment = readText(reader)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await comment).toBe(':\n\n')
    const change = readText(reader)
    await acme.agents.create(human)
    expect(await change).toMatch(/^event: change\nid: 1-\w+\ndata: \{"sequence":1,/)
    await reader.cancel()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('keeps nothing of what it has told', async () => {
    const reader = (await follow('')).getReader()
    const added = vi.spyOn(EventTarget.prototype, 'addEventListener')
    const removed = vi.spyOn(EventTarget.prototype, 'removeEventListener')
    for (let at = 0; at < 20; at += 1) {
      await readText(reader)
      await acme.agents.create(human)
    }
    const signals = Map.groupBy(added.mock.contexts, (signal) => signal)
    const kept = [...signals].map(([signal, { length }]) => {
      return length - removed.mock.contexts.filter((context) => context === signal).length
    })
    expect(Math.max(...kept)).toBeLessThan(10)
    vi.restoreAllMocks()
    await reader.cancel()
  })

  test('ends with a reset, and its position is one that was never reached', async () => {
    await acme.agents.create(human)
    const stream = await follow('?after=1')
    const reader = stream.getReader()
    await readText(reader)
    server.reset()
    expect((await reader.read()).done).toBe(true)
    expect((await request('?after=1')).status).toBe(410)
  })

  test('ends with the signal of its request', async () => {
    const controller = new AbortController()
    const reader = (await follow('', controller.signal)).getReader()
    await readText(reader)
    const more = reader.read()
    controller.abort(new RangeError('left'))
    await expect(more).rejects.toThrow('left')
  })
})

async function request(query: string, signal: AbortSignal | null = null): Promise<Response> {
  const url = `https://admin.test/instances/acme/changes/stream${query}`
  return server.fetch(url, { headers: { Authorization: 'Bearer any' }, signal })
}

async function follow(query: string, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const { body } = await request(query, signal)
  return body ?? expect.fail()
}

async function readText(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  return new TextDecoder().decode((await reader.read()).value)
}

async function readEvents(stream: ReadableStream<Uint8Array>, count: number): Promise<string> {
  const reader = stream.getReader()
  let text = ''
  while (text.split('\n\n').length <= count) text += await readText(reader)
  await reader.cancel()
  return text
}
