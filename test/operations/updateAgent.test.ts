import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agents, human, oddMetadata, summariser } from '../helpers/data/agents.ts'
import { faultsOf } from '../helpers/faults.ts'
import { settle } from '../helpers/outcomes.ts'
import { startTestService, type TestResponse, type TestService } from '../helpers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

function replace(id: string, body: unknown, headers: Record<string, string> = {}): Promise<TestResponse> {
  return service.request(`/instances/acme/agents/${id}`, { method: 'PUT', role: 'Editor', body, headers })
}

describe('200', () => {
  test('an agent is replaced: what is left out becomes empty', async () => {
    const { body: before, etag: etagBefore } = await agents(service).create(summariser)
    const { body, etag } = await agents(service).replace(before.id, human)
    expect(body).toEqual({
      ...human,
      id: before.id,
      capabilities: [],
      model: null,
      priority: null,
      metadata: {},
      createdAt: before.createdAt,
      etag: body.etag,
      updatedAt: body.updatedAt,
    })
    expect(body.updatedAt >= before.updatedAt).toBe(true)
    expect(etag).not.toBe(etagBefore)
    expect(await agents(service).read(before.id)).toMatchObject({ body, etag })
  })

  test('metadata is replaced as a whole, and reads back identical', async () => {
    const { body: before } = await agents(service).create(summariser)
    const { body } = await agents(service).replace(before.id, { ...summariser, metadata: oddMetadata })
    expect(body).toEqual({ ...before, metadata: oddMetadata, etag: body.etag, updatedAt: body.updatedAt })
    expect((await agents(service).read(before.id)).body.metadata).toEqual(oddMetadata)
  })

  test('active activates and deactivates', async () => {
    const { body: before } = await agents(service).create(summariser)
    for (const active of [false, true]) {
      const { body } = await agents(service).replace(before.id, { ...summariser, active })
      expect(body).toEqual({ ...before, active, etag: body.etag, updatedAt: body.updatedAt })
    }
  })
})

describe('400', () => {
  test('every fault of the body is named with its pointer, and nothing changes', async () => {
    const { body, etag } = await agents(service).create()
    const refused = await replace(body.id, {
      type: 'AI',
      active: null,
      capabilities: 'translation',
      priority: 'HIGH',
      metadata: 'none',
      createdat: body.createdAt,
    })
    expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } })
    expect(faultsOf(refused)).toEqual([
      'body /active type',
      'body /capabilities type',
      'body /createdat additionalProperties',
      'body /metadata type',
      'body /model required',
      'body /name required',
      'body /priority enum',
    ])
    expect(await agents(service).read(body.id)).toMatchObject({ body, etag })
  })

  test.each<[string, unknown, string]>([
    ['an AI agent that loses its model', { ...summariser, model: undefined }, '/model required'],
    ['an AI agent that becomes human and keeps its model', { ...summariser, type: 'HUMAN' }, '/model type'],
  ])('%s is refused, and that is the only fault', async (_what, replacement, fault) => {
    const { body } = await agents(service).create(summariser)
    const refused = await replace(body.id, replacement)
    expect(refused.status).toBe(400)
    expect(faultsOf(refused)).toEqual([`body ${fault}`])
    expect((await agents(service).read(body.id)).body).toEqual(body)
  })

  test('faults of the path, a header and the body are named together', async () => {
    const refused = await replace('a%20b', { ...human, active: 1 }, { 'If-Match': '' })
    expect(refused.status).toBe(400)
    expect(faultsOf(refused)).toEqual(['body /active type', 'header /if-match minLength', 'path /agentId pattern'])
  })
})

describe('404', () => {
  test('a replacement does not bring a deleted agent back', async () => {
    const { body } = await agents(service).create()
    await service.acme().agents.delete(body.id)
    const replacement = service.acme('Editor').agents.update(body.id, human)
    await expect(replacement).rejects.toMatchObject({ status: 404, code: 'agent_not_found' })
  })
})

describe('412', () => {
  test('of many changes that are based on the same state, one wins', async () => {
    const { body, etag } = await agents(service).create()
    const change = (at: number) =>
      service.acme('Editor').agents.update(body.id, { ...human, name: `Change ${at}` }, { ifMatch: etag })
    const { answers, refusals } = await settle(Array.from({ length: 8 }, (_, at) => change(at)))
    expect(refusals.map(({ status }) => status)).toEqual(Array<number>(7).fill(412))
    expect(answers).toEqual([(await agents(service).read(body.id)).body])
  })
})
