import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRawClient } from '../../sdk/src/raw.ts'
import { ApiError, createClient, isApiError, type Hook, type Resources } from '../../sdk/src/index.ts'
import { human, summariser } from '../helpers/data/agents.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { userInput } from '../helpers/data/users.ts'

/**
 * The client against the real service. What each method sends is in tools/sdk-generate.test.ts, and what it answers in
 * testing/same-answers.test.ts; how it behaves when things go wrong: behaviour.test.ts.
 */
let service: TestService
let acme: Resources
const requested = new Set<string>()
const client = (...hooks: Hook[]) =>
  createClient({
    baseUrl: service.baseUrl,
    token: () => service.token('Administrator'),
    use: [
      ...hooks,
      (request, next) => {
        requested.add(request.method + ' ' + new URL(request.url).pathname)
        return next(request)
      },
    ],
  })
beforeAll(async () => {
  service = await startTestService()
  acme = client().instance('acme')
})
afterAll(() => service.close())

describe('a list', () => {
  test('gives every item of every page, and goes on from a cursor', async () => {
    const names = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon']
    for (const name of names) await acme.agents.create({ ...human, name })
    const sorted = names.sort()
    const seen: string[] = []
    for await (const { name } of acme.agents.list({ type: 'HUMAN', size: 2, sort: 'name,asc' })) seen.push(name)
    expect(seen).toEqual(sorted)

    const first = await acme.agents.list({ size: 2, sort: 'name,asc' })
    const second = await acme.agents.list({ size: 2, sort: 'name,asc', cursor: first.page.next ?? '' })
    expect(second.items).toEqual((await first.next())?.items)
    const third = await second.next()
    expect([third?.items.length, await third?.next()]).toEqual([1, null])
  })
})

describe('a version', () => {
  test('is that of the resource, too, where a proxy that compresses has made the tag weak', async () => {
    const weaken: Hook = async (request, next) => {
      const { body, status, headers } = await next(request)
      return new Response(body, { status, headers: { ETag: `W/${headers.get('ETag')}` } })
    }
    const { data, version } = await client(weaken).instance('acme').agents.create(summariser).withResponse()
    expect(version).toBe(data.etag)
  })
})

describe('a problem', () => {
  test('has the message of its operation, its code, every fault and the request id', async () => {
    const error = await acme.users.create(userInput('x y', { email: 'nobody' })).catch((error: unknown) => error)
    if (!isApiError(error, 'users.create')) throw error
    expect(error).toMatchObject({
      name: 'ApiError',
      operation: 'users.create',
      code: 'invalid_request',
      status: 400,
    })
    expect(error.message).toMatch(/^Failed to create user: ./)
    expect(error.errors.map(({ pointer }) => pointer)).toEqual(expect.arrayContaining(['/email']))
    expect(error.requestId).toEqual(expect.any(String))
    expect([isApiError(error), isApiError(error, 'users.list'), error instanceof ApiError]).toEqual([true, false, true])
  })

  test('is printed without its response', async () => {
    const error = await acme.agents.get('missing').catch((error: unknown) => error)
    if (!isApiError(error)) throw error
    expect(error.response.status).toBe(404)
    expect(inspect(error)).toContain("code: 'agent_not_found'")
    expect(inspect(error)).not.toContain('response')
  })
})

describe('an id', () => {
  test.each(['', ' ', '.', '..', 'a/../../b', '..\\b', 'a\0', 'a\n', '\ud800'])(
    'that would reach another path never leaves: "%s"',
    async (id) => {
      requested.clear()
      expect(() => client().instance(id)).toThrow(TypeError)
      await expect(acme.agents.get(id)).rejects.toThrow('Failed to fetch agent: agentId must be an id')
      expect(requested.size).toBe(0)
    },
  )

  test.each([NaN, Infinity, 1.5])('that is the number %d is none', async (version) => {
    await expect(acme.twuModels.versions.get('m', version)).rejects.toThrow(
      'Failed to fetch TWU model version: version must be an id',
    )
  })

  test('with other characters stays one segment of the path', async () => {
    await expect(acme.agents.get('a%2F..?b#c')).rejects.toMatchObject({ code: 'invalid_request' })
  })
})

describe('a request that cannot be made', () => {
  const circular: Record<string, unknown> = {}
  circular['self'] = circular
  test.each<[string, () => Promise<unknown>]>([
    ['no id', () => acme.agents.update('', human)],
    ['a body that is no JSON', () => acme.agents.update('a', { ...human, metadata: circular })],
    ['an impossible version', () => acme.agents.update('a', human, { ifMatch: '"\u0416"' })],
  ])('for %s begins with the promised message', async (_why, call) => {
    requested.clear()
    await expect(call()).rejects.toThrow(/^Failed to update agent: ./)
    await expect(call()).rejects.toThrow(TypeError)
    expect(requested.size).toBe(0)
  })
})

describe('a client with other options', () => {
  test('has them, keeps the others, and shares the renewal of the token', async () => {
    const asked: unknown[] = []
    const sent: string[] = []
    const original = createClient({
      baseUrl: 'https://admin.test',
      token: ({ refused }) => (asked.push(refused), refused === null ? 'old' : 'new'),
      use: [(request, next) => (sent.push('hooked'), next(request))],
      fetch: async ({ headers }) => {
        const token = headers.get('authorization') ?? ''
        sent.push(token)
        return token === 'Bearer old' ? new Response(null, { status: 401 }) : Response.json({ id: 'a' })
      },
    })
    const unhooked = original.withOptions({ use: [] })
    expect(unhooked.baseUrl).toBe(original.baseUrl)
    await unhooked.instance('acme').agents.get('a')
    expect(sent).toEqual(['Bearer old', 'Bearer new'])
    await original.instance('acme').agents.get('a')
    expect(asked.filter((refused) => refused !== null)).toEqual(['old'])
    expect(sent.slice(2)).toEqual(['hooked', 'Bearer new'])
  })
})

describe('the raw client', () => {
  test('reaches what the methods do not show, with the same token', async () => {
    const { id } = await acme.agents.create(human)
    const { version } = await acme.agents.get(id).withResponse()
    const { response } = await createRawClient(client()).GET('/instances/{instanceId}/agents/{agentId}', {
      params: { path: { instanceId: 'acme', agentId: id }, header: { 'If-None-Match': version ?? '' } },
    })
    expect(response.status).toBe(304)
  })

  test('sends the token to nobody else', async () => {
    await expect(client().fetch(new Request('http://127.0.0.1:1/'))).rejects.toThrow(TypeError)
  })
})
