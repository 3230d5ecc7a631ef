import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asObject, asString } from '../../server/json.ts'
import { agents, human, oddMetadata, summariser, type AgentInput } from '../helpers/agents.ts'
import { faultsOf } from '../helpers/faults.ts'
import { whileRunning } from '../helpers/idempotency.ts'
import { startTestService, type TestResponse, type TestService } from '../helpers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const path = '/instances/acme/agents'

function create(body: unknown, headers: Record<string, string> = {}): Promise<TestResponse> {
  return service.request(path, { method: 'POST', role: 'Editor', body, headers })
}

async function countAgents(): Promise<number> {
  const rows: unknown[] = await service.db('agents').select('id')
  return rows.length
}

describe('201', () => {
  test('an AI agent is answered as it was sent', async () => {
    const { body, etag, response } = await agents(service).create(summariser)
    expect(body).toEqual({
      ...summariser,
      id: body.id,
      createdAt: body.createdAt,
      updatedAt: body.createdAt,
    })
    expect(body.id).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    expect(body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(etag).toMatch(/^"[^"]+"$/)
    expect(response.headers.get('location')).toBe(`${path}/${body.id}`)
  })

  test('a human agent has no model; what was left out is empty', async () => {
    const { body } = await agents(service).create(human)
    const empty = { capabilities: [], model: null, priority: null, metadata: {} }
    const { id, createdAt, updatedAt } = body
    expect(body).toEqual({ ...human, ...empty, id, createdAt, updatedAt })
    expect((await agents(service).create({ ...human, ...empty })).body).toMatchObject({ ...human, ...empty })
  })

  test('the Location reads back what was created, with the same ETag', async () => {
    const { body, etag, response } = await agents(service).create()
    const read = await service.request(response.headers.get('location') ?? '')
    expect(read).toMatchObject({ status: 200, json: body })
    expect(read.headers.get('etag')).toBe(etag)
  })

  test('metadata of any names and values reads back identical, wherever it is read', async () => {
    const { body } = await agents(service).create({ ...human, name: 'Odd', metadata: oddMetadata })
    expect(body.metadata).toEqual(oddMetadata)
    expect((await agents(service).read(body.id)).body.metadata).toEqual(oddMetadata)
    const listed = await service.client('Viewer').GET('/instances/{instanceId}/agents', {
      params: { path: { instanceId: 'acme' }, query: { name: 'odd' } },
    })
    expect(listed.data?.content).toEqual([body])
  })

  test('names and capabilities read back as they were sent, in their order, repeated ones too', async () => {
    const text = ` "quotes" \\ \u2028 'é' e\u0301 😀 {"a": [1]} $1 ?::jsonb ; drop table x -- \t\r\n `
    const capabilities = [
      'a,b',
      '{x,y}',
      '"q"',
      'NULL',
      'null',
      '\\',
      ' around ',
      'é',
      '😀'.repeat(64),
      'a,b',
    ]
    const sent = { ...summariser, name: text, model: text, capabilities }
    const { body } = await agents(service).create(sent)
    expect(body).toMatchObject(sent)
    expect((await agents(service).read(body.id)).body).toEqual(body)
  })

  test('two agents may have the same name', async () => {
    const [first, second] = await Promise.all([agents(service).create(), agents(service).create()])
    expect(first.body.id).not.toBe(second.body.id)
  })
})

describe('Idempotency-Key', () => {
  test('a repeat gets the first answer and creates nothing, in whatever order its members are', async () => {
    const headers = { 'Idempotency-Key': 'once' }
    const first = await create({ ...summariser, metadata: oddMetadata }, headers)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    const before = await countAgents()
    const body = { ...summariser, metadata: oddMetadata }
    for (const again of [await create(body, headers), await create(reverseMembers(body), headers)]) {
      expect([again.status, again.json]).toEqual([201, first.json])
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      for (const header of ['etag', 'location']) {
        expect(again.headers.get(header)).toBe(first.headers.get(header))
      }
    }
    expect(await countAgents()).toBe(before)
  })

  test('the first answer is repeated even when the agent is deleted, which stays so', async () => {
    const first = await create(human, { 'Idempotency-Key': 'deleted' })
    const agentPath = `${path}/${asString(asObject(first.json)['id'])}`
    expect((await service.request(agentPath, { method: 'DELETE' })).status).toBe(204)
    const again = await create(human, { 'Idempotency-Key': 'deleted' })
    expect([again.status, again.json]).toEqual([201, first.json])
    expect((await service.request(agentPath)).status).toBe(404)
  })

  test('an answer is not repeated to a caller that has lost the role', async () => {
    const headers = { 'Idempotency-Key': 'demoted' }
    expect((await create(human, headers)).status).toBe(201)
    const token = await service.token('Editor', { roles: ['Viewer'] })
    const again = await create(human, { ...headers, Authorization: `Bearer ${token}` })
    expect(again).toMatchObject({ status: 403, json: { code: 'role_missing' } })
  })

  test('a request that breaks the contract does not use its key up', async () => {
    const headers = { 'Idempotency-Key': 'corrected' }
    expect((await create({ ...human, model: 'none' }, headers)).status).toBe(400)
    const corrected = await create(human, headers)
    expect(corrected.status).toBe(201)
    expect(corrected.headers.get('idempotency-replayed')).toBeNull()
  })

  test('the same key of another caller, or in another instance, is another key', async () => {
    const send = async (sub: string, instance: string) => {
      const claims = { sub, client_id: sub, instances: ['acme', 'other'] }
      const Authorization = `Bearer ${await service.token('Editor', claims)}`
      const headers = { Authorization, 'Idempotency-Key': 'shared' }
      return service.request(`/instances/${instance}/agents`, { method: 'POST', body: human, headers })
    }
    const answers = [await send('one', 'acme'), await send('two', 'acme'), await send('one', 'other')]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(answers.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, null, null])
    expect(new Set(answers.map(({ json }) => asObject(json)['id'])).size).toBe(3)
  })

  test('of many at once with the same key one creates, the others wait their turn or get its answer', async () => {
    const before = await countAgents()
    const send = () => create(summariser, { 'Idempotency-Key': 'at-once' })
    const answers = await Promise.all(Array.from({ length: 16 }, send))
    const [first, ...more] = answers.filter(
      ({ status, headers }) => status === 201 && !headers.has('idempotency-replayed'),
    )
    expect(more).toEqual([])
    for (const { status, json } of answers) {
      if (status === 201) expect(json).toEqual(first?.json)
      else expect({ status, json }).toMatchObject({ status: 409, json: { code: 'idempotency_key_in_use' } })
    }
    expect(await countAgents()).toBe(before + 1)
    expect((await send()).json).toEqual(first?.json)
  })
})

describe('400', () => {
  test('every fault of the body is named with its pointer, and nothing is stored', async () => {
    const before = await countAgents()
    const refused = await create({
      name: ' \t',
      type: 'ROBOT',
      capabilities: ['', 'translation', 5, ' ', 'c'.repeat(65)],
      model: 'claude-sonnet-4-5',
      priority: 'urgent',
      metadata: [],
      id: 'mine',
    })
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([
      'body /active required',
      'body /capabilities/0 minLength',
      'body /capabilities/0 pattern',
      'body /capabilities/2 type',
      'body /capabilities/3 pattern',
      'body /capabilities/4 maxLength',
      'body /id additionalProperties',
      'body /metadata type',
      'body /name pattern',
      'body /priority enum',
      'body /type enum',
    ])
    expect(await countAgents()).toBe(before)
  })

  test.each<[string, unknown, string]>([
    ['an AI agent without a model', { name: 'A', type: 'AI', active: true }, '/model required'],
    ['an AI agent whose model is null', { ...summariser, model: null }, '/model type'],
    ['a human agent with a model', { ...human, model: 'claude-sonnet-4-5' }, '/model type'],
    ['an agent without a type', { name: 'A', active: true, model: 'claude-sonnet-4-5' }, '/type required'],
    ['a name that is too long', { ...human, name: 'n'.repeat(257) }, '/name maxLength'],
    ['active that is no boolean', { ...human, active: 1 }, '/active type'],
    ['more than 64 capabilities', { ...human, capabilities: Array(65).fill('c') }, '/capabilities maxItems'],
    ['capabilities that are null', { ...human, capabilities: null }, '/capabilities type'],
    ['metadata that is null', { ...human, metadata: null }, '/metadata type'],
    [
      'metadata of more than 100 members',
      { ...human, metadata: manyMembers(101) },
      '/metadata maxProperties',
    ],
    ['NUL in a name within metadata', { ...human, metadata: { 'a/b': { '~\0': 1 } } }, ' key'],
  ])('%s is refused, and that is the only fault', async (_what, body, fault) => {
    const before = await countAgents()
    const refused = await create(body)
    expect(refused.status).toBe(400)
    expect(faultsOf(refused)).toEqual([`body ${fault}`])
    expect(await countAgents()).toBe(before)
  })

  test.each(['', 'two words', 'k'.repeat(256)])('a key that cannot be one is refused: "%s"', async (key) => {
    const before = await countAgents()
    const refused = await create(human, { 'Idempotency-Key': key })
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    for (const fault of faultsOf(refused)) expect(fault).toMatch(/^header \/idempotency-key /)
    expect(await countAgents()).toBe(before)
  })
})

describe('409', () => {
  test('a key whose first request still runs is in use; the first is not disturbed', async () => {
    const send = () => create(human, { 'Idempotency-Key': 'running' })
    const first = await whileRunning(service, 'agents', 'running', send, async () => {
      expect(await send()).toMatchObject({ status: 409, json: { code: 'idempotency_key_in_use' } })
    })
    expect(first.status).toBe(201)
  })
})

describe('422', () => {
  const sent = { ...summariser, metadata: { list: [1, 2], nothing: null } } satisfies AgentInput

  test.each<[string, object]>([
    ['another name', { name: 'Translator' }],
    ['another order in a list', { metadata: { list: [2, 1], nothing: null } }],
    ['a member less, deep inside', { metadata: { list: [1, 2] } }],
    ['a number as text', { metadata: { list: [1, '2'], nothing: null } }],
  ])('a key that was used before is refused with %s, and creates nothing', async (what, changes) => {
    const headers = { 'Idempotency-Key': `reused-${what.replaceAll(/\W/g, '-')}` }
    expect((await create(sent, headers)).status).toBe(201)
    const before = await countAgents()
    const other = await create({ ...sent, ...changes }, headers)
    expect(other).toMatchObject({ status: 422, json: { code: 'idempotency_key_reused' } })
    expect(faultsOf(other)).toEqual(['header /idempotency-key reused'])
    expect(await countAgents()).toBe(before)
  })
})

function manyMembers(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, at]))
}

/** Members in the opposite order, at every depth; lists stay as they are. */
function reverseMembers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(reverseMembers)
  const members = Object.entries(value).toReversed()
  return Object.fromEntries(members.map(([name, member]) => [name, reverseMembers(member)]))
}
