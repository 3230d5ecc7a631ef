import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readContract } from '../../contract/document.ts'
import { asArray, asObject } from '../../contract/json.ts'
import { faultsOf } from '../helpers/faults.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

const contract = await readContract()

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

function set(body: unknown, headers: Record<string, string> = {}) {
  return service.request('/instances/acme/mcp-access', { method: 'PUT', body, headers })
}

async function read() {
  const body = await service.acme().mcpAccess.get()
  return { body: { id: 'mcp-access', ...body }, etag: body.etag }
}

async function setTo(...operations: string[]) {
  await service.acme().mcpAccess.set({ operations })
  return read()
}

describe('200', () => {
  test('the operations are those that were sent, sorted, and nothing deletes', async () => {
    const { json } = await set({ operations: ['publishTwuModel', 'createAgent'] })
    expect(json).toMatchObject({ operations: ['createAgent', 'publishTwuModel'], deletes: false })
  })

  test('an operation that deletes comes with the word of it', async () => {
    const body = { operations: ['deleteAgent'], deletes: true }
    expect(await set(body)).toMatchObject({ status: 200, json: body })
  })

  test('what changes nothing leaves tag and time as they are, and no record', async () => {
    const before = await setTo('createAgent', 'updateAgent')
    const records = () => service.acme().changes.list({ resourceType: 'mcp_access' })
    const { items } = await records()
    await set({ operations: ['updateAgent', 'createAgent'] })
    expect(await read()).toEqual(before)
    expect((await records()).items).toEqual(items)
  })

  test('many who set it first at once leave one state, and a record each', async () => {
    const names = ['createAgent', 'updateAgent', 'createUser', 'updateUser']
    const { mcpAccess, changes } = service.other()
    await Promise.all(names.map((name) => mcpAccess.set({ operations: [name] })))
    const { items } = await changes.list({ resourceType: 'mcp_access', sort: 'sequence,asc' })
    expect(items.map(({ kind }) => kind)).toEqual(['created', 'updated', 'updated', 'updated'])
    const { operations, etag } = await mcpAccess.get()
    expect(items[0]).toMatchObject({ resource: { id: 'mcp-access', name: null }, etagBefore: null, etagAfter: '"1"' })
    expect(items.at(-1)).toMatchObject({
      operation: 'setMcpAccess',
      etagAfter: etag,
      difference: [{ pointer: '/operations', before: [expect.any(String)], after: operations }],
    })
  })

  test('who may not read the access reads no change of it', async () => {
    await setTo('createAgent')
    const { items } = await service.acme('Manager').changes.list({ resourceType: 'mcp_access' })
    expect(items).toEqual([])
  })

  test('whatever changes something and answers JSON without a secret can be opened, but not this operation', async () => {
    const { json } = await set({ operations: contract.operations.map(({ id }) => id) })
    const refused = asArray(asObject(json)['errors']).map((fault) => asObject(fault)['pointer'])
    const givable = contract.operations.filter((_, at) => !refused.includes(`/operations/${at}`))
    const isWrite = contract.operations.filter(({ isSafe }) => !isSafe)
    const never = ['exportTraces', 'setMcpAccess', 'sendMcpMessage']
    const expected = isWrite.filter(({ id, hasSecretAnswer }) => !never.includes(id) && !hasSecretAnswer)
    expect(givable.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    const operations = givable.map(({ id }) => id)
    expect(await set({ operations, deletes: true })).toMatchObject({ status: 200 })
  })
})

describe('400', () => {
  test('every name that cannot be given is refused where it stands, and nothing is set', async () => {
    const before = await setTo('createAgent')
    const operations = ['nonsense', 'createAgent', 'listAgents', 'evaluateTwuModel', 'exportTraces', 'setMcpAccess']
    const refused = await set({ operations, deletes: true })
    expect(faultsOf(refused)).toEqual([0, 2, 3, 4, 5].map((at) => `body /operations/${at} operation`))
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(asObject(refused.json)['detail']).toContain(
      'Assistants cannot be given "nonsense": no operation of this name can be a tool',
    )
    expect(await read()).toEqual(before)
  })

  test('what deletes is refused until the caller says that something may', async () => {
    const refused = await set({ operations: ['deleteAgent', 'createAgent', 'deleteUser'], deletes: false })
    expect(faultsOf(refused)).toEqual(['body /deletes deletes'])
    expect(refused.json).toMatchObject({ detail: 'Deletes must be true to open deleteAgent and deleteUser.' })
    expect(faultsOf(await set({ operations: ['deleteAgent'] }))).toEqual(['body /deletes deletes'])
  })

  test('an operation is named once', async () => {
    const refused = await set({ operations: ['createAgent', 'createAgent'] })
    expect(faultsOf(refused)).toEqual(['body /operations uniqueItems'])
  })
})
