import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agents } from '../helpers/data/agents.ts'
import { describeConditionalRead } from '../helpers/etags.ts'
import { faultsOf } from '../helpers/faults.ts'
import { expectForeignLooksMissing } from '../helpers/foreign.ts'
import { refusal } from '../helpers/outcomes.ts'
import { startTestService, type TestService } from '../helpers/service.ts'

let service: TestService
let agent: Awaited<ReturnType<ReturnType<typeof agents>['create']>>
beforeAll(async () => {
  service = await startTestService()
  agent = await agents(service).create()
})
afterAll(() => service.close())

describeConditionalRead(() => ({ service, path: `/instances/acme/agents/${agent.body.id}`, ...agent }))

describe('200', () => {
  test('an agent reads back as it was created, with the same ETag', async () => {
    const { data, version } = await service.acme('Viewer').agents.get(agent.body.id).withResponse()
    expect([data, version]).toEqual([agent.body, agent.etag])
  })
})

describe('400', () => {
  test('an identifier that cannot be one is refused', async () => {
    const refused = await refusal(service.acme().agents.get('a b'))
    expect(refused).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(faultsOf(refused)).toEqual(['path /agentId pattern'])
  })
})

describe('404', () => {
  test('an agent of another instance looks the same as a missing one', async () => {
    await expectForeignLooksMissing(service, `agents/${agent.body.id}`, 'agent_not_found')
    await expectForeignLooksMissing(service, `agents/${agent.body.id}`, 'agent_not_found', {
      headers: { 'If-None-Match': '*' },
    })
  })
})
