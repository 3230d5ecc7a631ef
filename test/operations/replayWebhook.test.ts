import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { summariser } from '../helpers/data/agents.ts'
import { faultsOf } from '../helpers/faults.ts'
import { startTestService, type TestService } from '../helpers/service.ts'
import { webhooks } from '../helpers/data/webhooks.ts'

let service: TestService
beforeAll(async () => {
  // No host has an address: nothing is sent.
  service = await startTestService({}, { lookup: async () => [] })
})
afterEach(() => webhooks(service).deleteAll())
afterAll(() => service.close())

const replay = (id: string, body: unknown = { from: 1, to: 2 }, headers: Record<string, string> = {}) =>
  webhooks(service).send(`/${id}/replay`, { body, headers })

describe('200', () => {
  test('only changes that the webhook asks for are sent, and the range ends where it says', async () => {
    const { agents, users, changes } = service.acme()
    const [first] = [await agents.create(summariser), await agents.create(summariser)]
    await agents.delete(first.id)
    await users.list()
    const { body } = await webhooks(service).create()
    const to = (await changes.list({ size: 1 })).items[0]?.sequence ?? 0
    expect((await replay(body.id, { from: 1, to })).json).toEqual({ deliveries: 2, next: null })
    expect((await replay(body.id, { from: 1, to: 1 })).json).toEqual({ deliveries: 1, next: null })
    expect((await replay(body.id, { from: 9, to: 3 })).json).toEqual({ deliveries: 0, next: null })
    expect((await service.acme().webhooks.deliveries.list(body.id)).items).toHaveLength(2)
  })

  test('a thousand changes are looked through at once, and the answer says where to go on', async () => {
    const { agents } = service.acme()
    await agents.create(summariser)
    await service.db('change_heads').where({ instance_id: 'acme' }).update({ sequence: 12_500 })
    await service.db.raw(
      `insert into changes (instance_id, sequence, kind, resource_type, resource_id, operation, actor_type)
       select 'acme', n, 'created', 'agent', 'x', 'createAgent', 'service' from generate_series(10001, 12500) n`,
    )
    const { body } = await webhooks(service).create()
    expect((await replay(body.id, { from: 10_001, to: 12_300 })).json).toEqual({ deliveries: 1000, next: 11_001 })
    expect((await replay(body.id, { from: 12_001, to: 13_300 })).json).toEqual({ deliveries: 500, next: null })
  })
})

test('400: every fault of the body is named', async () => {
  const refused = await replay('a%20b', { from: 0, until: 3 })
  expect(faultsOf(refused)).toEqual([
    'body /from minimum',
    'body /to required',
    'body /until additionalProperties',
    'path /webhookId pattern',
  ])
})

test('409: nothing is sent to a disabled webhook', async () => {
  const { body } = await webhooks(service).create({ enabled: false })
  expect(await replay(body.id)).toMatchObject({ status: 409, json: { code: 'webhook_disabled' } })
})
