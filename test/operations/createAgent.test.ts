import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentInput } from '../../sdk/src/index.ts'
import { agents, human, oddMetadata, summariser } from '../helpers/data/agents.ts'
import { faultsOf } from '../helpers/faults.ts'
import { describeIdempotentCreation } from '../helpers/idempotency.ts'
import { refusal } from '../helpers/outcomes.ts'
import { expectReadBack } from '../helpers/creations.ts'
import { startTestService, type TestResponse, type TestService } from '../helpers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const path = '/instances/acme/agents'

function create(input: AgentInput, idempotencyKey: string) {
  return service.acme('Editor').agents.create(input, { idempotencyKey }).withResponse()
}

/** What the SDK would not send. */
function post(body: unknown, headers: Record<string, string> = {}): Promise<TestResponse> {
  return service.request(path, { method: 'POST', role: 'Editor', body, headers })
}

async function countAgents(): Promise<number> {
  const rows: unknown[] = await service.db('agents').select('id')
  return rows.length
}

describe('201', () => {
  test('an AI agent is answered as it was sent', async () => {
    const created = await agents(service).create(summariser)
    const { body } = created
    expect(body).toEqual({
      ...summariser,
      id: body.id,
      createdAt: body.createdAt,
      etag: body.etag,
      updatedAt: body.createdAt,
    })
    await expectReadBack(service, 'agents', created)
  })

  test('a human agent has no model; what was left out is empty', async () => {
    const { body } = await agents(service).create(human)
    const empty = { capabilities: [], model: null, priority: null, metadata: {} }
    const { id, etag, createdAt, updatedAt } = body
    expect(body).toEqual({ ...human, ...empty, id, etag, createdAt, updatedAt })
    expect((await agents(service).create({ ...human, ...empty })).body).toMatchObject({ ...human, ...empty })
  })

  test('metadata of any names and values reads back identical, wherever it is read', async () => {
    const { body } = await agents(service).create({ ...human, name: 'Odd', metadata: oddMetadata })
    expect(body.metadata).toEqual(oddMetadata)
    expect((await agents(service).read(body.id)).body.metadata).toEqual(oddMetadata)
    expect((await service.acme('Viewer').agents.list({ name: 'odd' })).items).toEqual([body])
  })

  test('names and capabilities read back as they were sent, in their order, repeated ones too', async () => {
    const text = ` "quotes" \\ \u2028 'é' e\u0301 😀 {"a": [1]} $1 ?::jsonb ; drop table x -- \t\r\n `
    const capabilities = ['a,b', '{x,y}', '"q"', 'NULL', 'null', '\\', ' around ', 'é', '😀'.repeat(64), 'a,b']
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

describeIdempotentCreation({
  service: () => service,
  collection: 'agents',
  input: (name) => ({ ...summariser, name, metadata: oddMetadata }),
  broken: { ...human, model: 'none' },
})

describe('Idempotency-Key', () => {
  test('the first answer is repeated even when the agent is deleted, which stays so', async () => {
    const acme = service.acme('Editor')
    const first = await create(human, 'deleted')
    await acme.agents.delete(first.data.id)
    const again = await create(human, 'deleted')
    expect([again.response.status, again.data]).toEqual([201, first.data])
    await expect(acme.agents.get(first.data.id)).rejects.toMatchObject({ status: 404 })
  })

  test('an answer is not repeated to a caller that has lost the role', async () => {
    await create(human, 'demoted')
    const { agents } = service.client('Editor', { roles: ['Viewer'] }).instance('acme')
    const again = agents.create(human, { idempotencyKey: 'demoted' })
    await expect(again).rejects.toMatchObject({ status: 403, code: 'role_missing' })
  })
})

describe('400', () => {
  test('every fault of the body is named with its pointer, and nothing is stored', async () => {
    const before = await countAgents()
    const refused = await post({
      name: ' \t',
      type: 'ROBOT',
      capabilities: ['', 'translation', 5, ' ', 'c'.repeat(65)],
      model: 'claude-sonnet-4-5',
      priority: 'urgent',
      metadata: [],
      colour: 'red',
    })
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([
      'body /active required',
      'body /capabilities/0 minLength',
      'body /capabilities/2 type',
      'body /capabilities/3 pattern',
      'body /capabilities/4 maxLength',
      'body /colour additionalProperties',
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
    ['metadata of more than 100 members', { ...human, metadata: manyMembers(101) }, '/metadata maxProperties'],
    ['a priority that is no text', { ...human, priority: -5 }, '/priority enum'],
    ['a type that is no text', { ...human, type: 5 }, '/type enum'],
    ['__proto__', JSON.parse('{"name":"A","type":"HUMAN","active":true,"__proto__":{}}'), '/__proto__ key'],
    ['nothing at all', '', ' required'],
    ['NUL in a name within metadata', { ...human, metadata: { 'a/b': { '~\0': 1 } } }, '/metadata/a~1b/~0\\u0000 key'],
  ])('%s is refused, and that is the only fault', async (_what, body, fault) => {
    const before = await countAgents()
    const refused = await post(body)
    expect(refused.status).toBe(400)
    expect(faultsOf(refused)).toEqual([`body ${fault}`])
    expect(await countAgents()).toBe(before)
  })

  test.each(['', 'two words', 'k'.repeat(256)])('a key that cannot be one is refused: "%s"', async (key) => {
    const before = await countAgents()
    const refused = await post(human, { 'Idempotency-Key': key })
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    for (const fault of faultsOf(refused)) expect(fault).toMatch(/^header \/idempotency-key /)
    expect(await countAgents()).toBe(before)
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
    const key = `reused-${what.replaceAll(/\W/g, '-')}`
    await create(sent, key)
    const before = await countAgents()
    const other = await refusal(create({ ...sent, ...changes }, key))
    expect(other).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    expect(faultsOf(other)).toEqual(['header /idempotency-key reused'])
    expect(await countAgents()).toBe(before)
  })
})

function manyMembers(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, at]))
}
