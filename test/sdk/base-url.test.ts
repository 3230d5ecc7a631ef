import { findFreePort } from '../helpers/programs/free-port.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createRawClient } from '../../sdk/src/raw.ts'
import { createClient } from '../../sdk/src/index.ts'
import { trust } from '../../sdk/src/trust.ts'
import { ok, useMisbehavingServer } from '../helpers/programs/misbehaving-server.ts'

const server = useMisbehavingServer()
afterEach(() => vi.unstubAllGlobals())

test.each(['', '/', '//', '/api', '/api/', '/api/v1///'])('"%s" may end the base URL', async (end) => {
  await server.given([ok], { baseUrl: server.baseUrl + end }).agents.get('a')
  const base = end.replace(/\/+$/, '')
  expect(server.requests.map(({ url }) => url)).toEqual([`${base}/instances/acme/agents/a`])
})

test('one at which nobody listens is told from other failures', async () => {
  const port = await findFreePort()
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}/api`, token: 'token', maxRetries: 0 })
  await expect(client.instance('acme').agents.list()).rejects.toThrow(
    'Failed to fetch agents: no answer (ECONNREFUSED).',
  )
})

test.each(['', '/', '/api', '/api/'])('"%s" is relative to the page, in a browser', async (baseUrl) => {
  // What sets a browser's Request apart: it resolves URLs against the page.
  class PageRequest extends Request {
    constructor(input: string | Request, init?: RequestInit) {
      super(typeof input === 'string' ? new URL(input, `${server.baseUrl}/some/page`) : input, init)
    }
  }
  vi.stubGlobal('Request', PageRequest)
  server.given([ok])
  const client = createClient({ baseUrl, token: 'token' })
  await client.instance('acme').agents.get('a')
  await createRawClient(client).GET('/instances/{instanceId}/agents/{agentId}', {
    params: { path: { instanceId: 'acme', agentId: 'a' } },
  })
  const expected = `${baseUrl.replace(/\/$/, '')}/instances/acme/agents/a`
  expect(server.requests.map(({ url }) => url)).toEqual([expected, expected])
})

test.each([undefined, 'localhost:3000', 'ftp://x', 'admin.example.com'])('%s is no base URL', (baseUrl) => {
  const options = { baseUrl: trust<string>(baseUrl), token: 'token' }
  expect(() => createClient(options)).toThrow(`baseUrl must be an http URL or a path, but is "${baseUrl}".`)
})

test('the scheme of the base URL may be in capitals', async () => {
  await server.given([ok], { baseUrl: server.baseUrl.toUpperCase() }).agents.get('a')
  expect(server.requests).toHaveLength(1)
})

test('a path is named in the error where there is no page', async () => {
  const failed = createClient({ baseUrl: '/api', token: 'token' }).instance('acme').agents.get('a')
  await expect(failed).rejects.toThrow('/api/instances/acme/agents/a')
})

test.each(['/apis/instances', '/', '/api'])('the token is not sent to %s beside the base URL', async (path) => {
  server.given([ok])
  const client = createClient({ baseUrl: `${server.baseUrl}/api`, token: 'token' })
  const failed = client.fetch(new Request(server.baseUrl + path))
  await expect(failed).rejects.toThrow(`The URL must be below ${server.baseUrl}/api/`)
  expect(server.requests).toHaveLength(0)
})
