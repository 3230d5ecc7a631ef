import { connect as connectTo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asArray, asObject, type JsonObject } from '../../contract/json.ts'
import { callerRoles, type CallerRole } from '../../contract/rules/roles.ts'
import { readTools } from '../../server/mcp/tools.ts'
import { askOnly } from '../helpers/data/roles.ts'
import { call, connect, namesOf, requestOf } from '../helpers/data/assistants.ts'
import { userInput } from '../helpers/data/users.ts'
import { parseAnswer } from '../helpers/raw-http.ts'
import { isExhaustive } from '../helpers/rounds.ts'
import { preparedOnce, startTestService, type TestService } from '../helpers/service.ts'

const tools = readTools((await preparedOnce()).contract)
const writes = tools.filter(({ operation: { isSafe } }) => !isSafe)

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

/** Why a tool is not listed. */
function codeOf({ operation: { isSafe } }: (typeof tools)[number], isOpen: boolean): string {
  if (!isOpen) return 'role_missing'
  return isSafe ? 'tool_not_found' : 'operation_not_allowed'
}

const nothing = { operations: [], deletes: false }
const everything = { operations: writes.map(({ operation: { id } }) => id), deletes: true }

/** Whether the role opens the operation by HTTP: who is let through is refused with 400, for an unknown parameter. */
async function isOpen(role: CallerRole, { operation: { method, path } }: (typeof tools)[number]): Promise<boolean> {
  const { status } = await service.request(askOnly(path, 'acme'), { method: method.toUpperCase(), role })
  return status !== 403
}

test.each(isExhaustive() ? callerRoles : (['Viewer', 'Administrator'] as const))(
  '%s has a tool if and only if the operation is open to it, and the instance allows it',
  async (role) => {
    const client = await connect(service, await service.token(role))
    const open = new Map(await Promise.all(tools.map(async (tool) => [tool, await isOpen(role, tool)] as const)))
    for (const access of [nothing, everything]) {
      await service.acme().mcpAccess.set(access)
      const isExpected = (tool: (typeof tools)[number]) =>
        open.get(tool) === true && (tool.operation.isSafe ? tool.isListed : access === everything)
      const others = tools.filter((tool) => open.get(tool) === true && tool.operation.isSafe && !tool.isListed)
      const listed = await namesOf(client)
      const expected = [
        ...tools.filter(isExpected).map(({ tool: { name } }) => name),
        ...(others.length > 0 ? ['describe_operation', 'call_operation'] : []),
      ]
      expect(listed.toSorted()).toEqual(expected.toSorted())
      const { tools: shown } = await client.listTools()
      const schema = shown.find(({ name }) => name === 'call_operation')?.inputSchema.properties ?? {}
      const named = others.length > 0 ? asArray(asObject(schema['operation'])['enum']) : []
      expect(named).toEqual(others.map(({ operation: { id } }) => id))
      for (const tool of tools) {
        const { code } = await call(client, tool.tool.name, { unknown: 1 })
        expect([tool.tool.name, code]).toEqual([
          tool.tool.name,
          isExpected(tool) ? 'invalid_request' : codeOf(tool, open.get(tool) === true),
        ])
      }
    }
    await client.close()
  },
)

test('a DELETE needs its second word', async () => {
  await service.acme().mcpAccess.set({ operations: ['updateAgent'] })
  await service.db('mcp_access').update({ operations: ['updateAgent', 'deleteAgent'] })
  const client = await connect(service, await service.token('Administrator'))
  expect(await namesOf(client)).toContain('agents_update')
  expect(await namesOf(client)).not.toContain('agents_delete')
  await client.close()
})

test('the tools that only read take at most 12,000 tokens of four characters', async () => {
  await service.acme().mcpAccess.set(nothing)
  const client = await connect(service, await service.token('Administrator'))
  expect(JSON.stringify(await client.listTools()).length).toBeLessThanOrEqual(48_000)
  await client.close()
})

test('a role taken away and a user disabled refuse the next call', async () => {
  await service.acme().mcpAccess.set(everything)
  const { id } = await service.acme().users.create(userInput('assisted', { roles: ['Editor'] }))
  const client = await connect(service, await service.token('Viewer', { sub: id, client_id: 'front-end' }))
  const create = () => call(client, 'agents_create', { body: { name: 'One', type: 'HUMAN', active: true } })
  expect((await create()).isError).toBe(false)
  await service.acme().users.update(id, { roles: ['Viewer'] })
  expect(await create()).toMatchObject({ isError: true, code: 'role_missing' })
  expect((await call(client, 'agents_list')).isError).toBe(false)
  await service.acme().users.update(id, { roles: ['Viewer'], enabled: false })
  await expect(call(client, 'agents_list')).rejects.toThrow('user_disabled')
  await client.close()
})

test('calls that share a connection, each sent before the answer to the one before, have the answers of their callers', async () => {
  const calls: [CallerRole, string, string, JsonObject?][] = [
    ['Viewer', 'acme', 'tools/list'],
    ['Administrator', 'acme', 'tools/list'],
    ['Viewer', 'acme', 'tools/call', { name: 'users_list', arguments: {} }],
    ['Administrator', 'other', 'tools/list'],
    ['Administrator', 'acme', 'tools/call', { name: 'users_list', arguments: {} }],
    ['Viewer', 'acme', 'tools/list'],
  ]
  const requests = await Promise.all(calls.map((each) => write(...each)))
  const alone = await Promise.all(requests.map((each) => send([each])))
  const together = await send(requests)
  expect(together).toEqual(alone.flat())
  const [viewer, administrator, refused, foreign, listed] = together
  for (const answer of [viewer, administrator])
    expect(answer).toMatchObject({ status: 200, result: { cacheScope: 'private', ttlMs: 0 } })
  const names = [viewer, administrator].map((answer) =>
    asArray(answer?.result['tools']).map((tool) => asObject(tool)['name']),
  )
  expect(names.map((each) => each.includes('users_list'))).toEqual([false, true])
  expect([refused?.result['isError'], listed?.result['isError'], foreign?.status]).toEqual([true, undefined, 404])
})

/** A call as it is on the wire. */
async function write(role: CallerRole, instance: string, method: string, params?: JsonObject): Promise<string> {
  const { headers, body } = requestOf(method, params)
  const sent = JSON.stringify(body)
  const lines = Object.entries({
    Host: 'service',
    Authorization: `Bearer ${await service.token(role)}`,
    'Content-Type': 'application/json',
    'Content-Length': sent.length,
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST /instances/${instance}/mcp HTTP/1.1\r\n${lines.join('')}\r\n${sent}`
}

/** Sends all on one connection at once. */
async function send(requests: readonly string[]) {
  const { hostname, port } = new URL(service.baseUrl)
  const socket = connectTo(Number(port), hostname)
  socket.write(`${requests.join('')}GET /healthz HTTP/1.1\r\nHost: service\r\nConnection: close\r\n\r\n`)
  const answers = (await text(socket)).split(/(?=HTTP\/1\.1 \d{3} )/)
  return answers.slice(0, -1).map((answer) => {
    const { status, json } = parseAnswer(answer)
    return { status, result: asObject(asObject(json)['result'] ?? {}) }
  })
}
