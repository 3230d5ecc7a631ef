import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agents } from '../helpers/agents.ts'
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

function read(headers: Record<string, string>) {
  return service.request(`/instances/acme/agents/${agent.body.id}`, { role: 'Viewer', headers })
}

describe('200', () => {
  test('an agent reads back as it was created, with the same ETag', async () => {
    const { data, version } = await service.acme('Viewer').agents.get(agent.body.id).withResponse()
    expect([data, version]).toEqual([agent.body, agent.etag])
  })

  test.each(['"0"', '"nothing"', 'nothing', ',', '"1'])(
    'an ETag that is not held changes nothing: %s',
    async (tag) => {
      expect((await read({ 'If-None-Match': tag })).json).toEqual(agent.body)
    },
  )
})

describe('304', () => {
  test.each<[string, (etag: string) => string]>([
    ['its ETag', (etag) => etag],
    ['its ETag made weak by a proxy', (etag) => `W/${etag}`],
    ['a list with its ETag', (etag) => `"0" ,${etag}`],
    ['*', () => '*'],
  ])('an agent that the caller holds is not sent again: %s', async (_what, ifNoneMatch) => {
    const answer = await read({ 'If-None-Match': ifNoneMatch(agent.etag) })
    expect(answer).toMatchObject({ status: 304, text: '' })
    expect(answer.headers.get('etag')).toBe(agent.etag)
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
