import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

async function createAgent() {
  const created = await service.client('Editor').POST('/instances/{instanceId}/agents', {
    params: { path: { instanceId: 'acme' } },
    body: { name: 'Summariser', type: 'AI', active: true, model: 'claude-sonnet-4-5' },
  })
  if (!created.data) throw new Error(JSON.stringify(created.error))
  return { agent: created.data, etag: created.response.headers.get('etag') ?? '' }
}

describe('200', () => {
  test('an agent reads back as it was created, with the same ETag', async () => {
    const { agent, etag } = await createAgent()
    const read = await service.client('Viewer').GET('/instances/{instanceId}/agents/{agentId}', {
      params: { path: { instanceId: 'acme', agentId: agent.id } },
    })
    expect(read.data).toEqual(agent)
    expect(read.response.headers.get('etag')).toBe(etag)
  })
})

describe('304', () => {
  test('an agent that the caller holds is not sent again', async () => {
    const { agent, etag } = await createAgent()
    const read = await service.request(`/instances/acme/agents/${agent.id}`, {
      headers: { 'If-None-Match': etag },
    })
    expect(read.status).toBe(304)
    expect(read.text).toBe('')
    expect(read.headers.get('etag')).toBe(etag)
  })
})

describe('400', () => {
  test('an identifier that cannot be one is refused', async () => {
    const read = await service.request('/instances/acme/agents/a%20b')
    expect(read).toMatchObject({
      status: 400,
      json: { code: 'invalid_request', errors: [{ in: 'path', pointer: '/agentId', code: 'pattern' }] },
    })
  })
})

describe('404', () => {
  test('an agent of another instance looks the same as a missing one', async () => {
    const { agent } = await createAgent()
    const token = await service.token('Administrator', { instances: ['other'] })
    const foreign = await service.request(`/instances/other/agents/${agent.id}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    const missing = await service.request('/instances/acme/agents/nobody')
    expect(foreign).toMatchObject({ status: 404, json: { code: 'agent_not_found' } })
    expect(missing).toMatchObject({ status: 404, json: { code: 'agent_not_found' } })
  })
})
