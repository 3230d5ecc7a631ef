import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agents, human } from '../helpers/data/agents.ts'
import { describeConditionalChange } from '../helpers/etags.ts'
import { faultsOf } from '../helpers/faults.ts'
import { expectForeignLooksMissing } from '../helpers/foreign.ts'
import { settle } from '../helpers/outcomes.ts'
import { startTestService, type TestResponse, type TestService } from '../helpers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

function remove(id: string, headers: Record<string, string>): Promise<TestResponse> {
  return service.request(`/instances/acme/agents/${id}`, { method: 'DELETE', role: 'Editor', headers })
}

describeConditionalChange({
  create: () => agents(service).create(),
  changeElsewhere: (id) => agents(service).replace(id, { ...human, name: 'Theirs' }),
  read: (id) => agents(service).read(id),
  send: remove,
  success: 204,
})

describe('204', () => {
  test('a deleted agent is gone for good, and only that one', async () => {
    const { body: kept } = await agents(service).create({ ...human, name: 'Kept' })
    const { body: agent } = await agents(service).create({ ...human, name: 'Kept too, for a while' })
    const acme = service.acme('Editor')
    const { data, response } = await acme.agents.delete(agent.id).withResponse()
    expect([response.status, data, response.headers.get('etag')]).toEqual([204, undefined, null])
    await expect(acme.agents.get(agent.id)).rejects.toMatchObject({ status: 404, code: 'agent_not_found' })
    const { items, page } = await acme.agents.list({ name: 'kept' })
    expect([items, page.totalElements]).toEqual([[kept], 1])
  })

  test('of many that delete at once one does, the others find nothing', async () => {
    const { body } = await agents(service).create()
    const remove = () => service.acme('Editor').agents.delete(body.id)
    const { answers, refusals } = await settle(Array.from({ length: 8 }, remove))
    expect(answers).toHaveLength(1)
    expect(refusals.map(({ status }) => status)).toEqual(Array<number>(7).fill(404))
  })
})

describe('400', () => {
  test('faults of the path and of a header are named together', async () => {
    const refused = await remove('a%20b', { 'If-Match': '' })
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual(['header /if-match minLength', 'path /agentId pattern'])
  })
})

describe('404', () => {
  test('an agent of another instance looks the same as a missing one, and stays', async () => {
    const { body } = await agents(service).create()
    for (const headers of [{}, { 'If-Match': '*' }]) {
      const options = { method: 'DELETE', headers }
      await expectForeignLooksMissing(service, `agents/${body.id}`, 'agent_not_found', options)
    }
    expect((await agents(service).read(body.id)).body).toEqual(body)
  })
})
