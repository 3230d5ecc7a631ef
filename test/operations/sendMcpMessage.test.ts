import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asArray, asObject } from '../../contract/json.ts'
import { startTestService, type RequestOptions, type TestService } from '../helpers/service.ts'
import { call, connect, requestOf, revisions } from '../helpers/data/assistants.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  for (let at = 0; at < 25; at += 1)
    await service.acme().agents.create({ name: `Agent ${at}`, type: 'AI', active: true, model: 'gpt-5' })
  await service.acme().mcpAccess.set({ operations: ['createAgent', 'updateAgent'] })
})
afterAll(() => service.close())

const post = (body: unknown, options: RequestOptions = {}) =>
  service.request('/instances/acme/mcp', { method: 'POST', body, ...options })

describe.each(revisions)('200 and 202, revision %s', (revision) => {
  const as = async (role: 'Viewer' | 'Editor') => connect(service, await service.token(role), revision)

  test('an assistant reads lists by pages of twenty, with the fields that matter', async () => {
    const client = await as('Viewer')
    const first = await call(client, 'agents_list', { type: 'AI', sort: 'name,asc', name: null })
    expect(first.structuredContent).toEqual(first.answer)
    const { content, page } = first.answer
    expect(asArray(content)).toHaveLength(20)
    const fields = ['id', 'name', 'type', 'active', 'model', 'priority', 'capabilities']
    expect(Object.keys(asObject(asArray(content)[0]))).toEqual(fields)
    const { next, ...counts } = asObject(page)
    expect(counts).toEqual({ totalElements: 25, totalIsExact: true })
    const second = await call(client, 'agents_list', { type: 'AI', sort: 'name,asc', cursor: next })
    expect(asArray(second.answer['content'])).toHaveLength(5)
    await client.close()
  })

  test('the reads without a tool of their own are described and called by name', async () => {
    const client = await as('Viewer')
    await service.acme().modelPrices.set({ model: 'gpt-5', validFrom: '2026-01-01', input: 1, output: 2 })
    const { answer } = await call(client, 'describe_operation', { operation: 'listModelPrices' })
    expect(answer).toMatchObject({ inputSchema: { properties: { model: { type: 'string' } } } })
    const called = { operation: 'listModelPrices', arguments: { model: 'gpt-5' } }
    expect((await call(client, 'call_operation', called)).answer).toMatchObject({ content: [{ input: 1 }] })
    const evaluated = await call(client, 'call_operation', { operation: 'evaluateTwuModel', arguments: { body: {} } })
    expect(evaluated).toMatchObject({ isError: true, code: 'invalid_request' })
    const why = {
      createWebhook: 'tool_not_found',
      updateUser: 'role_missing',
      listAgents: 'tool_not_found',
      5: 'tool_not_found',
    }
    for (const [operation, code] of Object.entries(why))
      expect(await call(client, 'call_operation', { operation })).toMatchObject({ isError: true, code })
    const odd = { operation: 'listModelPrices', arguments: 'model' }
    expect(await call(client, 'call_operation', odd)).toMatchObject({ isError: true, code: 'invalid_request' })
    await client.close()
  })

  test('a change leaves the record that it leaves by HTTP, and once for its key', async () => {
    const client = await as('Editor')
    const given = { body: { name: `Made ${revision}`, type: 'HUMAN', active: true }, idempotencyKey: randomUUID() }
    const made = await call(client, 'agents_create', given)
    expect(await call(client, 'agents_create', given)).toEqual(made)
    const headers = { 'Idempotency-Key': given.idempotencyKey }
    const again = await service.request('/instances/acme/agents', {
      method: 'POST',
      role: 'Editor',
      headers,
      body: given.body,
    })
    expect([again.json, again.headers.get('idempotency-replayed')]).toEqual([made.answer, 'true'])
    const { etag, id } = made.answer
    const update = { agentId: id, body: { ...given.body, name: 'Renamed' } }
    expect((await call(client, 'agents_update', { ...update, ifMatch: '"stale"' })).code).toBe('precondition_failed')
    expect((await call(client, 'agents_update', { ...update, ifMatch: etag })).answer).toMatchObject({
      name: 'Renamed',
    })
    const { items } = await service.acme().changes.list({ resourceType: 'agent', resourceId: String(id) })
    const actor = { type: 'client', id: 'tester-Editor', name: 'tester-Editor' }
    expect(items).toMatchObject([
      { operation: 'updateAgent', actor },
      { operation: 'createAgent', actor },
    ])
    await client.close()
  })

  test('a refusal is the result of the tool, with the code and the sentences that it has by HTTP', async () => {
    const client = await as('Editor')
    expect(await call(client, 'agents_get', { agentId: 'missing' })).toMatchObject({
      isError: true,
      code: 'agent_not_found',
    })
    const body = { name: '', type: 'ROBOT', active: 1, extra: true }
    const byTool = await call(client, 'agents_create', { body })
    const byHttp = await service.request('/instances/acme/agents', { method: 'POST', role: 'Editor', body })
    const { code, detail, errors } = asObject(byHttp.json)
    expect(byTool.answer).toEqual({ code, detail, errors })
    const odd = { type: 'ROBOT', page: 1, unknown: {} }
    const query = await call(client, 'agents_list', odd)
    expect(asArray(query.answer['errors']).map((fault) => asObject(fault)['message'])).toMatchInlineSnapshot(`
      [
        ""page" is not known here. Known are type, active, name, capability, priority, sort and cursor.",
        ""unknown" is not known here. Known are type, active, name, capability, priority, sort and cursor.",
        "Type must be AI or HUMAN.",
      ]
    `)
    expect((await call(client, 'agents_get', { body: {} })).answer['detail']).toBe(
      'The body must be left out. Agent id must be given.',
    )
    expect((await call(client, 'agents_create')).answer['detail']).toBe('The body is needed.')
    for (const name of ['model_prices_list', 'nothing', '__proto__'])
      expect(await call(client, name)).toMatchObject({ isError: true, code: 'tool_not_found' })
    expect(await call(client, 'users_list')).toMatchObject({ isError: true, code: 'role_missing' })
    expect(await call(client, 'agents_delete')).toMatchObject({ isError: true, code: 'operation_not_allowed' })
    const withoutMatch = { agentId: 'any', body: { name: 'A', type: 'HUMAN', active: true } }
    expect((await call(client, 'agents_update', withoutMatch)).answer['detail']).toContain('argument `ifMatch`')
    const asText = { body: JSON.stringify({ name: 'As text', type: 'HUMAN', active: true }) }
    expect(await call(client, 'agents_create', asText)).toMatchObject({ isError: false })
    await client.close()
  })
})

test('each message counts once', async () => {
  const { headers } = await post({ jsonrpc: '2.0', id: 1, method: 'ping' })
  const left = (sent: Headers) => Number(/r=(\d+)/.exec(sent.get('ratelimit') ?? '')?.[1])
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'agents_list' } }
  expect(left((await post(message)).headers)).toBe(left(headers) - 1)
})

describe('400', () => {
  test('a name, a text or a number that cannot be kept, wherever it is in a message', async () => {
    const values = [
      '{"__proto__":1}',
      '{"na\\"me":"x"}',
      '{"name":"a\\u0000"}',
      '{"name":"a\\ud800"}',
      '{"size":12345678901234567890}',
    ]
    for (const value of values) {
      const text = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"agents_list","arguments":${value}}}`
      expect(await post(text)).toMatchObject({
        status: 400,
        json: { code: 'invalid_request', errors: [{ in: 'body' }] },
      })
    }
  })

  test('what is no JSON, or no single message', async () => {
    expect(await post('{')).toMatchObject({ status: 400, json: { code: 'malformed_json' } })
    for (const body of [[{ jsonrpc: '2.0', id: 1, method: 'ping' }], 5, null, { jsonrpc: '2\u0000' }])
      expect(await post(body)).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
  })

  test('what is no message of the protocol, or of another revision', async () => {
    expect(await post({})).toMatchObject({ status: 400, json: { jsonrpc: '2.0', error: {} } })
    const headers = { 'MCP-Protocol-Version': '2030-01-01' }
    const message = { jsonrpc: '2.0', id: 7, method: 'tools/list', params: {} }
    expect(await post(message, { headers })).toMatchObject({ status: 400, json: { error: {} } })
  })
})

test('what is long outside of its arguments is refused before the protocol explains each fault', async () => {
  const clientInfo = { name: 'a', version: '1', icons: Array(100_000).fill(1) }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
  const answer = await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
  expect(answer).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
  expect(answer.text.length).toBeLessThan(2000)
})

describe('arguments', () => {
  const callTool = async (name: string, text: string) => {
    const params = `{"name":"${name}","arguments":${text}}`
    const answer = await post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`, { role: 'Editor' })
    return answer.status === 200 ? JSON.stringify(asObject(answer.json)['result']) : String(answer.status)
  }

  test('there are as many as an operation may take, and no name hides the faults of others', async () => {
    const many = (count: number, name: string) => Array.from({ length: count }, (_, at) => `"${name}${at}":1`).join()
    expect(await callTool('agents_list', `{${many(50_000, 'a')}}`)).toContain('at most 100 arguments')
    const body = '"body":{"name":"x","type":"HUMAN","active":true,"metadata":{"n":12345678901234567890}}'
    expect(await callTool('agents_create', `{${many(1500, '\\u0001')},${body}}`)).toBe('400')
    expect(await callTool('call_operation', '{"operation":"listModelPrices","model":"gpt-5"}')).toContain(
      'invalid_request',
    )
  })

  test('a body is as long as it may be by HTTP', async () => {
    const body = JSON.stringify({ name: 'x', type: 'HUMAN', active: true, metadata: { a: 'x'.repeat(70_000) } })
    expect(await callTool('agents_create', `{"body":${body}}`)).toContain('payload_too_large')
  })

  test('a test of an integration that is not saved sends what the caller says where the caller says, and is no read', async () => {
    const given = '{"operation":"testUnsavedIntegration","arguments":{"body":{}}}'
    expect(await callTool('call_operation', given)).toContain('operation_not_allowed')
  })
})

describe('401', () => {
  test('tells where the metadata of the resource are, and these name the identity provider', async () => {
    const answer = await post({}, { role: null })
    const address = `${service.baseUrl}/.well-known/oauth-protected-resource/instances/acme/mcp`
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toContain(`resource_metadata="${address}"`)
    expect(await (await fetch(address)).json()).toEqual({
      resource: `${service.baseUrl}/instances/acme/mcp`,
      authorization_servers: [service.issuer.url],
      bearer_methods_supported: ['header'],
    })
  })
})

test('404 for a method that is not served', async () => {
  const { headers, body } = requestOf('prompts/list')
  expect(await post(body, { role: 'Viewer', headers })).toMatchObject({
    status: 404,
    json: { error: { code: -32601 } },
  })
})

test('405 for a stream of events, which no server without sessions has', async () => {
  const { status, headers } = await service.request('/instances/acme/mcp', { headers: { Accept: 'text/event-stream' } })
  expect([status, headers.get('allow')]).toEqual([405, 'POST'])
})

test('nobody waits for news by a stream', async () => {
  const { headers, body } = requestOf('subscriptions/listen', { notifications: { toolsListChanged: true } })
  expect(await post(body, { role: 'Viewer', headers })).toMatchObject({ status: 200, json: { error: {} } })
})
