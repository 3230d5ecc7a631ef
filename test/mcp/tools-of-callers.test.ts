import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asArray, asObject } from '../../contract/json.ts'
import { callerRoles, type CallerRole } from '../../contract/rules/roles.ts'
import { readTools } from '../../server/mcp/tools.ts'
import { askOnly } from '../helpers/data/roles.ts'
import { call, connect, namesOf, requestOf } from '../helpers/data/assistants.ts'
import { userInput } from '../helpers/data/users.ts'
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

test('on one connection, each of two callers has the own tools, and no cache may share them', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ports = new Set<unknown>()
  const list = async (role: CallerRole) => {
    const { headers: named, body } = requestOf('tools/list')
    const headers = {
      Authorization: `Bearer ${await service.token(role)}`,
      'Content-Type': 'application/json',
      ...named,
    }
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    request(`${service.baseUrl}/instances/acme/mcp`, { method: 'POST', agent, headers }, (answer) => {
      ports.add(answer.socket.localPort)
      text(answer).then(resolve, reject)
    })
      .on('error', reject)
      .end(JSON.stringify(body))
    const result = asObject(asObject(JSON.parse(await promise))['result'])
    expect([result['cacheScope'], result['ttlMs']]).toEqual(['private', 0])
    return asArray(result['tools']).map((tool) => asObject(tool)['name'])
  }
  const [viewer, administrator, again] = [await list('Viewer'), await list('Administrator'), await list('Viewer')]
  expect(again).toEqual(viewer)
  expect([viewer?.includes('users_list'), administrator?.includes('users_list')]).toEqual([false, true])
  expect(ports.size).toBe(1)
  agent.destroy()
})
