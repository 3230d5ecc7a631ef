import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agents, human } from '../helpers/data/agents.ts'
import { settle } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

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
