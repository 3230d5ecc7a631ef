import { describe, expect, test } from 'vitest'
import { readContract, resolve } from '../../contract/document.ts'
import { asArray, asObject } from '../../contract/json.ts'
import { createClient } from '../../sdk/src/index.ts'
import * as schemas from '../../sdk/src/schemas/index.gen.ts'
import { createTestServer } from '../../sdk/src/testing/index.ts'

const server = createTestServer({ instances: { acme: {} } })
const acme = createClient({ baseUrl: 'https://admin.test', token: 'any', fetch: server.fetch }).instance('acme')

/** What the service says of a body: the same-answers suite compares the test server with it. */
async function sentAs(path: string, body: unknown) {
  const headers = { Authorization: 'Bearer any', 'Content-Type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await server.fetch(`https://admin.test/instances/acme/${path}`, init)
  const { errors = [] } = asObject(await response.json())
  return asArray(errors).map((fault) => [asObject(fault)['pointer'], asObject(fault)['message']])
}

function checked(schema: schemas.FormSchema<unknown>, body: unknown) {
  const { issues = [] } = schema['~standard'].validate(body)
  return issues.map(({ path, message }) => [path.map((name) => `/${name}`).join(''), message])
}

describe('a schema', () => {
  const entities = [{ name: 'order', attributes: [{ name: 'a b', type: 'text' }] }]
  test.each([
    ['agents', schemas.agentInput, { name: ' ', type: 'ROBOT', active: 'yes', capabilities: ['a', 'a', ''], more: 1 }],
    ['agents', schemas.agentInput, { name: 'x'.repeat(257), type: 'AI', active: true }],
    ['agents', schemas.agentInput, { name: 'Ada', type: 'HUMAN', active: true, model: 'gpt-5' }],
    ['users', schemas.userCreate, { username: 'a b', email: 'nobody', temporaryPassword: 'short' }],
    ['users', schemas.userCreate, []],
    ['twu-models', schemas.twuModelInput, { name: 'Refunds', description: '', entities }],
  ])('of %s finds what the service finds, in the same words', async (path, schema, body) => {
    const faults = await sentAs(path, body)
    expect(faults.length).toBeGreaterThan(0)
    expect(checked(schema, body)).toEqual(faults)
  })

  test('gives what is sent: without what only the service sets, and with empty texts as what they stand for', async () => {
    const input = { name: 'Ada', type: 'HUMAN', active: true } as const
    const read = await acme.agents.create(input)
    const { id: _id, etag: _etag, createdAt: _createdAt, updatedAt: _updatedAt, ...sent } = read
    expect(schemas.agentInput['~standard'].validate(read)).toEqual({ value: sent })
    const user = { username: 'ada', email: 'ada@example.com', name: 'Ada', temporaryPassword: 'correct-horse-battery' }
    expect(schemas.userCreate['~standard'].validate({ ...user, middleName: '' })).toEqual({
      value: { ...user, middleName: null },
    })
  })

  test('of an integration knows the fields of its type, and which secrets are stored', async () => {
    const type = await acme.integrationTypes.get('ZENDESK')
    const body = { name: ' ', type: 'ZENDESK', metadata: { subdomain: 'a b', email: 'ada@example.com', more: 'x' } }
    const faults = await sentAs('integrations', body)
    expect(faults.map(([pointer]) => pointer)).toContain('/metadata/apiToken')
    expect(checked(schemas.integrationInputOf(type), body)).toEqual(faults)
    const rest = faults.filter(([pointer]) => pointer !== '/metadata/apiToken')
    expect(checked(schemas.integrationInputOf(type, ['apiToken']), body)).toEqual(rest)
  })

  test('says nothing of what is undefined, which no body has', () => {
    expect(checked(schemas.agentInput, { name: 'Ada', type: 'HUMAN', active: true, model: undefined })).toEqual([])
    const missing = [['/name', 'Name must be given.']]
    expect(checked(schemas.agentInput, { name: undefined, type: 'HUMAN', active: true })).toEqual(missing)
  })

  test('leads to an item of a list by its number', () => {
    const { issues } = schemas.userBatch['~standard'].validate({ users: [{ username: 'ada' }] })
    expect(issues?.map(({ path }) => path)).toContainEqual(['users', 0, 'email'])
  })

  test('is there for every body that is not of one type of integration', async () => {
    const { operations, document } = await readContract()
    const bodies = operations.flatMap(({ path, method, maxBodyBytes }) => {
      if (maxBodyBytes === null) return []
      const { requestBody } = asObject(asObject(asObject(document['paths'])[path])[method])
      const content = asObject(asObject(resolve(document, requestBody)['content'])['application/json'])
      return [String(asObject(content['schema'])['$ref']).replace(/.*\//, '')]
    })
    const missing = [...new Set(bodies)].filter((name) => !(name.charAt(0).toLowerCase() + name.slice(1) in schemas))
    expect(missing.toSorted()).toEqual(['IntegrationInput', 'IntegrationUpdate', 'McpMessage', 'OtlpTraces'])
  })
})

test('limits and defaults are those of the contract', async () => {
  const { document } = await readContract()
  const { maxLength } = resolve(document, { $ref: '#/components/schemas/AgentName' })
  expect(schemas.agentInputLimits.name.maxLength).toBe(maxLength)
  expect(schemas.agentInputLimits.capabilities.maxItems).toBeGreaterThan(0)
  expect((await acme.users.list()).page.size).toBe(schemas.listUsersDefaults.size)
})
