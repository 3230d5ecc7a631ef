import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { rolldown } from 'rolldown'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient, type Resources } from '../../../sdk/src/index.ts'
import { createTestServer, type InstanceSeed, type TestServer } from '../../../sdk/src/testing/index.ts'
import { contract } from '../../../sdk/src/testing/contract.gen.ts'
import { human } from '../../helpers/data/agents.ts'
import { check, pay } from '../../helpers/data/executions.ts'
import { completeInput } from '../../helpers/data/twu-models.ts'
import { userInput } from '../../helpers/data/users.ts'
import { expectForced, expectSeeded, forced } from './declared-answers.ts'

/** What the test server has beyond the service, which it is compared with in same-answers.test.ts. */
const seed = {
  users: [
    { username: 'ada', email: 'ada@example.com' },
    { username: 'bob', email: 'bob@example.com', enabled: false },
  ],
  agents: [{ name: 'Seeded', type: 'HUMAN', model: null }],
  integrations: [{ name: 'Slack' }, { type: 'ZENDESK', metadata: { subdomain: 'acme', email: 'a@example.com' } }],
  twuModels: [{}, { id: 'refunds', versions: [{ name: 'One' }, { status: 'archived' }, { name: 'Three' }] }],
  workLedger: [{ id: 'entry-1', cost: 3 }, { title: 'Other' }],
} satisfies InstanceSeed

const withAge = { username: 'ada', age: 3 }

let server: TestServer
let acme: Resources
beforeEach(() => {
  server = createTestServer({ instances: { acme: seed } })
  acme = connect(server)
})

describe('a seed', () => {
  test('is what there is at first, completed from the examples of the contract', async () => {
    const [bob, ada] = (await acme.users.list()).items
    expect([ada, bob]).toMatchObject([
      { username: 'ada', name: 'Ada', enabled: true },
      { username: 'bob', name: 'Ada', enabled: false },
    ])
    expect((await acme.agents.list()).items).toMatchObject([{ name: 'Seeded' }])
    expect((await acme.integrations.list()).items).toMatchObject([
      { name: 'Slack', type: 'SLACK', configuredSecrets: ['botToken'] },
      { type: 'ZENDESK', metadata: { subdomain: 'acme' }, configuredSecrets: ['apiToken'] },
    ])
    expect((await acme.twuModels.list({ name: 'one' })).items).toMatchObject([
      { id: 'refunds', status: 'published', version: 1, draftVersion: 3, publishedVersion: 1 },
    ])
    expect((await acme.twuModels.versions.list('refunds')).items.map(({ status }) => status)).toEqual([
      'DRAFT',
      'archived',
      'published',
    ])
    expect(await acme.workLedger.get('entry-1')).toMatchObject({ cost: 3 })
  })

  // `test-server.heavy.test.ts` asks for the integrations: their schema takes half a second to compile.
  test.each(['users', 'agents', 'twu-models', 'twu-models/refunds', 'work-ledger'])(
    'answers with a body of the contract: %s',
    (path) => expectSeeded(server, path),
  )

  test.each<[string, InstanceSeed, RegExp]>([
    ['an unknown member', { users: [withAge] }, /^instances\.acme\.users\[0\]\/age: "age" is not known/],
    ['a value of another kind', { users: [{ email: 'nobody' }] }, /users\[0\]\/email: Email must be an email address/],
    ['a name twice', { users: [{}, { email: 'b@example.com' }] }, /two with the username ada/],
    [
      'a field that does not fit its type',
      { integrations: [{ type: 'ZENDESK', metadata: { subdomain: 'A b', email: 'a@example.com' } }] },
      /metadata\/subdomain/,
    ],
    ['a secret too few', { integrations: [{ type: 'SLACK', configuredSecrets: [] }] }, /metadata\/botToken/],
    ['a model without a version', { twuModels: [{ versions: [] }] }, /has no version/],
    ['two drafts', { twuModels: [{ versions: [{ status: 'DRAFT' }, {}] }] }, /has two drafts/],
  ])('with %s is refused', (_name, wrong, message) => {
    const begin = () => createTestServer({ instances: { acme: wrong } })
    expect(begin).toThrow(TypeError)
    expect(begin).toThrow(message)
  })

  test.each([
    [{ user: [] }, 'instances.acme has user, which is none of name, users, agents,'],
    [{ twuModels: [{ version: [] }] }, 'twuModels[0] has version, which is none of id, versions.'],
    [{ testOutcome: 'rate_limted' }, 'instances.acme/testOutcome: Test outcome must be ok, bad_credentials,'],
  ])('with a misspelt name is refused in JavaScript too', (wrong: object, message) => {
    expect(() => createTestServer({ instances: { acme: wrong } })).toThrow(message)
  })

  test('has executions, which the published model computes', async () => {
    const twuModels = [{ id: 'refunds', versions: [{ ...completeInput('Refunds'), status: 'published' as const }] }]
    const entry = { id: 'done', modelName: 'Refunds', operations: [check, pay] }
    const acme = connect(createTestServer({ instances: { acme: { twuModels, workLedger: [entry, {}] } } }))
    expect(await acme.workLedger.get('done')).toMatchObject({
      modelId: 'refunds',
      cost: 0.54,
      actors: ['AI', 'HUMAN'],
      outcomes: [{ value: 0.54 }, { value: 1 }],
    })
    expect((await acme.workLedger.operations.list('done')).items).toHaveLength(2)
    expect(await acme.twuModels.versions.backtest('refunds', 1)).toMatchObject({ found: 1, changed: 0 })
    for (const wrong of [
      { ...entry, modelName: 'Another' },
      { ...entry, operations: [] },
    ])
      expect(() => createTestServer({ instances: { acme: { twuModels, workLedger: [wrong] } } })).toThrow(
        'instances.acme.workLedger[0]',
      )
  })

  test('of an instance whose id no request could name is refused', () => {
    expect(() => createTestServer({ instances: { 'a b': {} } })).toThrow('instances.a b is no id: 1 to 64 letters')
  })

  test('with an id twice is refused', () => {
    const agents = [{ id: 'a' }, { id: 'a' }]
    expect(() => createTestServer({ instances: { acme: { agents } } })).toThrow('acme.agents has two with the id a')
  })

  test('comes back with a reset, and nothing else', async () => {
    const before = await acme.users.list()
    await acme.users.create(userInput('carol'), { idempotencyKey: 'once' })
    server.respondOnce('users.list', { status: 500 })
    server.reset()
    expect(server.requests).toEqual([])
    expect((await acme.users.list()).items.map(({ id }) => id)).toEqual(before.items.map(({ id }) => id))
    await acme.users.create(userInput('dave'), { idempotencyKey: 'once' })
  })

  test('belongs to one instance', async () => {
    server = createTestServer({ instances: { acme: seed, other: {} } })
    expect((await connect(server, 'other').users.list()).items).toEqual([])
    await expect(connect(server, 'nobody').users.list()).rejects.toMatchObject({ code: 'instance_not_found' })
    await expect(connect(server, '__proto__').users.list()).rejects.toMatchObject({ status: 404 })
  })
})

describe('an answer that is forced', () => {
  // `test-server.heavy.test.ts` forces each status of each operation.
  test('is one of the contract: each status once, and each success of the work ledger, in all its formats', async () => {
    const met = new Set<number>()
    for (const one of forced) {
      if (met.has(one.status) && !(one.status < 300 && one.name.startsWith('workLedger.'))) continue
      met.add(one.status)
      await expectForced(server, one)
    }
    expect(met).toEqual(new Set(forced.map(({ status }) => status)))
  })

  test('is the contract’s example of its code, whichever code it has', async () => {
    const email = {
      code: 'taken',
      in: 'body',
      message: 'Email is taken: another user signs in with it.',
      pointer: '/email',
    }
    server.respondOnce('users.create', { status: 409, code: 'email_taken' })
    await expect(acme.users.create(userInput('x'))).rejects.toMatchObject({
      message: 'Failed to create user: Another user of this instance signs in with this email address. Choose another.',
      errors: [email],
    })
    const shown = Object.values(contract.problems).flat()
    expect(shown.filter(({ detail, code }) => detail === contract.titles[code])).toEqual([])
  })

  test('comes once, in its turn, and changes nothing', async () => {
    server.respondOnce('agents.create', { status: 503 })
    server.respondOnce('agents.create', { status: 429 })
    await expect(acme.agents.create(human)).rejects.toMatchObject({ code: 'temporarily_unavailable' })
    await acme.agents.list()
    await expect(acme.agents.create(human)).rejects.toMatchObject({ code: 'rate_limited' })
    await acme.agents.create(human)
    expect((await acme.agents.list()).items).toHaveLength(2)
  })

  test('says what it is told to say', async () => {
    const errors = [{ in: 'body', pointer: '/email', code: 'taken', message: 'is taken' }] as const
    server.respondOnce('users.create', { status: 409, code: 'email_taken', detail: 'Sorry.', errors })
    await expect(acme.users.create(userInput('x'))).rejects.toMatchObject({
      status: 409,
      code: 'email_taken',
      message: 'Failed to create user: Sorry.',
      errors,
    })
    server.respondOnce('users.list', { status: 200, example: 'nothingFound' })
    expect((await acme.users.list()).items).toEqual([])
  })

  test('makes the client wait and try again, as the service does', async () => {
    server.respondOnce('users.list', { status: 503, headers: { 'Retry-After': '0' } })
    expect((await connect(server, 'acme', 1).users.list()).items).toHaveLength(2)
    expect(server.requests.map(({ status }) => status)).toEqual([503, 200])
  })

  test('that no service would give is refused', () => {
    expect(() => server.respondOnce('users.get', { status: 409 })).toThrow('users.get never answers 409.')
    // @ts-expect-error -- not a code of this operation
    const wrongCode = () => server.respondOnce('users.create', { status: 409, code: 'draft_exists' })
    expect(wrongCode).toThrow('Its codes: username_taken, email_taken, user_deleted, idempotency_key_in_use.')
    const wrongExample = () => server.respondOnce('users.list', { status: 200, example: 'twoPages' })
    expect(wrongExample).toThrow('It has: onePage, nothingFound.')
    // @ts-expect-error -- no operation
    expect(() => server.failOnce('users.erase')).toThrow('The contract has no operation users.erase.')
  })

  test('can be none at all', async () => {
    server.failOnce('users.list')
    await expect(acme.users.list()).rejects.toMatchObject({ name: 'ConnectionError' })
    await acme.users.list()
    expect(server.requests.map(({ status }) => status)).toEqual([null, 200])
  })
})

describe('a request', () => {
  test('is shown without its token', async () => {
    await acme.agents.create(human, { idempotencyKey: 'once' })
    await acme.users.list({ enabled: true, size: 5 })
    const [create, list] = server.requests
    expect(create).toMatchObject({ operation: 'agents.create', method: 'POST', body: human, status: 201 })
    expect(create?.headers.get('idempotency-key')).toBe('once')
    expect(create?.headers.has('authorization')).toBe(false)
    expect(list).toMatchObject({
      path: '/instances/acme/users',
      query: { enabled: 'true', size: '5' },
      body: undefined,
    })
  })

  test('needs a token', async () => {
    const response = await server.fetch('https://admin.test/instances/acme/users')
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer /)
    expect(await response.json()).toMatchObject({ code: 'token_missing' })
  })

  test('may come with a path in front of the instance, and from the global fetch', async () => {
    vi.stubGlobal('fetch', server.fetch)
    try {
      const client = createClient({ baseUrl: 'https://admin.test/api/v1', token: 'any' })
      expect((await client.instance('acme').users.list()).items).toHaveLength(2)
    } finally {
      vi.unstubAllGlobals()
    }
  })

  test('that was ended is not answered', async () => {
    const reason = new Error('Enough.')
    await expect(request('/instances/acme/users', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(server.requests).toEqual([])
  })

  test('gets the same ids in every run, and later times than those before', async () => {
    const first = await acme.agents.create(human)
    const second = await acme.agents.create(human)
    server.reset()
    expect((await acme.agents.create(human)).id).toBe(first.id)
    expect([first.id < second.id, first.createdAt < second.createdAt]).toEqual([true, true])
  })
})

describe('a connection test', () => {
  test.each(['ok', 'bad_credentials'] as const)('finds what it was told to find: %s', async (testOutcome) => {
    acme = connect(createTestServer({ instances: { acme: { integrations: [{ id: 'slack' }], testOutcome } } }))
    const { outcome, integration } = await acme.integrations.test('slack')
    const status = testOutcome === 'ok' ? 'active' : 'error'
    expect([outcome, integration.status]).toEqual([testOutcome, status])
    expect(await acme.integrations.get('slack')).toEqual(integration)
  })
})

describe('the module', () => {
  test('needs nothing but what every browser and Node have in common', async () => {
    const code = await bundle()
    const web = { Request, Response, Headers, URL, URLSearchParams, TextDecoder, TextEncoder }
    const script = `
      const server = testing.createTestServer({ instances: { acme: { users: [{}] } } })
      const asked = { headers: { Authorization: 'Bearer any' } }
      server.fetch('https://admin.test/instances/acme/users', asked).then((response) => response.text())`
    const answer: unknown = await runInNewContext(`${code}\n${script}`, web)
    expect(answer).toContain('"username":"ada"')
  })
})

/** As one script, so that whatever it imports would have to be in it. */
async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL('../../../sdk/src/testing/index.ts', import.meta.url))
  const built = await rolldown({ input: entry, platform: 'browser' })
  const { output } = await built.generate({ format: 'iife', name: 'testing' })
  await built.close()
  const [chunk, ...more] = output
  expect([chunk.imports, more]).toEqual([[], []])
  return chunk.code
}

function connect(server: TestServer, instance = 'acme', maxRetries = 0): Resources {
  return createClient({
    baseUrl: 'https://admin.test',
    token: 'any',
    fetch: server.fetch,
    maxRetries,
  }).instance(instance)
}

async function request(path: string, init: RequestInit = {}): Promise<Response> {
  return server.fetch(`https://admin.test${path}`, { headers: { Authorization: 'Bearer any' }, ...init })
}
