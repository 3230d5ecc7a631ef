import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { asObject, asString, type JsonObject } from '../../../contract/json.ts'
import type { TestService } from '../service.ts'

/** The revisions of the protocol that are proved: the one of today, and what clients of before speak. */
export const revisions = ['2026-07-28', 'legacy'] as const

/** The official client, connected to an instance with this token. */
export async function connect(
  service: TestService,
  token: string,
  revision: (typeof revisions)[number] = '2026-07-28',
  instanceId = 'acme',
): Promise<Client> {
  const mode = revision === 'legacy' ? revision : { pin: revision }
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const url = new URL(`/instances/${instanceId}/mcp`, service.baseUrl)
  await client.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: { Authorization: `Bearer ${token}` } } }),
  )
  return client
}

/** The answer of a tool, which is one JSON text. */
export async function call(client: Client, name: string, args: JsonObject = {}) {
  const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: args })
  const [part] = content
  if (part?.type !== 'text') throw new Error('The answer of a tool is one text.')
  const answer: unknown = JSON.parse(part.text)
  return { isError, answer: asObject(answer), code: asObject(answer)['code'], structuredContent }
}

export async function namesOf(client: Client): Promise<string[]> {
  return (await client.listTools()).tools.map(({ name }) => asString(name))
}

/** A request of revision 2026-07-28 as it is on the wire. */
export function requestOf(method: string, params: JsonObject = {}) {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const named = params['name'] === undefined ? {} : { 'Mcp-Name': asString(params['name']) }
  return {
    headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method, ...named },
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } },
  }
}
